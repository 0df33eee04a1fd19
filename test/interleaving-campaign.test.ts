/** The campaign that runs three jobs of a package at once, with packages made for it: no network. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { entriesOf } from "../scripts/interleave/catalog.ts";
import { type EntryResult, runEntry } from "../scripts/interleave/run-entry.ts";
import { randomSchedule, runJobs } from "../scripts/interleave/schedules.ts";

const work = mkdtempSync(join(tmpdir(), "preempt-interleave-"));
const jobs = fileURLToPath(new URL("interleave/planted.mjs", import.meta.url));
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Adds up in a variable of the module, which is read again after each preemption point. */
const shared = `
let sum = 0;
export function total(list) {
  sum = 0;
  for (const x of list) {
    const y = step(x);
    sum += y;
  }
  return sum;
}
function step(x) {
  for (let i = 0; i < 2; i++);
  return x;
}
`;
const sources: Record<string, string> = {
  "planted-race": `/** @preempt reentrant */\n\n${shared.trimStart()}`,
  "planted-guarded": shared,
  "planted-calm": shared.replace("let sum = 0;", "").replace("sum = 0;", "let sum = 0;"),
};

/** As npm leaves it behind, so that nothing is installed. */
function plant(name: string): void {
  const folder = join(work, name);
  const inside = join(folder, "node_modules", name);
  mkdirSync(inside, { recursive: true });
  writeFileSync(
    join(inside, "package.json"),
    JSON.stringify({ name, version: "1.0.0", type: "module", main: "index.js" }),
  );
  writeFileSync(join(inside, "index.js"), sources[name] ?? "");
  const manifest = { private: true, dependencies: { [name]: "1.0.0" }, overrides: {} };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

async function run(name: string): Promise<EntryResult> {
  plant(name);
  const entry = (await entriesOf(jobs)).find((one) => one.name === name);
  if (entry === undefined) throw new Error(`no entry ${name}`);
  return runEntry(entry, { work, jobs, budgets: [3], schedules: 20, seed: 1 });
}

const wrongWays = ({ ways }: EntryResult) => ways.filter(({ wrong }) => wrong > 0).map(({ way }) => way);

describe("three jobs of a package at once", { timeout: 120_000 }, () => {
  test("a package whose jobs share a variable comes out wrong, taking turns and under random schedules", async () => {
    const result = await run("planted-race");
    expect(wrongWays(result)).toEqual([3, "random"]);
    expect(result.differences[0]).toMatchObject({ way: 3, what: expect.stringContaining("instead of") });
    expect(result.points.units).toEqual([]);
  });

  test("where nobody declares it reentrant it is right, and said to be exclusive", async () => {
    const result = await run("planted-guarded");
    expect(wrongWays(result)).toEqual([]);
    expect(result.points.units).toEqual(["planted-guarded/index"]);
    expect(result.points.exclusive).toBeGreaterThan(0);
    expect(result.ways.map(({ way, runs }) => [way, runs])).toEqual([
      ["plain", 1],
      ["alone", 3],
      [3, 1],
      ["random", 20],
    ]);
  });

  test("a package that keeps everything in its calls is right, and in no unit", async () => {
    const result = await run("planted-calm");
    expect(wrongWays(result)).toEqual([]);
    expect(result.points).toMatchObject({ exclusive: 0, units: [] });
    expect(result.ways.every(({ way, preemptions }) => way === "plain" || preemptions > 0)).toBe(true);
  });
});

test("a random schedule is determined by its seed, and preempts 1 to 20 times in the mean", () => {
  const slices = (seed: number) => {
    const next = randomSchedule(seed, 1000);
    return Array.from({ length: 40 }, () => next(3));
  };
  expect(slices(7)).toEqual(slices(7));
  expect(slices(7)).not.toEqual(slices(8));
  for (let seed = 0; seed < 50; seed++) {
    const budgets = slices(seed).map(({ budget }) => budget);
    const mean = budgets.reduce((sum, budget) => sum + budget, 0) / budgets.length;
    expect(mean).toBeGreaterThan(1000 / 20 / 3);
    expect(mean).toBeLessThan(1000 * 3);
    expect(slices(seed).every(({ which }) => which >= 0 && which < 3)).toBe(true);
  }
});

test("jobs that go on for longer than expected are given up", async () => {
  function* endless() {
    for (;;) yield;
  }
  const outcome = await runJobs({ endless, one: () => 1 }, { schedule: () => ({ which: 0, budget: 0 }), most: 50 });
  expect(outcome).toMatchObject({ isEndless: true, preemptions: 50 });
});
