/** What an application loads of a peer: bundled, minified, compressed (gzip), as `test/bundle-size.test.ts` does for ours. */
import { gzipSync } from "node:zlib";
import { minified } from "./bundle.ts";
import type { Peer } from "./catalog.ts";

/** @returns bytes; undefined for what the platform has itself */
export async function sizeOf({ uses }: Peer): Promise<number | undefined> {
  return uses === undefined ? undefined : gzipSync(await minified(uses), { level: 9 }).length;
}
