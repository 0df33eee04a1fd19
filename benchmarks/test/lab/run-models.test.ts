/** Real runs of the models of an event loop. Nothing here says how fast anything is, or whether a deadline is met. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Body } from "../../src/lab/run/bodies/body.ts";
import { type CallbackQueue, executeCallbacks } from "../../src/lab/run/callbacks.ts";
import { cellsOf, isOfCell } from "../../src/lab/run/cell.ts";
import { loopQueue } from "../../src/lab/run/loop-queue.ts";
import type { CellResult, JobRow, TaskResult } from "../../src/lab/run/result.ts";
import { readResults } from "../../src/lab/scale/read-results.ts";
import { measureChains } from "../../src/lab/simulate/measure-chains.ts";
import type { JobOutcome } from "../../src/lab/simulate/outcome.ts";
import { simulateSet } from "../../src/lab/simulate/simulate.ts";
import { checkTaskSets, type TaskSet } from "../../src/lab/task-set.ts";
import { runCli } from "./spawned-cli.ts";

const file = {
  sets: [
    {
      id: "awaits",
      tasks: [
        { C: 2000, T: 40_000, S: 6000 },
        { C: 4000, T: 60_000, segments: [1000, 5000, 1000, 0, 2000] },
        { C: 5000, T: 70_000 },
      ],
    },
    {
      id: "event",
      tasks: [
        { name: "a", C: 2000, T: 40_000, O: 5000 },
        { name: "b", C: 3000, T: 40_000, J: 3000 },
        { name: "c", C: 1000, T: 40_000 },
        { C: 4000, T: 70_000 },
      ],
      chains: [{ name: "all", tasks: ["a", "b", "c"], trigger: "event", D: 30_000 }],
    },
    {
      id: "time",
      tasks: [
        { name: "a", C: 2000, T: 30_000, queue: "timer" },
        { name: "b", C: 3000, T: 40_000, queue: "other" },
      ],
      chains: [{ tasks: ["a", "b"], trigger: "time" }],
      loop: { levels: { other: 1 }, granularity: 4000 },
    },
  ],
};
const sets = checkTaskSets(structuredClone(file), "the file");
const setOf = (id: string) => sets.find((set) => set.id === id) as TaskSet;
const horizon = 200_000;
const variants = ["fcfs", "loop", "fp", "edf-paper"] as const;
/** Rows are rounded to microseconds. */
const rounding = 4;

let cells: CellResult[] = [];
let compared = "";
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "preempt-models-"));
  const out = join(folder, "results.jsonl");
  const words = ["run", "-", "--out", out, "--horizon", `${horizon}us`, "--redo", "0", "--parallel", "2", "--rows"];
  const all = [...words, "--compare", "--variants", variants.join()];
  const { code, err, out: text } = await runCli(all, JSON.stringify(file));
  expect(code, err).toBe(0);
  compared = text;
  cells = [...readResults<CellResult>(out).results];
  rmSync(folder, { recursive: true });
}, 120_000);

const cellsOfSet = (id: string) => cells.filter(({ set }) => set === id);
const rowsOf = ({ rows = [] }: CellResult, task: number) => rows.filter(([own]) => own === task);

test("every set in every variant, with all its jobs", () => {
  expect(cells).toHaveLength(3 * 4);
  for (const { key, rows = [], tasks } of cells) {
    expect(rows, key).toHaveLength(tasks.reduce((sum, { jobs }) => sum + jobs, 0));
  }
});

describe("jobs that await", () => {
  test("a job takes as long as it is to suspend itself at least, and each has how long it did", () => {
    for (const cell of cellsOfSet("awaits")) {
      [6000, 5000].forEach((least, task) => {
        for (const [, , , , start, finish, execution, , suspended] of rowsOf(cell, task)) {
          expect(finish - start, cell.key).toBeGreaterThanOrEqual(least - rounding);
          expect(finish - start, cell.key).toBeGreaterThanOrEqual((suspended as number) + execution - rounding);
          // On the kernel the timer may be set a while before the job has given the processor up.
          if (cell.variant === "fcfs" || cell.variant === "loop") {
            expect(suspended, cell.key).toBeGreaterThanOrEqual(least - rounding);
          }
        }
      });
      for (const row of rowsOf(cell, 2)) expect(row, cell.key).toHaveLength(8);
    }
  });

  test("the result has the longest suspensions, and each part of a segmented job", () => {
    for (const cell of cellsOfSet("awaits")) {
      const [dynamic, segmented, other] = cell.tasks as [TaskResult, TaskResult, TaskResult];
      expect(dynamic.S).toBe(6000);
      expect(dynamic.suspension?.max).toBe(Math.max(...rowsOf(cell, 0).map((row) => row[8] as number)));
      expect(dynamic.suspension?.longest).toBeUndefined();
      const { longest = [], max = 0 } = segmented.suspension ?? {};
      expect(longest, cell.key).toHaveLength(5);
      expect(longest[3], cell.key).toBe(0);
      expect(longest[1], cell.key).toBeGreaterThanOrEqual(max - rounding);
      for (const at of [0, 2, 4]) expect(longest[at], cell.key).toBeGreaterThan(0);
      expect(other.suspension).toBeUndefined();
    }
  });
});

describe("chains", () => {
  test("the end of a job releases the next one, which has the arrival of the first", () => {
    for (const cell of cellsOfSet("event")) {
      const [first, second, third] = [0, 1, 2].map((task) => rowsOf(cell, task)) as [JobRow[], JobRow[], JobRow[]];
      expect(second).toHaveLength(first.length);
      first.forEach((row, k) => {
        const [next, last] = [second[k] as JobRow, third[k] as JobRow];
        expect([next[2], last[2]]).toEqual([row[2], row[2]]);
        expect(next[4], cell.key).toBeGreaterThanOrEqual(row[5] - 1000);
        expect(last[4], cell.key).toBeGreaterThanOrEqual(next[5] - 1000);
      });
      const responses = third.map((row) => row[5] - row[2]);
      expect(cell.chains).toEqual([
        { name: "all", trigger: "event", response: Math.max(...responses), tasks: [0, 1, 2], D: 30_000 },
      ]);
    }
  });

  test("time-triggered chains are measured by the code of simulations", () => {
    for (const cell of cellsOfSet("time")) {
      const jobs = (cell.rows ?? []).map((row): JobOutcome => [row[0], row[1], row[3], row[4], row[5], row[7]]);
      const [measured] = measureChains(setOf("time"), jobs, []);
      expect(cell.chains).toEqual([{ ...measured, tasks: [0, 1] }]);
      expect(measured?.trigger).toBe("time");
    }
  });
});

test("on a loop with queues timers come at multiples of the granularity, on timers of Node when they are due", () => {
  const [loop] = cellsOfSet("time").filter(({ variant }) => variant === "loop") as [CellResult];
  for (const [, , planned, release] of rowsOf(loop, 0)) {
    expect(release).toBeGreaterThanOrEqual(Math.ceil(planned / 4000) * 4000 - rounding);
  }
  expect(loop.loop).toEqual({ levels: { other: 1 }, granularity: 4000 });
  expect(loop.tasks.map(({ queue }) => queue)).toEqual(["timer", "other"]);
});

test("--compare sets predictions beside chains, and the plan beside suspensions", () => {
  expect(compared).toMatch(/cell +chain +time +ideal +with costs +sim\. +measured\n/);
  for (const variant of variants) {
    expect(compared).toMatch(new RegExp(`\nevent/${variant}/0 +all +response +\\d+ +\\d+ +\\d+ +\\d+`));
    // On a busy machine no data may have come through the whole chain.
    expect(compared).toMatch(new RegExp(`\ntime/${variant}/0 +chain 0 +reaction +\\d+ +\\d+ +\\d+ +(\\d+|-)`));
    expect(compared).toMatch(new RegExp(`\nawaits/${variant}/0 +0 +6000 +\\d+ +\\d+`));
  }
});

test("a result of other suspensions, chains or queues is of another set", () => {
  const settings = { horizon, body: "spin", load: 1, seed: 1, rows: true } as const;
  const isOf = (id: string, change: Partial<TaskSet>, variant: (typeof variants)[number] = "loop") => {
    const [cell] = cellsOf({ sets: [{ ...setOf(id), ...change }], variants: [variant], repetitions: 1, settings });
    const result = cells.find(({ key }) => key === `${id}/${variant}/0`);
    return isOfCell(result as CellResult, cell as NonNullable<typeof cell>);
  };
  for (const { id } of sets) expect(isOf(String(id), {})).toBe(true);
  const [first, ...others] = setOf("awaits").tasks as [TaskSet["tasks"][number]];
  expect(isOf("awaits", { tasks: [{ ...first, S: 6001 }, ...others] })).toBe(false);
  expect(isOf("event", { chains: [{ tasks: [0, 1], trigger: "event" }] })).toBe(false);
  expect(isOf("time", { chains: [{ tasks: [1, 0], trigger: "time" }] })).toBe(false);
  expect(isOf("time", { loop: { levels: { other: 2 }, granularity: 4000 } })).toBe(false);
  expect(isOf("time", { loop: {} }, "fp")).toBe(true);
});

describe("the dispatcher of a loop with queues", () => {
  /** Names of callbacks that are all due, in the order in which they run. */
  function orderOf(set: TaskSet, seed = 1): Promise<number[]> {
    const queue = loopQueue(set, seed);
    const begin = performance.now();
    const ran: number[] = [];
    return new Promise((resolve) => {
      set.tasks.forEach((_, i) => {
        // The later in the set, the earlier they were due.
        queue.add(i, begin - i - 1, () => {
          ran.push(i);
          if (ran.length === set.tasks.length) resolve(ran);
        });
      });
    });
  }
  const tasks = ["a", "b", "a", "c", "b"].map((queue) => ({ C: 1, T: 10, D: 10, queue }));

  test("levels go before age, and age decides within them", async () => {
    expect(await orderOf({ id: 1, tasks, loop: { levels: { a: 1, b: 0, c: 1 } } })).toEqual([4, 1, 3, 2, 0]);
    expect(await orderOf({ id: 1, tasks })).toEqual([4, 3, 2, 1, 0]);
  });

  test('with "any" a queue of a level goes after the other, in an order of the seed', async () => {
    for (const seed of [1, 2, 3]) {
      const ran = await orderOf({ id: 1, tasks, loop: { choice: "any" } }, seed);
      const queues = ran.map((i) => tasks[i]?.queue as string);
      expect(queues.filter((queue, k) => queue !== queues[k - 1])).toHaveLength(3);
    }
  });

  test("microtasks of a callback run before the next callback", async () => {
    const queue = loopQueue({ tasks }, 1);
    const ran: string[] = [];
    await new Promise<void>((resolve) => {
      queue.add(0, 0, () => {
        ran.push("first");
        void Promise.resolve().then(() => ran.push("microtask"));
      });
      queue.add(0, 1, () => {
        ran.push("second");
        resolve();
      });
    });
    expect(ran).toEqual(["first", "microtask", "second"]);
  });
});

test("callbacks run in the order of the simulation", async () => {
  // A queue on a clock of its own: bodies let no time pass, and each callback is called at its instant.
  const set = setOf("event");
  const started: number[] = [];
  const coming: { due: number; task: number; run: () => void }[] = [];
  const queue: CallbackQueue = { add: (task, due, run) => void coming.push({ task, due, run }) };
  const body = { run: () => 0 } as unknown as Body;
  const settings = { horizon: 80_000, body: "spin", load: 1, seed: 1, rows: true } as const;
  const done = executeCallbacks(set, { settings, body, pace: { units: 1, spread: 0 }, queue, variant: "fcfs" });
  while (coming.length > 0) {
    coming.sort((a, b) => a.due - b.due);
    const next = coming.shift();
    started.push(next?.task as number);
    next?.run();
  }
  const { log, start } = await done;
  const short = { ...set, tasks: set.tasks.map((task) => ({ ...task, C: 0, J: 0 })) };
  const { jobs } = simulateSet(short, { policy: "loop", horizon: 80_000 });
  expect(started.filter((task) => task !== 3)).toEqual([0, 1, 2, 0, 1, 2]);
  expect(log.rows(start).map(([task, k]) => [task, k])).toEqual(jobs.map(([task, k]) => [task, k]));
});
