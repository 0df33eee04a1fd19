/** Campaigns against the bounds: a sample of each, and that they would notice a wrong one. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { tasksBefore } from "../../src/lab/chains.ts";
import { Random } from "../../src/lab/generate/random.ts";
import type { JobOutcome } from "../../src/lab/simulate/outcome.ts";
import { simulateSet } from "../../src/lab/simulate/simulate.ts";
import { campaign, type PortionResult, quantileOf, together } from "../../src/lab/soundness/campaign.ts";
import { soundnessChart } from "../../src/lab/soundness/chart.ts";
import { drawSet } from "../../src/lab/soundness/draw.ts";
import { type ModelName, modelNames, modelOf } from "../../src/lab/soundness/models.ts";
import { coursesOf, drawPattern, withOffsets } from "../../src/lab/soundness/patterns.ts";
import { scheduleOf } from "../../src/lab/soundness/schedule.ts";
import { refutationText, soundnessTable } from "../../src/lab/soundness/text.ts";
import { runCommand } from "./command-words.ts";
import { temporaryFolder } from "./scale-files.ts";

const names = modelNames as readonly ModelName[];
const portion = (model: ModelName, sets: number, first = 0) => ({
  model,
  seed: 11,
  first,
  sets,
  patterns: 5,
  kernel: 4,
});
const sums = ({ tallies }: PortionResult, field: "compared" | "above" | "attained") =>
  Object.values(tallies).reduce((all, tally) => all + tally[field], 0);

test.for(names)("%s: no simulated time is above its bound, and some come near", (model) => {
  const found = campaign(portion(model, 20));
  expect(found.refuted).toEqual([]);
  expect(found.sets).toBe(20);
  expect(sums(found, "compared")).toBeGreaterThan(19);
  expect(sums(found, "above")).toBe(0);
  const nearest = Math.max(...Object.values(found.tallies).map((tally) => quantileOf(tally, 0.9)));
  expect(nearest).toBeGreaterThan(0.7);
});

test("the faster simulator has the kernel's schedules: all of them under fixed priorities, elsewhere but for ties", () => {
  for (const name of names) {
    const { policy, wishes } = modelOf(name);
    let same = 0;
    for (let i = 0; i < 20; i++) {
      const random = new Random(5, i);
      const drawn = drawSet(random, "s", wishes);
      const pattern = drawPattern(random, drawn, i % 5);
      const set = withOffsets(drawn, pattern, tasksBefore(drawn));
      const { jitter, seed } = pattern;
      const courses = coursesOf(set, pattern);
      const fast = scheduleOf(set, policy, { jitter, seed }, 60, courses);
      const kernel = simulateSet(set, { policy, jitter, seed, horizon: 60 }, undefined, courses);
      const rows = (jobs: readonly JobOutcome[]) => jobs.map((job) => job.slice(0, 5));
      if (isDeepStrictEqual(rows(fast.jobs), rows(kernel.jobs))) same++;
    }
    expect(same, name).toBeGreaterThanOrEqual(policy === "fp" ? 20 : 12);
  }
});

test("a bound that is a fifth too small is refuted, and the set and pattern are there to see it again", () => {
  for (const model of [
    "event-loop",
    "suspension-fp",
    "suspension-edf",
    "event-chains-fp",
    "time-chains-fp",
    "offsets-fp",
  ] as const) {
    const { refuted } = campaign(portion(model, 15), 0.8);
    expect(refuted.length, model).toBeGreaterThan(0);
    const [first] = refuted;
    expect(first?.seen).toBeGreaterThan(first?.limit as number);
    const text = refutationText([[model, { sets: 1, simulations: 1, tallies: {}, refuted }]]);
    expect(text).toContain(`is ${first?.limit}, and ${first?.seen} was seen`);
    expect(text).toContain(JSON.stringify(first?.set));
  }
});

test("portions together are the whole", () => {
  const whole = campaign(portion("suspension-fp", 9));
  const parts = [0, 3, 6].map((first) => campaign(portion("suspension-fp", 3, first)));
  expect(together(parts)).toEqual(whole);
});

test("quantiles of the shares", () => {
  const shares = Array.from({ length: 101 }, (_, i) => (i === 50 ? 3 : i === 100 ? 1 : 0));
  const tally = { compared: 4, attained: 1, above: 0, shares };
  expect([0, 0.5, 0.75, 0.76, 1].map((part) => quantileOf(tally, part))).toEqual([0, 0.5, 0.5, 1, 1]);
});

test("the command prints a table, or JSON, and draws a figure", async () => {
  const svg = join(temporaryFolder(), "sound.svg");
  const words = ["--model", "event-loop,suspension-fp", "--sets", "10", "--patterns", "2", "--seed", "3"];
  const { code, out } = await runCommand("soundness", [...words, "--svg", svg]);
  expect(code).toBe(0);
  expect(out).toMatch(/^model +bound +sets +simulations +compared +above +attained +median +95 %\n/);
  expect(out).toMatch(/\nsuspension-fp +unifying +10 +20 +\d+ +0 /);
  expect(readFileSync(svg, "utf8")).toContain("self-suspension, fixed priorities: 10 sets");
  const { out: json } = await runCommand("soundness", [...words, "--json"]);
  const lines = json
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.map(({ model }) => model)).toEqual(["event-loop", "suspension-fp"]);
  expect(soundnessTable(lines.map(({ model, ...result }) => [model, result]))).toBe(out);
  await expect(runCommand("soundness", ["--model", "all"])).rejects.toThrow("option_value");
});

test("the figure says how many sets, and what was above", () => {
  const result = campaign(portion("time-chains-edf", 10));
  const drawn = soundnessChart([["time-chains-edf", result]], "a machine");
  expect(drawn).toContain("time-triggered chains, EDF: 10 sets");
  expect(drawn).toContain("0 times were above their bounds");
  expect(drawn.match(/class="box v0"/g)).toHaveLength(4);
  const wrong = campaign(portion("time-chains-edf", 10), 0.5);
  expect(soundnessChart([["time-chains-edf", wrong]], "a machine")).toMatch(/\d+ above</);
});
