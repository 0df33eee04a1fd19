/** What a response time is made of. */
import { responseTimes } from "@preempt/runtime/analysis";
import fc from "fast-check";
import { expect, test } from "vitest";
import { analyzeSet } from "../../src/lab/analyze/analyze-set.ts";
import { explainTask } from "../../src/lab/analyze/explain.ts";
import type { TaskSet } from "../../src/lab/task-set.ts";
import { runCommand } from "./command-words.ts";

const textbook: TaskSet = {
  id: "textbook",
  tasks: [
    { C: 1, T: 4, D: 4 },
    { C: 2, T: 6, D: 6 },
    { C: 3, T: 13, D: 12, J: 1, B: 1 },
  ],
};

test("a task of three, term by term", () => {
  expect(explainTask(textbook, 2)).toBe(`Task 2: C 3, T 13, D 12, J 1, B 1 µs; utilisation 0.2308 of 0.8141.

Deadline- and rate-monotonic priorities, place 3 of 3: R = 12 µs, meets its deadline with 0 µs to spare.
  term                            jobs  µs
  release jitter                         1
  blocking by less urgent tasks          1
  its own execution              1 x 3   3
  task 0                         3 x 1   3
  task 1                         2 x 2   4
  R                                     12

EDF: no exact test with blocking terms B.`);
});

test("EDF tells the window that is too short, and what is due in it", () => {
  const set: TaskSet = {
    id: "over",
    tasks: [
      { C: 3, T: 6, D: 4 },
      { C: 3, T: 8, D: 5 },
    ],
  };
  expect(analyzeSet(set).edf.firstViolation).toBe(5);
  expect(explainTask(set, 1)).toMatch(
    /EDF: the window of 5 µs is too short.*task 0 +1 x 3 +3\n.*task 1 +1 x 3 +3\n.*demand +6/s,
  );
  expect(explainTask(set, 1)).toContain("misses its deadline by 1 µs");
});

test("EDF tells by how much later deadlines block, and of jobs that are released when theirs is over", () => {
  const tasks = [
    { C: 4, T: 15, D: 15, cs: { b: 4 } },
    { C: 2, T: 5, D: 5, cs: { b: 1 } },
  ];
  expect(analyzeSet({ id: "s", tasks }).edf.firstViolation).toBe(5);
  const words = /the window of 5 µs is too short.*1 x 2 +2\n.*blocking by tasks with later deadlines +4\n.*demand +6/s;
  expect(explainTask({ id: "s", tasks }, 0)).toMatch(words);
  const whole = tasks.map(({ cs: _, ...task }) => task);
  expect(explainTask({ id: "s", tasks: whole }, 0)).toContain("all deadlines are met");
  expect(explainTask({ id: "s", tasks: whole }, 0, { preemption: "none", convention: "continuous" })).toMatch(words);
  const hopeless = { id: "s", tasks: [{ C: 1, T: 20, D: 5, J: 9 }] };
  expect(explainTask(hopeless, 0)).toContain("EDF: task 0 may be released when its deadline is over: D - J = -4 µs.");
});

test("above a full processor there is no bound, and the text says so", () => {
  const set: TaskSet = { id: "x", tasks: [...textbook.tasks.slice(0, 2), { C: 9, T: 10, D: 20 }] };
  expect(explainTask(set, 2)).toContain("no bound. With the tasks above it, it uses 1.4833 of the processor.");
});

const anyTask = fc
  .record({
    C: fc.integer({ min: 1, max: 12 }),
    T: fc.integer({ min: 12, max: 80 }),
    more: fc.integer({ min: 0, max: 100 }),
    J: fc.integer({ min: 0, max: 9 }),
    B: fc.integer({ min: 0, max: 4 }),
    q: fc.integer({ min: 0, max: 12 }),
  })
  .map(({ more, q, ...task }) => ({ ...task, D: task.C + more, q: Math.min(q, task.C) }));

test("the terms add up to R, for every task of random sets", () => {
  const counts = { bounded: 0 };
  fc.assert(
    fc.property(
      fc.array(anyTask, { minLength: 1, maxLength: 6 }),
      fc.constantFrom("full", "none", "regions"),
      (tasks, preemption) => {
        const set = { id: "a", tasks };
        const { dm, order_dm } = analyzeSet(set, { preemption });
        responseTimes(tasks, order_dm, { preemption, convention: "discrete" }).forEach(({ R, terms }, i) => {
          expect(dm.R?.[i]).toBe(R ?? null);
          const text = explainTask(set, i, { preemption });
          if (R === undefined || terms === undefined) {
            expect(text).toContain("no bound");
            return;
          }
          counts.bounded++;
          const { jitter, blocking, own, interference, earlier } = terms;
          expect(jitter + blocking + own + interference.reduce((sum, { time }) => sum + time, 0) - earlier).toBe(R);
          // And so they do in the text.
          const table = /R = \d+ µs.*?\n((?: {2}.*\n?)+)/.exec(text)?.[1] ?? "";
          const numbers = table
            .trim()
            .split("\n")
            .slice(1)
            .map((line) => Number(line.trim().split(/\s+/).at(-1)));
          expect(numbers.pop()).toBe(R);
          expect(numbers.reduce((sum, time) => sum + time, 0)).toBe(R);
        });
      },
    ),
    { numRuns: 60 },
  );
  expect(counts.bounded).toBeGreaterThan(50);
});

test("the command explains one task of one set", async () => {
  const file = JSON.stringify({ sets: [textbook, { ...textbook, id: 2 }] });
  const { out } = await runCommand("analyze", ["--explain", "0", "--set", "2"], file);
  expect(out).toBe(`${explainTask(textbook, 0)}\n`);
  await expect(runCommand("analyze", ["--explain", "0"], file)).rejects.toThrow(/explain_of_many.*--set ID/);
  await expect(runCommand("analyze", ["--explain", "3", "--set", "2"], file)).rejects.toThrow(
    /task_unknown.*the tasks 0 to 2, and no task 3/,
  );
  const jobs = JSON.stringify({ sets: [{ id: "jobs", tasks: [], jobs: [[0, 1, 5]] }] });
  await expect(runCommand("analyze", ["--explain", "0"], jobs)).rejects.toThrow('the set "jobs" has no tasks');
});
