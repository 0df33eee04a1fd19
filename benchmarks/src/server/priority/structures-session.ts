/** The process of `structures.ts`. */
import { orderOf } from "../../child.ts";
import { Random } from "../../lab/generate/random.ts";
import { collectGarbage } from "../../machine.ts";
import { median } from "../../statistics.ts";
import { type Entry, type Queue, queueOf } from "./queues.ts";
import {
  type StructureCost,
  type StructureName,
  type StructuresOrder,
  type StructuresReport,
  structureNames,
} from "./structures.ts";

const { depths, repetitions } = orderOf<StructuresOrder>();
const random = new Random(53);
/** Authentications and static requests, half each. */
const entries = Array.from({ length: 2 ** 14 }, (_, number): Entry => ({ key: random.integer(0, 1), number }));

const costs = depths.flatMap((depth) => {
  const times = new Map<StructureName, number[]>(structureNames.map((name) => [name, []]));
  for (let round = -2; round < repetitions; round++) {
    for (const name of structureNames) {
      const time = timeOf(queueOf[name](), depth);
      if (round >= 0) times.get(name)?.push(time);
    }
  }
  return structureNames.map(
    (structure): StructureCost => ({
      structure,
      depth,
      microseconds: median(times.get(structure) as number[]),
      bytesPerEntry: bytesOf(structure, depth),
    }),
  );
});
const report: StructuresReport = { costs, entryBytes: entryBytes() };
console.log(JSON.stringify(report));

/** Microseconds for an insertion and a removal, while the queue has `depth` entries. */
function timeOf(queue: Queue, depth: number): number {
  for (let i = 0; i < depth; i++) queue.insert(entries[i % entries.length] as Entry);
  const from = performance.now();
  let done = 0;
  do {
    for (let i = 0; i < 20; i++, done++) {
      queue.take();
      queue.insert(entries[(depth + done) % entries.length] as Entry);
    }
  } while (performance.now() - from < 5);
  return ((performance.now() - from) / done) * 1000;
}

/** Of many queues that hold the same entries. */
function bytesOf(name: StructureName, depth: number): number {
  const count = Math.max(2, Math.ceil(40_000 / depth));
  const queues: Queue[] = new Array(count);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < count; i++) {
    const queue = queueOf[name]();
    // A list that is empty and a class's two lists count: they are what a queue of that depth takes.
    for (let j = 0; j < depth; j++) queue.insert(entries[j % entries.length] as Entry);
    queues[i] = queue;
  }
  collectGarbage();
  const bytes = (process.memoryUsage().heapUsed - before) / (count * depth);
  return queues.length === count ? bytes : Number.NaN;
}

function entryBytes(): number {
  const count = 100_000;
  const made: object[] = new Array(count);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < count; i++) made[i] = { kind: "auth", arrival: i + 0.5, number: i, start: () => i };
  collectGarbage();
  const bytes = (process.memoryUsage().heapUsed - before) / count;
  return made.length === count ? bytes : Number.NaN;
}
