/** Which state of a module has a race window, and which is harmless: each pattern beside a twin that differs in one thing. */
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { displayName } from "../src/2-analyze/display-name.ts";
import type { SharedState } from "../src/2-analyze/shared-state/shared-state.ts";
import { inspectFile } from "../src/inspect.ts";

function shared(code: string): SharedState | undefined {
  const file = ts.createSourceFile("module.js", code, ts.ScriptTarget.ESNext, true);
  return inspectFile(file, {}, { functions: "all", script: false }).result?.shared;
}

const windows = (code: string) => (shared(code)?.windows ?? []).map(({ name }) => name);
const benign = (code: string) => (shared(code)?.benign ?? []).map(({ name, why }) => `${name}: ${why}`);
const names = (set: ReadonlySet<ts.Node> | undefined) => [...(set ?? [])].map((f) => displayName(f as never)).sort();

/** A function that has a preemption point, and an own one that has none. */
const work = "function work(n) { for (let i = 0; i < n; i++); return n; } function quick(n) { return n + 1; }";

describe("a window is a write, then a point, then a read", () => {
  const cases: readonly (readonly [claim: string, code: string, expected: readonly string[]])[] = [
    ["a variable", "let current; export function f(x) { current = x; work(9); return current; }", ["current"]],
    ["no point between", "let current; export function f(x) { work(9); current = x; return current; }", []],
    ["a short call is no point", "let current; export function f(x) { current = x; quick(9); return current; }", []],
    ["written anew before it is read", "let a; export function f(x) { a = x; work(9); a = x + 1; return a; }", []],
    ["written anew on one way only", "let a; export function f(x) { a = x; work(9); if (x) a = 1; return a; }", ["a"]],
    [
      "written anew on both ways",
      "let a; export function f(x) { a = x; work(9); if (x) a = 1; else a = 2; return a; }",
      [],
    ],
    [
      "written anew on one way through a called function",
      "let a; function set(x) { if (x) a = 1; return a; } export function f(x) { a = x; work(9); return set(x); }",
      ["a"],
    ],
    ["never read", "let last; export function f(x) { last = x; work(9); return x; }", []],
    ["a local variable", "export function f(x) { let a = x; work(9); return a; }", []],
    [
      "from round to round",
      "let sum = 0; export function f(xs) { sum = 0; for (const x of xs) sum = sum + x; return sum; }",
      ["sum"],
    ],
    [
      "in a called function",
      "let a; function set(x) { a = x; } function get() { return a; } export function f(x) { set(x); work(9); return get(); }",
      ["a"],
    ],
    [
      "the point in a called function",
      "let a; export function f(x) { a = x; return g(); } function g() { work(9); return a; }",
      ["a"],
    ],
    [
      "restored in a finally, before the caller reads it",
      "let a = 0; function g(x) { const old = a; try { a = x; return work(x); } finally { a = old; } } export function f(x) { g(x); return a; }",
      [],
    ],
    [
      "restored in a finally",
      "let a = 0; export function f(x) { const old = a; a = x; try { work(9); return g(); } finally { a = old; } } function g() { return work(a); }",
      ["a"],
    ],
    [
      "in a callback",
      "let a; export function f(xs) { work(1); a = xs.length; return xs.map((x) => work(x) + a); }",
      ["a"],
    ],
    [
      "written only while the module loads",
      "let a; function fill() { a = work(9); } fill(); export function f(x) { work(x); return a; }",
      [],
    ],
    ["a property of an object", "const t = { x: 0 }; export function f(x) { t.x = x; work(9); return t.x; }", ["t.x"]],
    [
      "a property that a pattern takes",
      "const t = { x: 0 }; export function f(a) { t.x = a; work(9); const { x } = t; return x; }",
      ["t.x"],
    ],
    ["another property", "const t = { x: 0, y: 0 }; export function f(x) { t.x = x; work(9); return t.y; }", []],
    [
      "an object with a local name",
      "const s = { x: 0 }; export function f(x) { const t = s; t.x = x; work(9); return t.x; }",
      ["s.x"],
    ],
    [
      "an element of a list",
      "const stack = []; export function f(x) { stack.push(x); work(9); return stack.pop(); }",
      ["stack"],
    ],
    [
      "a static field",
      "class A { static limit = 0; static f(x) { A.limit = x; work(9); return A.limit; } } export { A };",
      ["A.limit"],
    ],
    [
      "a property of the constructor",
      "export function Big() {} Big.DP = 2; Big.prototype.div = function (x) { const C = this.constructor; C.DP = x; work(9); return this.constructor.DP; };",
      ["C.DP"],
    ],
    [
      "a method that writes its object",
      "class V { x = 0; set(x) { this.x = x; } get() { return this.x; } } const v = new V(); export function f(x) { v.set(x); work(9); return v.get(); }",
      ["v.x"],
    ],
    [
      "a method that writes all of it first",
      "class V { x = 0; set(x) { this.x = x; } get() { return this.x; } } const v = new V(); export function f(x) { v.set(x); work(9); v.set(1); return v.get(); }",
      [],
    ],
    [
      "an argument",
      "const v = { x: 0 }; function add(a, target) { target.x = a; } export function f(x) { add(x, v); work(9); return v.x; }",
      ["v.x"],
    ],
    [
      "an argument that may be left out",
      "const v = { x: 0 }; function add(a, to) { if (to) { to.x = a; return to; } return { x: a }; } export function f(x) { add(x, v); work(9); add(1, v); return v.x; }",
      [],
    ],
    [
      "a regular expression with g",
      "const re = /a/g; export function f(s) { let m; while ((m = re.exec(s)) !== null) work(m.index); }",
      ["re.lastIndex"],
    ],
    [
      "one without",
      "const re = /a/; export function f(s) { let m; while ((m = re.exec(s)) !== null) work(m.index); }",
      [],
    ],
    [
      "one that starts anew",
      "const re = /a/y; export function f(s) { for (let i = 0; i < 9; i++) { re.lastIndex = i; if (re.test(s)) work(i); } }",
      [],
    ],
    [
      "one that others know by its property",
      "const rules = { mark: /a/g }; export class T { constructor() { this.rules = rules; } f(s) { while (this.rules.mark.exec(s)) work(1); } }",
      ["mark.lastIndex"],
    ],
    [
      "what a registry gave",
      "const all = {}; function get(n) { return all[n]; } export function add(n, v) { all[n] = v; } export function f(n) { const l = get(n); l.at = n; work(9); return l.at; }",
      ["all"],
    ],
    [
      "an object of another file, which has methods of its own",
      'import parser from "./parser.js"; export function parse(text, yy) { parser.yy = yy; return parser.parse(text); }',
      ["parser"],
    ],
    [
      "closures of one call at load",
      "function make() { let a; return { f(x) { a = x; work(9); return a; } }; } export const one = make();",
      ["a"],
    ],
    [
      "closures that keep what each caller hands them",
      "export function make() { let text; return function f(x) { text = x; work(9); return text; }; }",
      ["text"],
    ],
    [
      "closures made for each caller",
      "export function make(text) { let at = 0; return { f() { at = at + 2; work(9); return text[at]; } }; }",
      [],
    ],
    [
      "the whole file in a function",
      "(function () { let a; globalThis.f = function (x) { a = x; work(9); return a; }; function work(n) { while (n--); } })();",
      ["a"],
    ],
    [
      "an await gives others their turn",
      "let a; export async function f(x) { a = x; work(9); await x; return a; }",
      [],
    ],
    [
      "a timer fires before all is set up",
      "export function start() { const t = setTimeout(step, 1); const event = work(1); function step() { return event; } return t; }",
      ["event"],
    ],
    [
      "all is set up first",
      "export function start() { const event = work(1); const t = setTimeout(step, 1); function step() { return event; } return t; }",
      [],
    ],
  ];
  test.each(cases)("%s", (_, code, expected) => {
    expect(windows(`${work}\n${code}`)).toEqual(expected);
  });
});

describe("harmless, though it looks like a window", () => {
  const cases: readonly (readonly [claim: string, harmless: string, why: string, twin: string])[] = [
    [
      "a counter goes one way",
      "let id = 0; export function f() { id++; work(9); return id; }",
      "id: counter",
      "let depth = 0; export function f() { depth++; work(9); const d = depth; depth--; return d; }",
    ],
    [
      "a constant is made when it is not there",
      "let t; export function f() { if (t === undefined) t = work(9); work(1); return t; }",
      "t: lazy constant",
      "let t; export function f(x) { if (t !== x) t = work(x); work(1); return t; }",
    ],
    [
      "a constant is made behind a return",
      "let t; export function f() { if (t) return t; t = work(9); work(1); return t; }",
      "t: lazy constant",
      "let t; export function f(x) { if (x) return t; t = work(9); work(1); return t; }",
    ],
    [
      "a flag is only ever raised",
      "let warned = false; export function f() { warned = true; work(9); return warned; }",
      "warned: lazy constant",
      "let busy = false; export function f() { busy = true; work(9); const b = busy; busy = false; return b; }",
    ],
    [
      "a cache is asked by key",
      "const known = new Map(); export function f(k) { let v = known.get(k); if (v === undefined) { v = work(k); known.set(k, v); } work(1); return known.get(k); }",
      "known: cache",
      "const seen = new Set(); export function f(k) { seen.clear(); seen.add(k); work(k); return seen.has(1); }",
    ],
    [
      "a cache that begins anew when it is full",
      "const known = new Map(); export function f(k) { if (known.size > 99) known.clear(); known.set(k, work(k)); work(1); return known.get(k); }",
      "known: cache",
      "const known = new Map(); export function f(k) { known.set(k, work(k)); for (const v of known.values()) work(v); known.clear(); }",
    ],
    [
      "a table of an object",
      "const known = {}; export function f(k) { if (!(k in known)) known[k] = work(k); work(1); return known[k]; }",
      "known: cache",
      "const known = {}; export function f(k) { known.last = work(k); work(1); return known.last; }",
    ],
    [
      "a list is filled where it has nothing",
      "const powers = []; export function f(k) { if (powers[k] === undefined) powers[k] = work(k); work(1); return powers[k]; }",
      "powers: cache",
      "const digits = []; export function f(k) { for (let i = 0; i < k; i++) digits[i] = work(k); return digits[0]; }",
    ],
  ];
  test.each(cases)("%s", (_, harmless, why, twin) => {
    expect([windows(`${work}\n${harmless}`), benign(`${work}\n${harmless}`)]).toEqual([[], [why]]);
    expect([windows(`${work}\n${twin}`).length, benign(`${work}\n${twin}`)]).toEqual([1, []]);
  });
});

test("positions: where it is declared, written, suspended and read", () => {
  const code = `${work}\nlet current;\nexport function f(x) {\n  current = x;\n  work(9);\n  return current;\n}`;
  const [window] = shared(code)?.windows ?? [];
  const line = (node: ts.Node | undefined) =>
    node && node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1;
  expect([window?.declared, window?.write, window?.point, window?.read].map(line)).toEqual([2, 4, 5, 6]);
});

describe("who holds, and who asks", () => {
  const state = `${work} let a;`;

  test("what has the window does both; what only touches the state asks", () => {
    const found = shared(
      `${state} export function f(x) { a = x; work(9); return a; } export function look() { return a; }`,
    );
    expect([names(found?.holding), names(found?.asking)]).toEqual([["f"], ["f", "look"]]);
  });

  test("what may be suspended before it touches the state holds, too", () => {
    const found = shared(
      `${state} export function f(x) { a = x; work(9); return a; } export function late() { work(9); return a; }`,
    );
    expect(names(found?.holding)).toEqual(["f", "late"]);
  });

  test("what is only called by those that have asked does not ask again", () => {
    const found = shared(`${state} export function f(x) { a = x; g(); return a; } function g() { work(9); a++; }`);
    expect(names(found?.asking)).toEqual(["f"]);
  });

  test("what others call, too, asks", () => {
    const found = shared(
      `${state} export function f(x) { a = x; g(); return a; } function g() { work(9); a++; } export function h() { g(); }`,
    );
    expect(names(found?.asking)).toEqual(["f", "g"]);
  });

  test("a constructor and an accessor ask", () => {
    const found = shared(
      `${state} export function f(x) { a = x; work(9); return a; } export class C { constructor() { this.a = a; } get now() { return a; } }`,
    );
    expect(names(found?.asking)).toEqual(["f", "now", "the constructor"]);
  });

  test("callers of functions with windows of their own do neither", () => {
    const found = shared(
      `${state} export function f(x) { a = x; work(9); return a; } export function main() { f(1); return f(2); }`,
    );
    expect(names(found?.holding)).toEqual(["f"]);
  });
});
