/** The kinds of shared state that npm packages have, in small: three jobs at once give what each gives alone, without a word from anybody. */
import { type Steps, start } from "@preempt/runtime/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { load, transformProgram } from "../kit/harness.ts";
import { expectSameInAnyOrder, interleaved } from "../kit/interleaved.ts";

type Main = (n: number) => unknown;

const kinds: Readonly<Record<string, string>> = {
  "a precision on the constructor, changed for a while": `
function Decimal(n) { this.n = n; }
Decimal.digits = 3;
Decimal.prototype.divide = function (d) { const { digits } = this.constructor; let r = 0, n = this.n; for (let i = 0; i < digits; i++) { r = r * 10 + Math.trunc(n / d); n = (n % d) * 10; } return new Decimal(r); };
Decimal.prototype.root = function () {
  const Type = this.constructor;
  const old = Type.digits;
  Type.digits = old + this.n;
  try { let r = this; for (let i = 2; i < 5; i++) r = new Decimal(r.divide(i).n % 1000); return r.n + Type.digits; } finally { Type.digits = old; }
};
function main(n) { return [new Decimal(n).root(), new Decimal(n).divide(7).n]; }`,

  "regular expressions that a class knows by its rules": `
const word = /(\\w)(\\d?)/g;
const rules = { inline: { delimiter: word } };
class Tokenizer {
  constructor() { this.rules = rules; }
  strong(text) { const found = []; const end = this.rules.inline.delimiter; end.lastIndex = 0; let match; while ((match = end.exec(text)) !== null) found.push(this.token(match)); return found; }
  token([all]) { let s = ""; for (const c of all) s += c.charCodeAt(0); return s; }
}
function main(n) { return new Tokenizer().strong("ab" + n + "cd".repeat(n)); }`,

  "compiled objects in a registry": `
const languages = Object.create(null);
function register(name, pattern) { languages[name] = { pattern }; }
register("one", /\\d/g); register("two", /[a-c]/g);
class Matcher { constructor(pattern) { this.pattern = pattern; this.lastIndex = 0; } exec(text) { this.pattern.lastIndex = this.lastIndex; for (let i = 0; i < 2; i++); const match = this.pattern.exec(text); this.lastIndex = match ? this.pattern.lastIndex : 0; return match; } }
function get(name) { return languages[name]; }
function compile(mode) { if (mode.isCompiled) return mode; mode.isCompiled = true; mode.matcher = new Matcher(mode.pattern); return mode; }
function highlight(name, text) { const top = compile(get(name)); const out = []; top.matcher.lastIndex = 0; for (;;) { const match = top.matcher.exec(text); if (match === null) break; out.push(match[0] + match.index); } return out; }
function main(n) { return highlight(n % 2 ? "one" : "two", "a1b2c3".repeat(n)); }`,

  "an operation and a rounder, set by the entry": `
class Rounder { constructor() { this.reset(); } reset() { this.seen = [0]; } round(x) { for (const y of this.seen) if (Math.abs(x - y) < 2) return y; this.seen.push(x); return x; } }
const rounder = new Rounder();
class Operation { run(type, list) { operation.type = type; rounder.reset(); const out = []; for (const x of list) out.push(combine(rounder.round(x))); return out; } }
const operation = new Operation();
function combine(x) { let s = 0; for (let i = 0; i < 3; i++) s += x; return operation.type + s; }
function main(n) { return operation.run("t" + n, [n, n + 1, n * 7, n * 9]); }`,

  "scratch vectors, as targets of methods": `
class Vec { constructor(x = 0, y = 0) { this.x = x; this.y = y; } set(x, y) { this.x = x; this.y = y; return this; } add(v, target = new Vec()) { target.x = this.x + v.x; target.y = this.y + v.y; return target; } length() { let s = 0; for (let i = 0; i < 2; i++) s += this.x + this.y; return s; } }
const step_sum = new Vec();
const step_part = new Vec();
class World { constructor() { this.bodies = []; } step(n) { let total = 0; for (const b of this.bodies) { step_part.set(n, n); b.add(step_part, step_sum); for (let i = 0; i < 2; i++) total += step_sum.length(); total += step_sum.x - step_part.y; } return total; } }
function main(n) { const w = new World(); for (let i = 0; i < 3; i++) w.bodies.push(new Vec(i, n)); return w.step(n); }`,

  "a list of the module as a stack": `
const STACK = new Uint32Array(64);
function range(n) { let top = 0; const out = []; STACK[top++] = n; while (top > 0) { const x = STACK[--top]; out.push(x); if (x > 1) { STACK[top++] = x >> 1; STACK[top++] = x - 2; } if (top > 40) break; } return out; }
function main(n) { return range(n + 3); }`,

  "the scratch of a function around a part of a bundle": `
const modules = [function (module) { const Collision = {}; module.exports = Collision; (function () { const overlap = { value: 0 }; Collision.collides = function (a) { overlap.value = a; for (let i = 0; i < 3; i++) Collision.touch(i); return overlap.value; }; Collision.touch = function (n) { while (n-- > 0); }; })(); }];
const { collides } = (function (list) { const module = {}; list[0](module); return module.exports; })(modules);
function main(n) { return [collides(n), collides(n + 1)]; }`,

  "settings of a generator, set by each call": `
let indent, newline, base;
function begin(options) { indent = options.indent; newline = options.newline; base = ""; }
function block(n) { const old = base; base += indent; let out = ""; for (let i = 0; i < n; i++) out += base + i + newline; base = old; return out; }
function generate(n) { begin({ indent: "i" + n, newline: "n" + n }); return block(2) + block(n); }
function main(n) { return generate(n); }`,

  "closures that are made once": `
const htmlDecoder = makeDecoder("&");
function makeDecoder(mark) { let done = ""; return function decode(text) { for (const c of text) done += c === mark ? "!" : c; const all = done; done = ""; return all; }; }
function main(n) { return htmlDecoder("a&" + n + "b&"); }`,

  "a regular expression that is handed to code which is not shown": `
const attribute = /(\\w)=(\\d)/g;
const tools = { ["a" + "ll"]: (text, re) => { const found = []; let match = re.exec(text); while (match) { found.push(match[1] + match[2] + re.lastIndex); match = re.exec(text); } return found.join(); } };
function main(n) { const find = tools["a" + "ll"]; return find("a=1 b=" + n + " c=3".repeat(n), attribute); }`,

  "a list that code which is not shown fills": `
const out = new Float64Array(3);
const tools = { ["cr" + "oss"]: (o, a) => { for (let i = 0; i < 3; i++) o[i] = a * (i + 1); } };
function main(n) { const cross = tools["cr" + "oss"]; cross(out, n); return [out[0], out[1], out[2]].join(); }`,

  "a table whose keys are stepped from what the caller gives": `
const jobs = {};
function open(x, k) { const id = k++; jobs[id] = x; for (let i = 0; i < 9; i++); const v = jobs[id]; delete jobs[id]; return v; }
function main(n) { return open(n, 5); }`,

  "a value that is made of an argument, and given up": `
let mode = null;
function work(n) { let s = 0; for (let i = 0; i < n; i++) s += i; return s; }
function resetMode() { mode = null; }
function get(x) { if (mode) return mode; else { mode = { a: x }; return mode; } }
function main(n) { resetMode(); get(n); work(4); return get(1).a; }`,
};

/** What looks like a window, and is none: these have no unit, and come out right in any order. */
const harmless: Readonly<Record<string, string>> = {
  "a list that is filled from end to end by a function that is not suspended": `
const list = new Uint8Array(4);
/** @preempt never */
function mix(x) { for (let k = 0; k < 4; k++) list[k] = x * k; return list[1] + list[3]; }
function main(n) { let s = 0; for (let i = 0; i < n; i++) s += mix(i + n); return s; }`,

  "one of two regular expressions, whose place is set": `
const word = /\\w/g, digit = /\\d/g;
function at(text, i, isDigit) { const re = isDigit ? digit : word; re.lastIndex = i; return re.test(text) ? re.lastIndex : -1; }
function main(n) { let s = ""; for (let i = 0; i < 6; i++) s += at("a" + n + "-b2c", i, n % 2) + ","; return s; }`,

  "a constant that is made when it is needed, and given up": `
let zone = null;
function now() { if (zone) return zone; else { zone = "z".repeat(3); return zone; } }
function resetCache() { zone = null; }
function main(n) { let s = ""; for (let i = 0; i < n; i++) { s += now(); if (i % 2) resetCache(); } return s; }`,

  "entries of an object's cache": `
function split(text) { const parts = []; for (const c of text) parts.push(c + "!"); return parts; }
class Writer {
  constructor() { this.cache = new Map(); }
  parse(text) { let tokens = this.cache.get(text); if (tokens === undefined) { tokens = split(text); this.cache.set(text, tokens); } return tokens; }
  render(text) { const tokens = this.parse(text); let s = ""; for (let i = 0; i < tokens.length; i++) s += tokens[i]; return s; }
}
const writer = new Writer();
function main(n) { return writer.render("t" + (n % 3)) + writer.render("t" + n); }`,

  "a table of keys that are given out once": `
const workers = {};
let count = 0;
function open(x) { const id = count++; workers[id] = x; for (let i = 0; i < 3; i++); return id; }
function close(id) { const x = workers[id]; delete workers[id]; return x; }
function main(n) { const id = open(n); let s = 0; for (let i = 0; i < n; i++) s += workers[id]; return s + close(id); }`,
};

const made = (code: string, isExclusive: boolean): Main => {
  const program = { code, extension: "js", functions: "all" } as const;
  return load(program, transformProgram(program, isExclusive ? {} : { reentrant: true }).code).main as Main;
};

const jobs = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 })), { minLength: 2, maxLength: 3 });

test.each(Object.entries(kinds))("%s: jobs in any order give what each gives alone", (_, code) => {
  expectSameInAnyOrder(made(code, true), jobs, [0, 1, 3], 40);
});

test.each(Object.entries(kinds))("%s: without units some order gives something else", (_, code) => {
  const list = [3, 4, 5];
  const differs = [0, 1, 2, 3, 5].some((first) => {
    const main = made(code, false);
    const expected = list.map((n) => main(n));
    let turn = first;
    try {
      const got = interleaved(
        main,
        list.map((n): [number] => [n]),
        0,
        () => Math.trunc(turn++ / (first + 1)),
      );
      return JSON.stringify(got) !== JSON.stringify(expected);
    } catch {
      return true;
    }
  });
  expect(differs).toBe(true);
});

test("a timer that fires while its maker is suspended finds everything set up", () => {
  const code = `
let fired;
const setTimeout = (f) => { fired = f; return work(3); };
function work(n) { for (let i = 0; i < n; i++); return n; }
function simulation() {
  const stepper = setTimeout(step);
  const event = { name: work(4) };
  function step() { return event.name; }
  return { step, stepper };
}
function main(n) { return n === 0 ? simulation().step() : fired(); }`;
  const main = made(code, true);
  const steps = start(main, { args: [0], budget: 0 }) as Steps<unknown>;
  let step = steps.next();
  const seen: unknown[] = [];
  for (let i = 0; i < 40 && !step.done; i++) {
    try {
      seen.push(main(1));
    } catch (error) {
      // Before there is a timer.
      if (seen.length > 0) throw error;
      if (!/fired is not/.test(String(error))) throw error;
    }
    step = steps.next();
  }
  expect([step.done && step.value, new Set(seen)]).toEqual([4, new Set([4])]);
});

test.each(Object.entries(harmless))("%s: no unit, and nothing else in any order", (_, code) => {
  const program = { code, extension: "js", functions: "all" } as const;
  expect(transformProgram(program).code).toBe(transformProgram(program, { reentrant: true }).code);
  expectSameInAnyOrder(made(code, true), jobs, [0, 1, 3], 40);
});
