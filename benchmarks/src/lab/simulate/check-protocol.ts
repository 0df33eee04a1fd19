/** What the kernel would refuse in its own words, of options that nobody here gave. */
import type { ProtocolName } from "@preempt/runtime";
import { LabError } from "../errors.ts";
import type { TaskSet } from "../task-set.ts";

/** @throws LabError where a protocol needs fixed priorities and one of the policies has none */
export function checkProtocol(sets: readonly TaskSet[], policies: readonly string[], protocol?: ProtocolName): void {
  const dynamic = policies.find((policy) => policy !== "fp");
  if (dynamic === undefined || (protocol !== "pcp" && protocol !== "icpp")) return;
  if (!sets.some(({ tasks }) => tasks.some(({ cs }) => cs !== undefined))) return;
  const words = `the protocol "${protocol}" needs fixed priorities, and the policy is "${dynamic}"`;
  throw new LabError("protocol_policy", `${words}. Give fixed priorities (fp), or --protocol srp or npcs.`);
}
