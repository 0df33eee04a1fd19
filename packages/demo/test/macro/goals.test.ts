import { expect, test } from "vitest";
import { goalsOf } from "../../src/macro/goals.ts";
import { beat, goodRuns, result, run, smooth } from "./example.ts";

const verdicts = (runs: Parameters<typeof result>[0]) => goalsOf(result(runs)).map(({ passed }) => passed);
/** All as it should be, but for EDF under the full load. */
const withFull = (other: Parameters<typeof run>[2]) => [
  ...goodRuns.filter(({ policy, load }) => policy !== "edf" || load !== "both"),
  run("edf", "both", { plainMs: { spin: 6790, aes: 1940 }, ...other }),
];

test("all goals are passed where EDF loses no frame, and FCFS most of them", () => {
  expect(verdicts(goodRuns)).toEqual([true, true, true, true, true, true]);
});

test("one frame over 25 ms in all repetitions is one too many", () => {
  const runs = [...goodRuns, run("edf", "both", { intervals: [...smooth.slice(1), 2 * beat], repetition: 1 })];
  const [, , long] = goalsOf(result(runs));
  expect(long?.passed).toBe(false);
  expect(long?.found).toContain("1 of 1200, the longest 33.3 ms");
});

test("2 % of the frames lost: neither the rate nor the 99th percentile is that without load", () => {
  const intervals = [...smooth.slice(24), ...Array.from({ length: 12 }, () => 2 * beat)];
  expect(verdicts(withFull({ intervals })).slice(0, 3)).toEqual([false, false, false]);
});

test("input that takes more than two frames falls short", () => {
  expect(verdicts(withFull({ delays: [10, 12, 34] }))[3]).toBe(false);
});

test("94 % of the throughput of FCFS falls short", () => {
  const goal = goalsOf(result(withFull({ plainMs: { spin: 6460, aes: 2000 } })))[4];
  expect(goal?.passed).toBe(false);
  expect(goal?.found).toBe("94.0 %: 846 of 900 ms/s");
});

test("an FCFS that keeps more than half of its frames has not collapsed: the load was none", () => {
  const runs = [...goodRuns.filter((one) => one.policy !== "fcfs" || one.load !== "both"), run("fcfs", "both")];
  expect(verdicts(runs)[5]).toBe(false);
});

test("what was not measured is neither passed nor missed", () => {
  expect(verdicts([run("edf", "both")])).toEqual([undefined, undefined, undefined, true, undefined, undefined]);
});
