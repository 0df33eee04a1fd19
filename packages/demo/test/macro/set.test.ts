import { expect, test } from "vitest";
import { demandBefore, setFor, utilisationOf } from "../../src/macro/set.ts";
import { schedcatSet } from "../../src/work/schedcat.ts";

const seconds = [1, 1.5, 3, 5, 6, 10, 20, 30, 45, 60, 120, 600];

test("the set is the paper's: 15 tasks, U = 0.7494", () => {
  expect(schedcatSet).toHaveLength(15);
  expect(utilisationOf(schedcatSet.map(([wcet, period]) => ({ wcet, period })))).toBeCloseTo(0.7494, 3);
});

test("from 53 s on its periods and execution times are the published ones", () => {
  for (const window of [53_000, 60_000]) {
    const tasks = setFor(window);
    expect(tasks.map(({ wcet, period }) => [wcet, period])).toEqual(schedcatSet);
    expect(tasks.some(({ shrunk }) => shrunk)).toBe(false);
  }
});

test.for(seconds)("in %s s the tasks ask for as much of the time", (s) => {
  expect(utilisationOf(setFor(s * 1000))).toBeCloseTo(0.7494, 3);
});

test.for(seconds)("in %s s no period is longer than the window, and only longer ones are shrunk", (s) => {
  for (const [i, { period, shrunk }] of setFor(s * 1000).entries()) {
    const published = schedcatSet[i]?.[1] as number;
    expect(period).toBe(Math.min(published, s * 1000));
    expect(shrunk).toBe(published > s * 1000);
  }
});

test.for(seconds)("in %s s the work that is released is that share of the window", (s) => {
  const tasks = setFor(s * 1000);
  expect(Math.abs(demandBefore(tasks, s * 1000) / (s * 1000) - 0.7494)).toBeLessThan(0.04);
});

test("releases are spread: the first 6 s of 60 bring no more than twice their share", () => {
  expect(demandBefore(setFor(60_000), 6000)).toBeLessThan(2 * 0.75 * 6000);
});

test("releases of a task are a period apart, from its phase on", () => {
  const [task] = setFor(60_000);
  if (task === undefined) throw new Error("no task");
  expect(demandBefore([task], task.phase)).toBe(0);
  expect(demandBefore([task], task.phase + 1)).toBe(task.wcet);
  expect(demandBefore([task], task.phase + task.period + 1)).toBe(2 * task.wcet);
});
