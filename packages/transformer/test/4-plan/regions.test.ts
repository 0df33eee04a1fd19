/** Regions are what stands in a body, form by form; what has no region is refused with the reason that comes first. */
import ts from "typescript";
import { expect, test } from "vitest";
import type { Callees } from "../../src/1-resolve/calls.ts";
import { findPoints } from "../../src/4-plan/points.ts";
import { isReason, type Reason } from "../../src/4-plan/reason.ts";
import { regionsOf } from "../../src/4-plan/regions/lower-statements.ts";
import { outermostLoops } from "../../src/4-plan/regions/outermost-loops.ts";
import type { Evaluated, Region, Regions, Result, Value } from "../../src/4-plan/regions/regions.ts";

/** Calls of `f` may be suspended, others not. */
const callees = {
  of: (call: ts.CallExpression) => ({ kind: /\bf$/.test(call.expression.getText()) ? "maybe" : "no" }),
  mayBeGetter: () => false,
  givesGenerator: () => false,
  isGivenGenerator: () => false,
} as unknown as Callees;

function lowered(body: string): { regions: Regions | Reason; f: ts.FunctionDeclaration } {
  const file = ts.createSourceFile("a.ts", `function g() { ${body} }`, ts.ScriptTarget.Latest, true);
  const f = file.statements[0] as ts.FunctionDeclaration;
  return { regions: regionsOf(f, findPoints(f, callees), callees), f };
}

function shapeOf(body: string): string {
  const { regions } = lowered(body);
  if (isReason(regions)) return [regions.code, regions.name].filter((part) => part !== undefined).join(" ");
  return regions.body.kind === "sequence" ? regions.body.items.map(shape).join(" ") : result(regions.body);
}

function shape(region: Region): string {
  if (!region.hasPoints) return region.kind === "straight" ? "straight" : `-${region.kind}`;
  return `${region.kind}(${partsOf(region)
    .filter((part) => part !== "")
    .join(" ")})`;
}

function partsOf(region: Region): string[] {
  switch (region.kind) {
    case "sequence":
      return region.items.map(shape);
    case "variables":
      return region.values.map(({ value }) => (value ? evaluated(value) : ""));
    case "effect":
      return [evaluated(region.value)];
    case "return":
    case "throw":
      return region.result ? [result(region.result)] : [];
    case "branch":
      return [
        evaluated(region.condition),
        shape(region.whenTrue),
        ...(region.whenFalse ? [shape(region.whenFalse)] : []),
      ];
    case "loop": {
      const { start, condition, incrementor } = region;
      const heads = [condition, incrementor].map((head) => (head ? evaluated(head) : ""));
      const first = start === undefined ? "" : start.kind === "variables" ? shape(start) : evaluated(start);
      return [first, ...heads, shape(region.body)];
    }
    case "switch":
      return [evaluated(region.value), ...region.clauses.map(({ items }) => `[${items.map(shape).join(" ")}]`)];
    case "labelled":
      return [shape(region.body)];
    case "try":
      return [shape(region.block), region.handler ? shape(region.handler) : ""];
    default:
      return [];
  }
}

const evaluated = ({ value }: Evaluated) => (value ? shown(value) : "");
const shown = ({ kind, parts }: Value): string => [kind, ...parts.map((part) => `<${shown(part)}>`)].join("");

function result(of: Result): string {
  if (of.kind === "evaluated") return evaluated(of);
  if (of.kind === "either") return `either(${result(of.whenTrue)}, ${result(of.whenFalse)})`;
  return `last(${result(of.right)})`;
}

test.each([
  ["f(); h();", "effect(call) -effect"],
  ["h(f(1), 2);", "effect(call<call>)"],
  ["if (a) f(); else { h(); }", "branch(effect(call) -sequence)"],
  ["while (f()) h();", "loop(call -effect)"],
  ["for (let i = f(); i < 3; i++) ;", "loop(variables(call) straight)"],
  ["for (const x of f()) break;", "loop(call -jump)"],
  ["a: { f(); break a; }", "labelled(sequence(effect(call) -jump))"],
  ["switch (f()) { case 1: f(); default: h(); }", "switch(call [effect(call)] [-effect])"],
  ["try { f(); } catch { f(); } finally { h(); }", "try(sequence(effect(call)) sequence(effect(call)))"],
  ["return a ? f() : h() && f();", "return(either(call, last(call)))"],
  ["throw f();", "throw(call)"],
  ["let x, y = f() + o.f();", "variables(binary<call><call>)"],
  ["x.y = f(); [x] = f();", "effect(assignment<call>) effect(assignment by pattern<call>)"],
  ["a && f(), new A(f());", "effect(comma<logical<call>><new<call>>)"],
  ["o?.f(1)[f()];", "effect(chain<call>)"],
  [
    "x = [...f()], { y: f(), z: 1 }, `${f()}`;",
    "effect(comma<comma<assignment<list<call>>><object<call>>><template<call>>)",
  ],
  [
    "x = -f(); x = typeof f(); x = void f().y[f()]++;",
    "effect(assignment<prefix<call>>) effect(assignment<typeof<call>>) effect(assignment<void<postfix<element<property<call>><call>>>>)",
  ],
])("%s", (body, expected) => {
  expect(shapeOf(body)).toBe(expected);
});

test.each([
  ["try { h(); } finally { f(); }", "finally_suspends"],
  ["try { for (const x of a) f(); } finally { h(); }", "finally_around_walk"],
  ["try { f(); } catch ({ message }) { f(); }", "catch_takes_apart"],
  ["switch (a) { case f(): h(); }", "case_suspends"],
  ["for (const { x } in f()) h();", "walk_with_pattern in"],
  ["const { a = f() } = o;", "pattern_suspends"],
  ["delete f().x;", "delete_suspends"],
  ["(f())(1);", "callee_in_parentheses"],
  ["import(f());", "import_suspends"],
  ["new (h())(f());", "computed_constructor"],
  ["o[k] += f();", "compound_with_computed_key"],
  ["class A { [f()] = 1; }", "suspends_in_statement ClassDeclaration"],
])("no region: %s", (body, expected) => {
  expect(shapeOf(body)).toBe(expected);
});

test("nothing is refused where nothing is suspended", () => {
  const bodies = [
    "delete h().x;",
    "class A { [h()] = 1; }",
    "try { h(); } finally { h(); }",
    "switch (a) { case h(): h(); }",
  ];
  for (const body of bodies) expect(isReason(lowered(body).regions)).toBe(false);
});

test("variables of code that may be suspended are declared at the top", () => {
  const { regions, f } = lowered(
    "let a; { let b; } { let c; f(); } switch (h()) { case 1: let d; default: f(); } for (let e of h()) ; var g2;",
  );
  const names: string[] = [];
  ts.forEachChild(f, function visit(node): void {
    if (ts.isVariableDeclarationList(node) && (regions as Regions).hoisted.has(node))
      names.push(...node.declarations.map((d) => d.name.getText()));
    ts.forEachChild(node, visit);
  });
  expect(names).toEqual(["a", "c", "d", "e"]);
});

test("loops at whose heads a body may be entered stand in blocks and branches only", () => {
  const body = `
    for (;a;) f(); if (b) { b1: while (c) f(); } else do f(); while (d);
    try { while (e) f(); } catch {} x: { while (g) f(); } y: while (h) { while (i) { f(); continue y; } }`;
  const loops = outermostLoops(lowered(body).regions as Regions);
  expect(loops.map(({ condition }) => condition?.node.getText())).toEqual(["a", "c", "d"]);
});
