/** `for` … `in`: what is walked, what changes meanwhile, and how it is left, in loops that are suspended in each round and in those that never are. */
import type { NastyProgram } from "./program.ts";

/** Rounds that are few operations, and the same with a loop in each, which is suspended. */
const rounds = ["", "for (let j = 0; j < 2; j++) seen.push(j);", "tick();", "if (seen.length > 40) break;"];

/** What is walked; and what a round does to it, before its key is noted or behind. */
const walked: Readonly<Record<string, { readonly object: string; readonly change?: string }>> = {
  "own keys in their order": { object: "{ b: 1, 2: 1, a: 1, 1: 1, [-1]: 1, [Symbol.iterator]: 1 }" },
  nothing: { object: "null" },
  "no value": { object: "undefined" },
  "a number": { object: "5" },
  "a text": { object: '"añ😀"' },
  "a list with holes and a name": { object: "Object.assign([1, , 3], { x: 1 })" },
  "a typed array": { object: "new Uint8Array(3)" },
  arguments: { object: "(function () { return arguments; })(1, 2)" },
  "a function": { object: "Object.assign(function f() {}, { own: 1 })" },
  "prototypes, hidden names and numbers among them": {
    object:
      "Object.create(Object.create({ far: 1, 7: 1, hidden: 1 }, { hidden: { value: 1 }, near: { value: 1, enumerable: true } }), { own: { value: 1, enumerable: true }, far: { value: 2 } })",
  },
  "an instance of a class": {
    object: "new (class extends class { inherited = 1; m() {} } { own = 1; get g() { return 1; } })()",
  },
  "an object without a prototype": { object: '{ __proto__: null, a: 1, ["__proto__"]: 2 }' },
  "a key that is deleted before its turn": { object: "{ a: 1, b: 2, c: 3, d: 4 }", change: "delete o.c;" },
  "one that is deleted, and comes back": {
    object: "{ a: 1, b: 2, c: 3, d: 4 }",
    change: 'if (key === "a") delete o.c; if (key === "b") o.c = 9;',
  },
  "keys that are added": { object: "{ a: 1, b: 2 }", change: "o[key + key] = 1; o[0] = 1;" },
  "one that is hidden before its turn": {
    object: "{ a: 1, b: 2, c: 3 }",
    change: 'Object.defineProperty(o, "c", { enumerable: false, value: 1, configurable: true });',
  },
  "one that was of the prototype, and is hidden by an own one": {
    object: "Object.create({ p: 1, q: 1 }, { a: { value: 1, enumerable: true, writable: true, configurable: true } })",
    change: 'Object.defineProperty(o, "q", { enumerable: false, value: 1, configurable: true });',
  },
  "one that is deleted, and is the prototype's from then on": {
    object: "Object.assign(Object.create({ b: 1 }), { a: 1, b: 2 })",
    change: "delete o.b;",
  },
  "another prototype meanwhile": {
    object: "Object.assign(Object.create({ p: 1, q: 1 }), { a: 1, b: 1 })",
    change: "Object.setPrototypeOf(o, { q: 1, z: 1 });",
  },
  "a list that becomes shorter": { object: "[1, 2, 3, 4, 5]", change: "o.length = Math.min(o.length, 3);" },
  "a proxy": {
    object: `new Proxy({ a: 1, b: 2, c: 3 }, {
      ownKeys(t) { log("ownKeys"); return Reflect.ownKeys(t); },
      getOwnPropertyDescriptor(t, k) { log("descriptor", k); return Reflect.getOwnPropertyDescriptor(t, k); },
      getPrototypeOf(t) { log("prototype"); return Reflect.getPrototypeOf(t); },
      has(t, k) { log("has", k); return k in t; }, get(t, k) { log("get", k); return t[k]; },
      deleteProperty(t, k) { log("delete", k); return delete t[k]; } })`,
    change: "delete o.b;",
  },
  "what inherits from a proxy": {
    object: `Object.create(new Proxy({ a: 1, b: 2 }, { ownKeys(t) { log("ownKeys"); return Reflect.ownKeys(t); }, getOwnPropertyDescriptor(t, k) { log("descriptor", k); return Reflect.getOwnPropertyDescriptor(t, k); } }), { own: { value: 1, enumerable: true } })`,
  },
  "a proxy that throws": {
    object: 'new Proxy({}, { ownKeys() { throw new RangeError("no keys"); } })',
  },
  "a getter that takes keys away": {
    object: "{ get a() { delete this.c; return 1; }, b: 2, c: 3, get d() { this.c = 4; return 5; } }",
    change: "seen.push(o[key]);",
  },
};

const program = (name: string, statements: string): NastyProgram => ({
  name: `for … in: ${name}`,
  extension: "js",
  code: `let ticks = 0; /** @preempt */ function tick() { for (let i = 0; i < 2; i++) ticks++; return ticks; }
    /** @preempt */ function main() { const seen = []; ${statements} return [seen, ticks]; }`,
});

const walks = Object.entries(walked).map(([name, { object, change = "" }]) =>
  program(
    name,
    rounds
      .map(
        (more) =>
          `try { const o = ${object}; for (const key in o) { seen.push(key); ${change} ${more} } } catch (e) { seen.push(e.message); }`,
      )
      .join("\n"),
  ),
);

/** How a round is left, and what the loop stands in. */
const ways: Readonly<Record<string, string>> = {
  "jumps out of loops and blocks": `outer: for (const a in { x: 1, y: 2, z: 3 }) { for (const b in { p: 1, q: 2, r: 3 }) { if (b === "q") continue outer; if (a === "z") break outer; seen.push(a + b); } seen.push("never"); }
    block: { for (const a in { x: 1 }) break block; seen.push("never"); }`,
  "returned from, and thrown out of": `const find = /** @preempt */ (o, v) => { for (const key in o) if (o[key] === v) return key; return "none"; };
    const fail = /** @preempt */ (o) => { for (const key in o) { if (key === "b") throw key; tick(); } };
    seen.push(find({ a: 1, b: 2 }, 2), find({ a: 1 }, 3)); try { fail({ a: 1, b: 2, c: 3 }); } catch (e) { seen.push(e); }
    seen.push((() => { for (const key in { a: 1 }) return key; })());`,
  "inside loops of every kind": `for (let i = 0; i < 3; i++) for (const key in { a: 1, b: 2 }) seen.push(key + i);
    for (const o of [{ a: 1 }, { b: 1, c: 1 }]) { let n = 0; for (const key in o) n++; seen.push(n); tick(); }
    let i = 0; while (i < 2) { for (const key in { a: i }) seen.push(key); i++; } do { for (const key in [0, 0]) i += +key; } while (i < 6);
    for (const a in { x: { p: 1 }, y: { q: 1 } }) for (const b in { [a]: 1, z: 2 }) { seen.push(a + b); }`,
  "variables of every kind": `var v; for (v in { a: 1 }) seen.push(v); for (var w in { b: 1 }) seen.push(w); for (let l in { c: 1, d: 1 }) { l += "!"; seen.push(l); } seen.push(v, w);
    const o = {}; for (o.x in { e: 1 }) seen.push(o.x); for (o["y"] in { f: 1 }) seen.push(o.y); const fs = []; for (const key in { g: 1, h: 1 }) fs.push(() => key); seen.push(...fs.map((f) => f()));
    for ([v] in { ij: 1 }) seen.push(v); for (const [first, second] in { kl: 1, mn: 1 }) seen.push(second + first);`,
  "what is walked is computed, once": `const made = /** @preempt */ (...keys) => { tick(); const o = {}; for (const key of keys) o[key] = 1; return o; };
    for (const key in made("a", "b")) seen.push(key); let o = { a: 1, b: 1 }; for (const key in o) { o = { other: 1 }; seen.push(key); }
    for (const key in (seen.push("evaluated"), { a: 1, b: 1 })) seen.push(key);`,
  "copied, merged and compared": `const copy = /** @preempt */ (from) => { const to = {}; for (const key in from) if (Object.prototype.hasOwnProperty.call(from, key)) to[key] = from[key]; return to; };
    const same = /** @preempt */ (a, b) => { for (const key in a) if (!Object.hasOwn(b, key) || a[key] !== b[key]) return false; for (const key in b) if (!(key in a)) return false; return true; };
    const c = copy({ __proto__: { inherited: 1 }, a: 1, b: [2] }); seen.push(c, same(c, copy(c)), same(c, { a: 1 }), same({ a: 1 }, c));`,
};

export const keys: readonly NastyProgram[] = [
  ...walks,
  ...Object.entries(ways).map(([name, statements]) => program(name, statements)),
];
