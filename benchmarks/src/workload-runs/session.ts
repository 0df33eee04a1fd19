/**
 * A process of its own for one workload and one variant: `node session.ts <order as JSON>`. Prints a `SessionReport`
 * as JSON.
 */
import { isDeepStrictEqual } from "node:util";
import { orderOf } from "../child.ts";
import { collectYoungGarbage } from "../machine.ts";
import type { Workload } from "../workloads/workload.ts";
import type { HostOrder } from "./host.ts";
import { measurePair } from "./measure.ts";

const { plain, transformed, effort } = orderOf<HostOrder>();
const pair = { plain: await load(plain), transformed: await load(transformed), effort };
const report = await measurePair(pair, { areEqual: isDeepStrictEqual, collect: collectYoungGarbage });
process.stdout.write(JSON.stringify(report));

async function load(url: string): Promise<Workload> {
  return ((await import(url)) as { workload: Workload }).workload;
}
