/** Transform, built packages and real threads together: an annotated function is preempted inside a worker. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { PartitionedScheduler } from "@preempt/runtime/partitioned";
import { transform } from "@preempt/transformer";
import { afterAll, expect, test } from "vitest";

const source = (annotation: string) => `
import { serve } from "@preempt/runtime/worker";

${annotation}
function countPrimes(limit, started) {
  let count = 0;
  started[0] = 1;
  for (let n = 2, d = 2; n < limit; n++) {
    for (d = 2; d * d <= n && n % d !== 0; d++);
    if (d * d > n) count++;
  }
  return count;
}

serve({ countPrimes, answer: () => 42 });
`;

interface Jobs {
  readonly [name: string]: (...args: never[]) => unknown;
  countPrimes(limit: number, started: Int32Array): number;
  answer(): number;
}

// inside the workspace, so that the packages are found as in an application
const folder = mkdtempSync(join("test", "partitioned-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function race(annotation: string) {
  const { code, diagnostics } = transform(source(annotation), { fileName: "jobs.js" });
  expect(diagnostics).toEqual([]);
  const file = resolve(folder, `jobs-${annotation.length}.mjs`);
  writeFileSync(file, code);
  await using rt = new PartitionedScheduler<Jobs>({ worker: () => new Worker(file), cores: 1 });
  await rt.ready();
  const started = new Int32Array(new SharedArrayBuffer(4));
  const bulky = rt.submit("countPrimes", { args: [1_000_000, started], deadline: 10_000 });
  while (started[0] === 0) await new Promise((done) => setTimeout(done, 1));
  const urgent = rt.submit("answer", { deadline: 5 });
  const order: string[] = [];
  const primes = bulky.then((count) => order.push("bulky") && count);
  expect(await urgent.then((value) => order.push("urgent") && value)).toBe(42);
  expect(await primes).toBe(78_498);
  return { order, preemptions: bulky.preemptions };
}

test("an urgent job overtakes an annotated function that runs in the same worker", async () => {
  const { order, preemptions } = await race("/** @preempt */");
  expect(order).toEqual(["urgent", "bulky"]);
  expect(preemptions).toBeGreaterThan(1);
});

test("without the annotation it waits for the end", async () => {
  const { order, preemptions } = await race("");
  expect(order).toEqual(["bulky", "urgent"]);
  expect(preemptions).toBe(0);
});
