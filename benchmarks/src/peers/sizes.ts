import { fileURLToPath } from "node:url";
import { minifiedSize } from "../minified-size.ts";
import type { Peer } from "./catalog.ts";

const root = fileURLToPath(new URL(".", import.meta.url));

/** @returns bytes that an application loads of a peer; undefined for what the platform has itself */
export async function sizeOf({ uses }: Peer): Promise<number | undefined> {
  return uses === undefined ? undefined : minifiedSize(uses, { root });
}
