/** The runner of `npm run libraries` itself: what fails is reported as failing, in every mode. */
import "@preempt/runtime/script";
import { transform } from "@preempt/transformer";
import { expect, test } from "vitest";
import { StretchMeter } from "../benchmarks/src/stretches.ts";
import { compareRuns } from "../scripts/libraries/compare.ts";
import { createInvoke, type Mode } from "../scripts/libraries/invoke.ts";
import type { Library } from "../scripts/libraries/library.ts";
import { type CaseResult, runSuite } from "../scripts/libraries/run.ts";
import { type Body, Suite } from "../scripts/libraries/suite.ts";

const modes: Mode[] = ["plain", 1, 300];

/** Each body by its name, every function in it preemptable. */
function bodies(): Record<string, Body> {
  const code = `
    function sum(n) { let s = 0; for (let i = 0; i <= n; i++) s += i; return s; }
    function check(ok) { if (!ok) throw new Error("no"); }
    const later = () => new Promise((resolve) => setTimeout(resolve, 1));
    return {
      "sync, right": () => { check(sum(9000) === 40504500); },
      "sync, wrong": () => { check(sum(9000) === 1); },
      "async, right": async () => { await later(); check(sum(9000) === 40504500); },
      "async, wrong": async () => { await later(); check(sum(9000) === 1); },
      "callback, right": (done) => { sum(9000); setTimeout(done, 1); },
      "callback, wrong": (done) => { sum(9000); setTimeout(() => done(new Error("no")), 1); },
      "stray": (done) => { sum(9000); setTimeout(() => { throw new Error("no"); }, 1); },
      "never": (done) => { sum(9000); },
      "rival": () => { for (;;) sum(3); },
    };`;
  return new Function(transform(code, { fileName: "bodies.js", functions: "all", module: false }).code)();
}

async function run(mode: Mode): Promise<CaseResult[]> {
  const suite = new Suite();
  const { rival, ...cases } = bodies();
  for (const [name, body] of Object.entries(cases)) suite.add(name, body, { callsBack: body.length > 0 });
  return await runSuite(suite, { invoke: createInvoke(mode, rival as Body), patience: 200 });
}

test.for(modes)("mode %s: a case passes or fails as its body says", async (mode) => {
  const results = await run(mode);
  const outcomes = Object.fromEntries(results.map(({ name, outcome, error = "" }) => [name, `${outcome} ${error}`]));
  expect(outcomes).toEqual({
    "sync, right": "passed ",
    "sync, wrong": "failed no",
    "async, right": "passed ",
    "async, wrong": "failed no",
    "callback, right": "passed ",
    "callback, wrong": "failed no",
    stray: "failed no",
    never: "failed no end after 200 ms",
  });
  const preempted = results.filter((r) => r.preemptions > 0).map((r) => r.name);
  expect(preempted).toEqual(mode === "plain" ? [] : expect.arrayContaining(["sync, right", "async, right"]));
});

test("of the running time, what lies in long stretches between preemptions is not preemptable", async () => {
  let now = 0;
  const meter = new StretchMeter(() => now);
  // Preempted after each 20 points.
  await meter.drive(function* () {
    for (let i = 0; i < 400; i++) {
      now += 0.01;
      yield;
    }
  });
  expect(meter.stretches.share).toBe(1);
  expect(meter.stretches.longest).toBeLessThan(0.25);
  await meter.drive(() => {
    now += 6;
  });
  expect(meter.stretches.share).toBeCloseTo(0.4);
  expect(meter.stretches.longest).toBeCloseTo(6);
  const failing = meter.drive(() => {
    now += 7;
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(meter.stretches.longest).toBeCloseTo(7);
});

test("a body with hooks around it fails when a hook fails", async () => {
  const suite = new Suite();
  const log: string[] = [];
  suite.hook("beforeEach", () => log.push("beforeEach"));
  suite.hook("afterEach", () => log.push("afterEach"));
  suite.describe(
    "broken",
    () => {
      suite.hook("before", () => {
        throw new Error("no");
      });
      suite.add("case", () => log.push("never"));
    },
    undefined,
  );
  suite.add("case", () => log.push("case"));
  const results = await runSuite(suite, { invoke: createInvoke("plain", () => {}) });
  expect(results.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual(["broken › case failed", "case passed"]);
  expect(log).toEqual(["beforeEach", "case", "afterEach"]);
});

test("a case that comes out differently, or is missing, is a difference unless the catalog gives a reason", () => {
  const result = (name: string, outcome: CaseResult["outcome"]): CaseResult => ({
    name,
    outcome,
    preemptions: 0,
    time: 0,
  });
  const coverage = { files: 1, functions: 1, preemptable: 1, refused: {} };
  const exceptions = [
    { name: "text", because: "it compares source text" },
    { name: "a", error: "too long", because: "it looks at the clock" },
  ];
  const library = { name: "x", exceptions } as unknown as Library;
  const original = {
    mode: "original" as const,
    optimize: "speed",
    coverage,
    cases: ["a", "b", "g › text"].map((n) => result(n, "passed")),
  };
  const changed = { mode: 1, optimize: "none", coverage, cases: [result("a", "failed"), result("g › text", "failed")] };
  const { differences, excepted } = compareRuns(library, original, [original, changed]);
  expect(differences.map((d) => `${d.name}: ${d.expected}, ${d.actual}`)).toEqual([
    "a: passed, failed",
    "b: passed, missing",
  ]);
  expect(excepted.map((d) => d.name)).toEqual(["g › text"]);
  expect([differences[0]?.optimize, excepted[0]?.optimize]).toEqual(["none", "none"]);
});
