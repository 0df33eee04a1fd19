/** Acceptance by utilisation: the counts, the table and the picture. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { AcceptanceCounter, acceptanceCsv, type Grouping, intervalOf } from "../../src/lab/analyze/acceptance.ts";
import { acceptanceChart } from "../../src/lab/analyze/acceptance-chart.ts";
import { analyzeSet } from "../../src/lab/analyze/analyze-set.ts";
import { generateTaskSets } from "../../src/lab/generate/index.ts";
import { type TaskSet, writeTaskSets } from "../../src/lab/task-set.ts";
import { runCli, startCli } from "./spawned-cli.ts";

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

function counted(sets: readonly Parameters<typeof analyzeSet>[0][], grouping: Grouping = {}): AcceptanceCounter {
  const counter = new AcceptanceCounter(grouping);
  for (const set of sets) counter.add(analyzeSet(set, { also: ["non-preemptive"] }));
  return counter;
}

describe("acceptance", () => {
  const counter = counted(
    [1, 3, 4, 5, 6].map((C) => setOf(C, String(C))),
    { width: 0.1 },
  );
  const found = counter.found();
  const of = (test: string) => found.find((one) => one.test === test);

  test("counts the sets that each test accepts at each utilisation", () => {
    expect(of("EDF")?.points).toEqual([
      { at: 0.6, sets: 1, accepted: 1, weighted: 1 },
      { at: 0.8, sets: 1, accepted: 1, weighted: 1 },
      { at: 0.9, sets: 1, accepted: 1, weighted: 1 },
      { at: 1, sets: 1, accepted: 1, weighted: 1 },
      { at: 1.1, sets: 1, accepted: 0, weighted: 0 },
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
    expect(first?.points.map(({ at, sets }) => [at, sets])).toEqual([
      [0.45, 20],
      [0.5, 20],
      [0.55, 20],
    ]);
  });

  test("intervals are Wilson's, also where all or none are accepted", () => {
    // Of the binomial confidence intervals in Brown, Cai and DasGupta, Statistical Science 2001.
    const [from, to] = intervalOf({ sets: 20, accepted: 10 });
    expect([from, to]).toEqual([expect.closeTo(0.2993, 4), expect.closeTo(0.7007, 4)]);
    expect(intervalOf({ sets: 10, accepted: 0 })).toEqual([0, expect.closeTo(0.2775, 4)]);
    expect(intervalOf({ sets: 10, accepted: 10 })).toEqual([expect.closeTo(0.7225, 4), 1]);
  });

  test("the table has a line for each test and utilisation, and one for all sets", () => {
    const lines = acceptanceCsv(found).trim().split("\n");
    expect(lines[0]).toBe("utilisation,test,sets,accepted,share,from,to,weighted");
    expect(lines).toHaveLength(1 + found.reduce((all, { points }) => all + points.length + 1, 0));
    expect(lines.find((line) => line.startsWith("1.1,EDF,"))).toMatch(/^1\.1,EDF,1,0,0,0,0\.79.*,0$/);
    expect(lines.find((line) => line.startsWith(",EDF,"))).toMatch(/^,EDF,5,4,0\.8,0\.37.*,0\.96.*,0\.7499/);
  });

  test("the picture names tests that accept the same sets together, and says in words what each line shows", () => {
    const svg = acceptanceChart(counter, "made up");
    expect(svg).toContain(">LL = hyperbolic = RM = DM = FIFO: 0.318<");
    expect(svg).toContain(">non-preemptive DM = non-preemptive EDF: 0.523<");
    expect(svg).toContain("density = EDF: 0.750, from utilisation 0.6: 1 of 1 sets to utilisation 1.1: 0 of 1 sets");
    expect(svg).not.toContain("NaN");
  });

  test("utilisations stand under the picture as they are, however narrow the steps", () => {
    const sets = [1, 2, 3].map((C) => ({ id: C, tasks: [{ C: 41 + C, T: 40, D: 100 }] }));
    const svg = acceptanceChart(counted(sets, { width: 0.025 }), "made up");
    expect([...svg.matchAll(/class="tick".*?>(.*?)</g)].map(([, tick]) => tick)).toEqual(["1.05", "1.075", "1.1"]);
    expect(svg).toContain("utilisation 1.075: 0 of 1 sets");
  });

  test("lines go on over utilisations that no set has, and stop where a test says nothing of those that there are", () => {
    const at = (C: number, J = 0) => ({ id: `${C}`, tasks: [{ C, T: 40, D: 40, J }] });
    const linesOf = (sets: TaskSet[]) =>
      [...acceptanceChart(counted(sets), "made up").matchAll(/<path class="[^"]*" d="(M[^"V]*)"\/>/g)].map(
        ([, d = ""]) => d.replaceAll(/[^ML]/g, ""),
      );
    expect(linesOf([at(20), at(24), at(28)])).toContain("MLL");
    // Liu and Layland's bound does not know jitter.
    expect(linesOf([at(20), at(24, 1), at(28)])).toContain("MM");
  });

  test("sets without tasks have nothing to accept", () => {
    const jobs = { id: "j", tasks: [], jobs: [[0, 1, 5] as const] };
    const alone = counted([jobs]);
    expect([alone.sets, alone.found()]).toEqual([1, []]);
    expect(acceptanceChart(alone, "made up")).not.toContain("NaN");
    expect(counted([jobs, setOf(1, "1")]).found()[0]?.points).toHaveLength(1);
  });

  test("by another number sets of all utilisations stand together, and count by their utilisation", () => {
    const counter = new AcceptanceCounter({ by: "tasks" });
    const three = { id: "c", tasks: [...setOf(1, "").tasks, { C: 1, T: 10, D: 10 }] };
    for (const set of [setOf(3, "a"), setOf(4, "b"), three]) counter.add(analyzeSet(set), set.tasks.length);
    const [dm] = counter.found().filter(({ test }) => test === "DM");
    expect(dm?.points).toEqual([
      { at: 2, sets: 2, accepted: 1, weighted: expect.closeTo(0.8 / (0.8 + 0.9), 12) },
      { at: 3, sets: 1, accepted: 1, weighted: 1 },
    ]);
    expect(dm?.weighted).toBeCloseTo((0.8 + 0.7) / (0.8 + 0.9 + 0.7), 12);
    const svg = acceptanceChart(counter, "made up");
    expect(svg).toContain(">Weighted schedulability, by tasks<");
    expect(svg).toContain("tasks 2: 1 of 2 sets, 47.1 % weighted");
    expect(acceptanceCsv(counter.found(), counter.by)).toMatch(/^tasks,test,sets,/);
  });

  test("partitions are verdicts as others are", () => {
    const heavy = { C: 6, T: 10, D: 10 };
    const counter = new AcceptanceCounter();
    for (const [id, count] of [2, 3].entries()) {
      const set = { id, tasks: Array.from({ length: count }, () => heavy) };
      counter.add(analyzeSet(set, { also: ["partition"], processors: 2 }));
    }
    const fits = counter.found().filter(({ test }) => test.includes("-fit"));
    expect(fits.map(({ test }) => test)).toEqual(
      ["EDF", "DM"].flatMap((policy) => ["first", "best", "worst"].map((fit) => `${fit}-fit ${policy}`)),
    );
    for (const { points } of fits) expect(points.map(({ accepted }) => accepted)).toEqual([1, 0]);
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
  const byTasks = await runCli([...words, "--csv", csv, "--by", "tasks"], text);
  expect([byTasks.code, byTasks.out]).toEqual([0, plain.out]);
  expect(readFileSync(csv, "utf8")).toContain("\n4,EDF,6,");
  const refused = await runCli([...words, "--svg", join(folder, "no", "a.svg")], text);
  expect([refused.code, refused.out]).toEqual([2, ""]);
  expect(refused.err).toContain("file_not_written");
});

test("what cannot be drawn is refused before anything is analysed", async () => {
  const [light, outlier] = [
    { C: 1, T: 10, D: 10 },
    { C: 1e9, T: 1, D: 1e9 },
  ];
  const text = writeTaskSets([
    { id: "a", tasks: [light] },
    { id: "b", tasks: [outlier] },
  ]);
  const svg = join(folder, "wide.svg");
  const wide = await runCli(["analyze", "--svg", svg], text);
  expect([wide.code, wide.out, existsSync(svg)]).toEqual([2, "", false]);
  expect(wide.err).toContain("columns_too_many: utilisation from 0.1 to 1000000000 in steps of 0.05");
  const missing = await runCli(["analyze", "--svg", svg, "--by", "jitter"], text);
  expect([missing.code, missing.out]).toEqual([2, ""]);
  expect(missing.err).toContain('by_no_number: standard input, set "a": jitter is missing.');
});

test.for(["1", "2"])(
  "interrupted, %s at a time, it leaves the pictures of what was analysed",
  { timeout: 60_000 },
  async (parallel) => {
    const text = writeTaskSets(
      generateTaskSets({ utilisation: [0.9], sets: 400, tasks: { least: 40, most: 40 }, seed: 2 }),
    );
    const csv = join(folder, `part-${parallel}.csv`);
    const { process: child, ended } = startCli(["analyze", "--json", "--parallel", parallel, "--csv", csv], text);
    child.stdout?.once("data", () => child.kill("SIGINT"));
    const { code, out } = await ended;
    expect(code).toBe(130);
    const counted = Number(/^,DM,(\d+),/m.exec(readFileSync(csv, "utf8"))?.[1]);
    expect(counted).toBeGreaterThan(0);
    expect(counted).toBeLessThan(400);
    expect(out.trim().split("\n").length).toBeGreaterThanOrEqual(counted - 1);
  },
);
