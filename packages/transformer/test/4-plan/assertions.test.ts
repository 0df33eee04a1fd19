/** Plans that break what holds between the passes: each is noticed before anything is emitted. */
import ts from "typescript";
import { expect, test } from "vitest";
import { assertPlan } from "../../src/4-plan/assertions.ts";
import type { FilePlan, FunctionPlan, PlainPlan } from "../../src/4-plan/function-plan.ts";
import type { LoopPlan } from "../../src/4-plan/loops/loop-plan.ts";
import { planFile } from "../../src/4-plan/plan-file.ts";
import { inspectFile } from "../../src/pipeline/inspect.ts";

const source = `
/** @preempt */
function blur(rows, g) {
  let s = 0;
  for (let y = 0; y < rows.length; y++)
    for (let x = 0; x < rows[y].length; x++)
      for (let c = 0; c < rows[y][x]; c++) s += c;
  return s;
}
/** @preempt */
function around(xs) {
  let n = 0;
  xs.each(/** @preempt */ () => { for (const x of xs) n += x(); });
  return n;
}
`;

function planned(): FilePlan {
  const file = ts.createSourceFile("file.js", source, ts.ScriptTarget.ESNext, true);
  const { result } = inspectFile(file, {}, { functions: "annotated", script: false });
  return planFile(result as NonNullable<typeof result>, {});
}

/** The plan with another plan of the function in this place. */
function withOther(plan: FilePlan, at: number, change: (f: FunctionPlan) => Partial<FunctionPlan>): FilePlan {
  const functions = new Map(plan.functions);
  const [node, old] = [...functions][at] as [FunctionPlan["candidate"]["node"], FunctionPlan];
  functions.set(node, { ...old, ...change(old) });
  return { ...plan, functions };
}

function form(of: FunctionPlan, change: (form: PlainPlan) => Partial<PlainPlan>): Partial<FunctionPlan> {
  const old = of.form as PlainPlan;
  return { form: { ...old, ...change(old) } };
}

function loops(of: FunctionPlan, change: (all: [ts.IterationStatement, LoopPlan][]) => void): Partial<FunctionPlan> {
  const all = [...of.form.loops];
  change(all);
  return form(of, () => ({ loops: new Map(all) }));
}

function withoutBody(of: FunctionPlan): Partial<FunctionPlan> {
  return form(of, ({ points }) => ({ points: new Set([...points].filter((p) => p !== of.candidate.node.body)) }));
}

test("a plan as it is made holds", () => {
  expect(() => assertPlan(planned())).not.toThrow();
});

const broken: [what: string, at: number, change: (f: FunctionPlan) => Partial<FunctionPlan>][] = [
  ["has a loop without a plan", 0, (f) => loops(f, (all) => all.splice(2, 1))],
  ["leaves a point out", 0, (f) => loops(f, (all) => all[2]?.splice(1, 1, { kind: "part of round" }))],
  ["has a nest in a nest", 0, (f) => loops(f, (all) => all[1]?.splice(1, 1, all[0]?.[1] as LoopPlan))],
  [
    "counts elsewhere than in the nest around it",
    0,
    (f) => loops(f, (all) => all[0]?.splice(1, 1, all[1]?.[1] as LoopPlan)),
  ],
  ["is emitted once", 0, () => ({ original: "entry" })],
  ["has one body, which returns", 0, (f) => form(f, () => ({ bodies: 1 }))],
  ["counts at its start and calls nothing", 0, (f) => form(f, () => ({ start: "counts" }))],
  ["resumes what is never suspended", 0, (f) => form(f, () => ({ points: new Set(), loops: new Map() }))],
  ["has two bodies, and no liveness", 0, (f) => form(f, () => ({ liveness: undefined }))],
  ["has a point in something that is none", 0, withoutBody],
  ["has two bodies, and variables around one", 1, (f) => form(f, () => ({ bodies: 2 }))],
  ["does not save n", 1, (f) => form(f, ({ locals }) => ({ locals: { ...locals, hoisted: [], vars: [] } }))],
  [
    "saves a variable twice",
    1,
    (f) => form(f, ({ locals }) => ({ locals: { ...locals, vars: [...locals.vars, ...locals.parameters] } })),
  ],
  ["keeps n in two places", 1, (f) => form(f, ({ locals }) => ({ locals: { ...locals, boxed: locals.shared } }))],
  [
    "is a generator and takes bodies",
    1,
    ({ closure, form: { loops } }) => ({
      closure: { ...closure, bits: 1 },
      form: { kind: "generator", reason: { code: "async" }, loops },
    }),
  ],
];

test.each(broken)("%s", (what, at, change) => {
  expect(() => assertPlan(withOther(planned(), at, change))).toThrow(what);
});

test("a function without a plan", () => {
  expect(() => assertPlan({ ...planned(), functions: new Map() })).toThrow("plan: the function in line 3 has no plan");
});
