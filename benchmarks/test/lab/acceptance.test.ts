/** Acceptance by utilisation: the counts, the table and the picture. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { AcceptanceCounter, acceptanceCsv, intervalOf } from "../../src/lab/analyze/acceptance.ts";
import { acceptanceChart } from "../../src/lab/analyze/acceptance-chart.ts";
import { analyzeSet } from "../../src/lab/analyze/analyze-set.ts";
import { generateTaskSets } from "../../src/lab/generate/index.ts";
import { writeTaskSets } from "../../src/lab/task-set.ts";
import { runCli } from "./spawned-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "preempt-acceptance-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Two tasks; the set has utilisation `C / 10 + 0.5`, and passes rate-monotonic analysis up to C = 3, EDF up to C = 5. */
const setOf = (C: number, id: string) => ({
  id,
  tasks: [
    { C, T: 10, D: 10 },
    { C: 7, T: 14, D: 14 },
  ],
});

function counted(sets: readonly Parameters<typeof analyzeSet>[0][], width?: number): AcceptanceCounter {
  const counter = new AcceptanceCounter(width);
  for (const set of sets) counter.add(analyzeSet(set, { also: ["non-preemptive"] }));
  return counter;
}

describe("acceptance", () => {
  const found = counted(
    [1, 3, 4, 5, 6].map((C) => setOf(C, String(C))),
    0.1,
  ).found();
  const of = (test: string) => found.find((one) => one.test === test);

  test("counts the sets that each test accepts at each utilisation", () => {
    expect(of("EDF")?.points).toEqual([
      { utilisation: 0.6, sets: 1, accepted: 1 },
      { utilisation: 0.8, sets: 1, accepted: 1 },
      { utilisation: 0.9, sets: 1, accepted: 1 },
      { utilisation: 1, sets: 1, accepted: 1 },
      { utilisation: 1.1, sets: 1, accepted: 0 },
    ]);
    // 2 x 3 + 7 fits into 14, 2 x 4 + 7 does not.
    expect(of("DM")?.points.map(({ accepted }) => accepted)).toEqual([1, 1, 0, 0, 0]);
    expect(of("DM")?.weighted).toBeCloseTo((0.6 + 0.8) / (0.6 + 0.8 + 0.9 + 1 + 1.1), 12);
    // The long one in front: 7 - 1 + C within 10.
    expect(of("non-preemptive EDF")?.points.map(({ accepted }) => accepted)).toEqual([1, 1, 1, 0, 0]);
  });

  test("leaves out tests that say nothing of any set, or nobody asked for", () => {
    const constrained = { id: "a", tasks: [{ C: 1, T: 10, D: 5 }] };
    const names = counted([constrained])
      .found()
      .map(({ test }) => test);
    expect(names).toEqual(["RM", "DM", "density", "EDF", "FIFO", "non-preemptive DM", "non-preemptive EDF"]);
  });

  test("sets made for one utilisation stand at it, though rounding makes them miss it a little", () => {
    const sets = generateTaskSets({ utilisation: [0.45, 0.5, 0.55], sets: 20, seed: 3 });
    const [first] = counted(sets).found();
    expect(first?.points.map(({ utilisation, sets }) => [utilisation, sets])).toEqual([
      [0.45, 20],
      [0.5, 20],
      [0.55, 20],
    ]);
  });

  test("intervals are Wilson's, also where all or none are accepted", () => {
    // Of the binomial confidence intervals in Brown, Cai and DasGupta, Statistical Science 2001.
    const [from, to] = intervalOf({ utilisation: 1, sets: 20, accepted: 10 });
    expect([from, to]).toEqual([expect.closeTo(0.2993, 4), expect.closeTo(0.7007, 4)]);
    expect(intervalOf({ utilisation: 1, sets: 10, accepted: 0 })).toEqual([0, expect.closeTo(0.2775, 4)]);
    expect(intervalOf({ utilisation: 1, sets: 10, accepted: 10 })).toEqual([expect.closeTo(0.7225, 4), 1]);
  });

  test("the table has a line for each test and utilisation", () => {
    const lines = acceptanceCsv(found).trim().split("\n");
    expect(lines[0]).toBe("utilisation,test,sets,accepted,share,from,to");
    expect(lines).toHaveLength(1 + found.reduce((all, { points }) => all + points.length, 0));
    expect(lines.find((line) => line.startsWith("1.1,EDF,"))).toMatch(/^1\.1,EDF,1,0,0,0,0\.79/);
  });

  test("the picture names tests that accept the same sets together, and says in words what each line shows", () => {
    const svg = acceptanceChart(found, 0.1, "made up");
    expect(svg).toContain(">LL = hyperbolic = RM = DM = FIFO: 0.318<");
    expect(svg).toContain(">non-preemptive DM = non-preemptive EDF: 0.523<");
    expect(svg).toContain("density = EDF: 0.750, from utilisation 0.6: 1 of 1 sets to utilisation 1.1: 0 of 1 sets");
    expect(svg).not.toContain("NaN");
  });
});

test("the non-preemptive verdicts beside the others are those of the analysis where nothing is preempted", () => {
  const sets = generateTaskSets({
    utilisation: [0.3, 0.6, 0.9],
    sets: 30,
    tasks: { least: 2, most: 4 },
    periods: { kind: "uniform", least: 10_000, most: 30_000 },
    seed: 4,
  });
  const accepted = { dm: 0, edf: 0 };
  for (const set of sets) {
    const { nonPreemptive } = analyzeSet(set, { also: ["non-preemptive"] });
    const { dm, edf } = analyzeSet(set, { preemption: "none" });
    expect(nonPreemptive).toEqual({ dm: dm.sched, edf: edf.sched });
    accepted.dm += Number(dm.sched);
    accepted.edf += Number(edf.sched);
  }
  // Some, and not all; EDF more.
  expect(accepted.dm).toBeGreaterThan(20);
  expect(accepted.edf).toBeGreaterThan(accepted.dm);
  expect(accepted.edf).toBeLessThan(sets.length);
});

test("the command writes both files, and prints what it prints without them", async () => {
  const text = writeTaskSets(
    generateTaskSets({ utilisation: [0.6, 0.8], sets: 3, tasks: { least: 4, most: 4 }, seed: 2 }),
  );
  const [svg, csv] = [join(folder, "a.svg"), join(folder, "a.csv")];
  const words = ["analyze", "--also", "non-preemptive"];
  const plain = await runCli(words, text);
  const { code, out } = await runCli([...words, "--svg", svg, "--csv", csv], text);
  expect([code, out]).toEqual([0, plain.out]);
  expect(out).toContain("non-preemptive EDF");
  expect(readFileSync(svg, "utf8")).toContain("standard input, 6 sets");
  expect(readFileSync(csv, "utf8")).toContain("\n0.8,EDF,3,");
  const refused = await runCli([...words, "--svg", join(folder, "no", "a.svg")], text);
  expect([refused.code, refused.out]).toEqual([2, ""]);
  expect(refused.err).toContain("file_not_written");
});
