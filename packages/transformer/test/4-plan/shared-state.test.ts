/** Which state of a module has a race window, and which is harmless: each pattern beside a twin that differs in one thing. */
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { displayName } from "../../src/1-resolve/display-name.ts";
import type { SharedState } from "../../src/4-plan/shared-state/shared-state.ts";
import { inspectFile } from "../../src/pipeline/inspect.ts";

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
      ["parser.yy"],
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

describe("what is handed to code that the file does not show", () => {
  const head = 'import { run, each } from "./other.js"; const tool = require("tool");';
  const cases: readonly (readonly [claim: string, code: string, expected: readonly string[]])[] = [
    [
      "a regular expression that remembers",
      "const re = /a/g; export function f(t) { return run(t, re); }",
      ["re.lastIndex"],
    ],
    ["one that forgets", "const re = /a/i; export function f(t) { return run(t, re); }", []],
    ["to a method of a module", "const re = /a/y; export function f(t) { return tool.run(t, re); }", ["re.lastIndex"]],
    ["to a parameter", "const re = /a/g; export function f(t, g) { return g(t, re); }", ["re.lastIndex"]],
    [
      "to what is found in an object",
      "const re = /a/g; export function f(t) { const g = t.run; return g(re); }",
      ["re.lastIndex"],
    ],
    [
      "as a property",
      "const rules = { word: /a/g }; export function f(t) { return run(t, rules.word); }",
      ["rules.word"],
    ],
    ["one of the call's own", "export function f(t) { const re = /a/g; return run(t, re); }", []],
    [
      "to the language's own functions",
      "const re = /a/g; export function f(t) { work(1); return [t.replace(re, ''), t.split(re), new RegExp(re), Object.keys(re), [].concat(re)]; }",
      [],
    ],
    [
      "while the module loads",
      "const re = /a/g; export const all = run('a', re); export function f() { return all; }",
      [],
    ],
    [
      "a list that others fill",
      "const out = new Float64Array(3); export function f(a) { run(out, a); return out[0]; }",
      ["out"],
    ],
    [
      "of a length by name",
      "const n = 3; const out = new Array(n * 2); export function f(a) { run(out, a); return out[0]; }",
      ["out"],
    ],
    ["a list that nobody reads", "const zeros = new Uint8Array(8); export function f(a) { return run(zeros, a); }", []],
    [
      "a list that has something",
      "const table = new Uint8Array([1, 2]); export function f(a) { run(table, a); return table[0]; }",
      [],
    ],
    [
      "to what only reads it",
      "const out = new Float64Array(3); export function f(a) { work(1); Object.keys(out); return out[a]; }",
      [],
    ],
  ];
  test.each(cases)("%s", (_, code, expected) => {
    expect(windows(`${head} ${work}\n${code}`)).toEqual(expected);
  });
});

describe("written anew before it is read, though no single assignment shows it", () => {
  const fill = "const list = new Uint8Array(4); /** @preempt never */ function fill(x) {";
  const read = "let s = 0; for (let k = 0; k < 4; k++) s += list[k]; return s + list[1]; }";
  const use = "export function f(x) { let s = 0; for (let i = 0; i < x; i++) s += fill(x); return s; }";
  const cases: readonly (readonly [claim: string, code: string, expected: readonly string[]])[] = [
    ["a list that is filled from end to end", `${fill} for (let k = 0; k < 4; k++) list[k] = x; ${read} ${use}`, []],
    ["not to its end", `${fill} for (let k = 0; k < 3; k++) list[k] = x; ${read} ${use}`, ["list"]],
    ["not from its start", `${fill} for (let k = 1; k < 4; k++) list[k] = x; ${read} ${use}`, ["list"]],
    ["at times", `${fill} for (let k = 0; k < 4; k++) if (x) list[k] = x; ${read} ${use}`, ["list"]],
    ["with what it held", `${fill} for (let k = 0; k < 4; k++) list[k] = list[0] + 1; ${read} ${use}`, ["list.0"]],
    [
      "a job may be suspended while it is filled",
      "const list = new Uint8Array(4); export function f(x) { for (let k = 0; k < 4; k++) list[k] = work(x); return list[0]; }",
      ["list.0"],
    ],
    [
      "a job may be suspended behind that",
      `${fill} for (let k = 0; k < 4; k++) list[k] = x; } export function f(x) { fill(x); work(x); return list[0]; }`,
      ["list.0"],
    ],
    [
      "whichever regular expression it is, its place was set",
      "const a = /x/g, b = /y/g; function at(t, i) { const re = i ? a : b; re.lastIndex = i; return re.test(t) ? re.lastIndex : i; } export function f(t) { let n = 0; for (let i = 0; i < 9; i++) n += at(t, i); return n; }",
      [],
    ],
    [
      "in one expression",
      "const a = /x/g, b = /y/g; function at(t, i) { const re = i ? a : b; return re.lastIndex = i, re.test(t) ? re.lastIndex : i; } export function f(t) { let n = 0; for (let i = 0; i < 9; i++) n += at(t, i); return n; }",
      [],
    ],
    [
      "its place was set, and a job may be suspended before it is used",
      "const a = /x/g, b = /y/g; function at(t, i) { const re = i ? a : b; re.lastIndex = i; work(i); return re.test(t); } export function f(t) { return at(t, 1); }",
      ["a.lastIndex", "b.lastIndex"],
    ],
    [
      "its place was set, and something is called in between",
      "const a = /x/g, b = /y/g; function at(t, i) { const re = i ? a : b; re.lastIndex = i; return work(i) + re.test(t); } export function f(t) { return at(t, 1); }",
      ["a.lastIndex", "b.lastIndex"],
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
  const more: typeof cases = [
    [
      "a lazy constant, beside a method of its object",
      "const api = {}; api.run = run; function run(n) { return work(n) + url(); } function url() { if (!api.url) api.url = work(1); return api.url; } export function f(n) { url(); return api.run(n); }",
      "api.url: cache",
      "const api = {}; api.run = run; function run(n) { return work(n) + url(n); } function url(n) { api.url = n; return api.url; } export function f(n) { url(n); return api.run(n) + api.url; }",
    ],
    [
      "a table of keys that are given out once",
      "const jobs = {}; let count = 0; export function open(x) { const id = count++; jobs[id] = x; work(9); return jobs[id]; } export function close(id) { const job = jobs[id]; delete jobs[id]; return job; }",
      "jobs: cache",
      "const busy = {}; export function open(x) { if (busy[x]) return; busy[x] = 1; work(9); const b = busy[x]; delete busy[x]; return b; }",
    ],
    [
      "a map of objects that another package makes",
      "import make from 'channel'; const channel = make(); export function f(o) { channel.set(o, 1); work(9); return channel.has(o); }",
      "channel: cache",
      "import make from 'channel'; const channel = make(); export function f(o) { channel.set('last', o); work(9); return channel.get('last'); }",
    ],
    [
      "a weak map that a function is given",
      "const known = new WeakMap(); const of = (m, o) => { m.set(o, work(1)); work(1); return m.get(o); }; export function f(o) { return of(known, o); }",
      "known: cache",
      "const known = new Map(); const of = (m, o) => { m.set(o, work(1)); work(1); return m.get(o); }; export function f(o) { return of(known, o); }",
    ],
    [
      "a counter that begins anew, in one expression",
      "let id = 0; export function f() { id > 99 && (id = 0); ++id; work(9); return id; }",
      "id: counter",
      "let id = 0; export function f(x) { x && (id = 0); ++id; work(9); return id; }",
    ],
  ];
  test.each([...cases, ...more])("%s", (_, harmless, why, twin) => {
    expect([windows(`${work}\n${harmless}`), benign(`${work}\n${harmless}`)]).toEqual([[], [why]]);
    expect([windows(`${work}\n${twin}`).length, benign(`${work}\n${twin}`)]).toEqual([1, []]);
  });
});

describe("no window at all", () => {
  const none = (code: string) => expect([windows(`${work}\n${code}`), benign(`${work}\n${code}`)]).toEqual([[], []]);
  const some = (code: string) => expect(windows(`${work}\n${code}`)).toHaveLength(1);

  test("who asks whether a constant is there may use it, though a function gives it up", () => {
    const rest = "export function resetCache() { zone = null; } export function f(n) { now(); work(n); return now(); }";
    none(`let zone = null; function now() { if (zone) return zone; else { zone = Date.now(); return zone; } } ${rest}`);
    some(`let zone = null; function now() { if (!zone) zone = Date.now(); work(1); return zone; } ${rest}`);
    some(
      "let zone = null; function now(x) { if (!zone) zone = x; work(1); zone = null; return zone; } function end() { zone = null; } export function f(n) { end(); work(n); if (zone) return 1; return now(n); }",
    );
  });

  test("what is made of arguments is no constant, where a function gives it up", () => {
    const rest =
      "function resetMode() { mode = null; } export function f(n) { resetMode(); get(n); work(n); return get(1); }";
    const get = (head: string, made: string) =>
      `let mode = null, base = 1; function ${head} { if (mode) return mode; else { mode = ${made}; return mode; } } ${rest}`;
    const around = (code: string) =>
      `(function () { ${code.replace("export function f", "exports.f = function")}; })();`;
    none(get("get(x)", "[1, 2].map((x) => x + base)"));
    none(around(get("get(x)", "[base]")));
    some(around(get("get(x)", "[base, x]")));
    some(get("get(x)", "[1, 2].map((y) => x + y)"));
    some(get("get()", "{ a: this }"));
    some(get("get()", "[...arguments]"));
  });

  test("keys are given out once only by a counter of the module, on every path", () => {
    const open = (key: string, rest = "") =>
      `const jobs = {}; let count = 0; export function open(x, id) { ${key} jobs[id] = x; work(9); const v = jobs[id]; delete jobs[id]; return v; } ${rest}`;
    const harmless = (code: string) => expect(windows(`${work}\n${code}`)).toEqual([]);
    harmless(open("id = count++;"));
    some(open("let n = x; id = n++;"));
    some(open("if (!id) id = count++;"));
    some(open("id = count++; id %= 4;"));
    some(open("id = count++;", "export function end() { count = 0; }"));
    some(open("id = count++;", "export function back() { count--; }"));
  });

  test("an entry of an object's cache is complete when it is stored", () => {
    const parse = (store: string) =>
      `class Writer { constructor() { this.cache = new Map(); } parse(t) { let tokens = this.cache.get(t); if (!tokens) { tokens = [t]; ${store} } return tokens; } render(t) { const tokens = this.parse(t); let s = 0; for (let i = 0; i < tokens.length; i++) s += work(i); return s; } } const writer = new Writer(); export function render(t) { return writer.render(t); }`;
    none(parse("this.cache.set(t, tokens);"));
    some(parse("this.cache.last = tokens;"));
  });

  test("a map that is found in a map, or made, has none of the file's methods", () => {
    const rest =
      "class Day { set(k, v) { this.k = k; work(1); return this.k; } } export function f(k) { let m = maps.get(k); if (!m) { MADE; maps.set(k, m); } m.set(k, 1); return new Day().set(k, 2); }";
    const code = (made: string) => `const maps = new Map(); ${rest.replace("MADE", made)}`;
    expect(windows(`${work}\n${code("m = new Map()")}`)).toEqual([]);
    expect(windows(`${work}\n${code("m = k")}`)).not.toEqual([]);
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
    expect(names(found?.asking)).toEqual(["constructor of C", "f", "get now"]);
  });

  test("callers of functions with windows of their own do neither", () => {
    const found = shared(
      `${state} export function f(x) { a = x; work(9); return a; } export function main() { f(1); return f(2); }`,
    );
    expect(names(found?.holding)).toEqual(["f"]);
  });
});
