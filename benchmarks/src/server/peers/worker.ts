/** What runs in piscina's threads. */
import { type BulkName, loadBulk } from "./bulk.ts";

export default async ({ name, body }: { name: BulkName; body: string }): Promise<string | Uint8Array> =>
  (await loadBulk(name))(body);
