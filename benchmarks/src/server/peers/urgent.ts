/** The urgent request: a login, which computes for about a millisecond. */
import { createHash } from "node:crypto";

export function login(): string {
  let hash = "a password";
  for (let i = 0; i < 300; i++) hash = createHash("sha256").update(hash).digest("hex");
  return hash;
}
