/** What becomes of loops, as lines: plan-loops.ts and its passes, without what is emitted. */
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { showLoopPlan } from "../../src/4-plan/loops/show-loop-plan.ts";
import { type PlanOptions, planFile } from "../../src/4-plan/plan-file.ts";
import { inspectFile } from "../../src/pipeline/inspect.ts";

/** A line for each loop of `main`, outer ones first. */
function planned(body: string, optimize: PlanOptions["optimize"] = {}, strategy?: PlanOptions["strategy"]): string[] {
  const code = `"use strict"; /** @preempt */ function counts(n) { let k = 0; while (k < n) k++; return k; }
    /** @preempt */ ${body.includes("await") ? "async " : ""}function main(n, f, xs) { let s = 0; ${body} return s; }`;
  const file = ts.createSourceFile("program.js", code, ts.ScriptTarget.ESNext, true);
  const { result } = inspectFile(file, {}, { functions: "annotated", script: false });
  if (result === undefined) throw new Error("nothing is preemptable");
  const { functions } = planFile(result, { optimize, strategy });
  const main = [...functions.values()].find(({ candidate }) => candidate.node.name?.getText() === "main");
  return [...(main?.form.loops.values() ?? [])].map(showLoopPlan);
}

const counted = "for (let i = 0; i < n; i++) s += i;";

describe("a plain body", () => {
  const loops: Readonly<Record<string, readonly [body: string, ...plans: string[]]>> = {
    "a loop over an integer": [counted, "counted by i, 8 rounds a point, joint bound if integers, numbers s i"],
    "a bound that is written out": [
      counted.replace("n", "90"),
      "counted by i, 8 rounds a point, joint bound, numbers s i",
    ],
    "a bound that changes": ["for (let i = 0; i < n; i++) n--;", "counted by i, 8 rounds a point, numbers n i"],
    "a counter that may be anything": [
      "for (let i = n; i < 90; i++) s += i;",
      "strip-mined, local tally: no_counter, 8 rounds a point, joint bound if integers, numbers s i",
    ],
    "a round that makes something": ["for (let i = 0; i < n; i++) s = [i];", "counted by i, numbers i"],
    "a condition alone": ["while (s < n) s++;", "strip-mined, local tally, 8 rounds a point, numbers s"],
    "a function inside": [
      "while (s < n) s += [1].map((x) => x)[0];",
      "strip-mined, state tally: may_end_budget, numbers s",
    ],
    "a call of what nobody knows": ["while (s < n) s += xs.m(f);", "point each round: call_inside, numbers s"],
    "a walk of values": ["for (const x of xs) s += x;", "strip-mined, local tally, numbers s"],
    "a walk of keys": [
      "for (const x in xs) s += JSON.stringify(xs).length;",
      "strip-mined, state tally: walks_keys, numbers s",
    ],
    "a walk of keys in a few operations": ["for (const x in xs) s++; s += counts(n);", "part of round"],
    "a condition that comes last": ["do s++; while (s < n);", "point each round: condition_last, numbers s"],
    "a call inside": [
      "while (s < n) s += counts(n);",
      "point each round: call_inside, implied by a point inside, numbers s",
    ],
    "a call that may not come": [
      "while (s < n) if (s > 3) s += counts(n);",
      "point each round: call_inside, numbers s",
    ],
    "a call in the condition": ["while (counts(n) > n) s++;", "point each round: call_inside, open head, numbers s"],
    "loops in each other": [
      "for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) s += j;",
      "nest head, 8 rounds a point, implied by a point inside, numbers s i",
      "counted by j, 8 rounds a point, joint bound if integers, in a nest, numbers s j",
    ],
    "three of them": [
      "for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) for (let k = 0; k < j; k++) s = [k];",
      "nest head, numbers i",
      "point each round: loop_inside, implied by a point inside, in a nest, numbers j",
      "counted by k, in a nest, numbers k",
    ],
    "a call beside the inner one": [
      "for (let i = 0; i < n; i++) { while (s < n) s++; s -= counts(n); }",
      "point each round: loop_inside, implied by a point inside, numbers s i",
      "strip-mined, local tally, 8 rounds a point, numbers s",
    ],
    "a few rounds inside another": [
      "for (let i = 0; i < n; i++) for (let j = 0; j < 3; j++) s += j;",
      "counted by i, numbers s i",
      "part of round",
    ],
  };
  for (const [what, [body, ...plans]] of Object.entries(loops)) {
    test(what, () => expect(planned(body)).toEqual(plans));
  }
});

describe("a generator", () => {
  const loops: Readonly<Record<string, readonly [body: string, ...plans: string[]]>> = {
    "a loop over an integer": [counted, "strip-mined, local tally, 8 rounds a point, numbers i s"],
    "a walk of values": ["for (const x of xs) s += x;", "strip-mined, local tally, numbers s"],
    "a walk of keys": ["for (const x in xs) s += JSON.stringify(xs).length;", "point each round: walks_keys"],
    "a variable that is no name": ["for (const [x] of xs) s += x;", "point each round: no_declared_name"],
    "an await inside": ["while (s < n) s += await f;", "point each round: await_inside"],
    "loops in each other": [
      "for (let i = 0; i < n; i++) while (s < n) s++;",
      "point each round: loop_inside",
      "strip-mined, local tally, 8 rounds a point, numbers s",
    ],
  };
  for (const [what, [body, ...plans]] of Object.entries(loops)) {
    test(what, () => expect(planned(`await 0; ${body}`)).toEqual(plans));
  }

  test("as in the paper: each round has a point", () => {
    expect(planned(counted, {}, "paper")).toEqual(["point each round: by_options"]);
  });
});

describe("each pass has a switch", () => {
  const body = "for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) s += j;";
  const inner = (optimize: PlanOptions["optimize"]) => planned(counted, optimize)[0];

  test("stripMining", () => {
    expect(planned(body, { stripMining: false })).toEqual([
      "point each round: by_options, numbers s i",
      "point each round: by_options, numbers s j",
    ]);
  });
  test("countedLoops", () => {
    expect(inner({ countedLoops: false })).toBe(
      "strip-mined, local tally, 8 rounds a point, joint bound if integers, numbers s i",
    );
  });
  test("jointBounds", () => {
    expect(inner({ jointBounds: false })).toBe("counted by i, 8 rounds a point, numbers s i");
  });
  test("lightRounds", () => {
    expect(inner({ lightRounds: false })).toBe("counted by i, joint bound if integers, numbers s i");
  });
  test("numbers", () => {
    expect(inner({ numbers: false })).toBe("counted by i, 8 rounds a point, joint bound if integers");
  });
  test("loopNests", () => {
    expect(planned(body, { loopNests: false })).toEqual([
      "point each round: loop_inside, implied by a point inside, numbers s i",
      "counted by j, 8 rounds a point, joint bound if integers, numbers s j",
    ]);
  });
  test("startBodies: where one body starts and resumes, no loop counts for others", () => {
    expect(planned(body, { startBodies: false })[0]).toBe(
      "point each round: loop_inside, implied by a point inside, numbers s i",
    );
  });
});
