import { type NastyProgram, v } from "./program.ts";

const fail = "/** @preempt */ function fail(x) { for (let i = 0; i < 1; i++) log('fail', x); throw x; }";
const walk =
  "function* walk(n, name) { try { for (let i = 0; i < n; i++) { log('next', name, i); yield i; } } finally { log('close', name); } }";

/** `try` and `catch` around what is suspended. No function here but `main` needs a generator. */
export const tries: NastyProgram[] = [
  {
    name: "errors of callees are caught by the block that stands around the call, whether the callee was suspended or not",
    code: `${v} ${fail} /** @preempt */ function once(f, x) { try { return v(f(x)); } catch (e) { return ["caught", e]; } } /** @preempt */ function only(f, x) { try { return f(x); } catch (e) { return ["only", e]; } }
      /** @preempt */ function nested(n) { const out = []; try { out.push(v(1)); try { if (n === 0) fail("in"); if (n === 1) throw "thrown"; out.push(v(2)); } catch (e) { out.push("inner " + e); if (n === 1) fail("again"); out.push(v(3)); } if (n === 2) fail("between"); out.push(v(4)); } catch (e) { out.push("outer " + v(e)); } if (n === 3) fail("after"); return out; }
      /** @preempt */ function siblings(n) { let s = ""; try { s += v("a"); if (n & 1) fail("b"); } catch (e) { s += e; } try { s += v("c"); if (n & 2) fail("d"); } catch (e) { s += v(e); } try { if (n & 4) s += fail("f"); else s += v("g"); } catch { s += "h"; } return s; }
      /** @preempt */ function rethrown(x) { try { return v(fail(x)); } catch (e) { throw [e, v("more")]; } } /** @preempt */ function deep(n) { try { if (n > 0) return deep(n - 1) + 1; return fail("deep"); } catch (e) { if (n % 2) throw v(e) + n; return e; } }
      /** @preempt */ function main() { const out = [only(v, 0), only(fail, 9), once(v, 1), once(fail, 2), once(3), once((x) => { throw x; }, 4)]; for (let i = 0; i < 8; i++) { out.push(siblings(i)); if (i > 3) continue; try { out.push(nested(i)); } catch (e) { out.push(e); } } try { rethrown(5); } catch (e) { out.push(e); } for (const n of [0, 3, 6]) { try { out.push(deep(n)); } catch (e) { out.push(e); } } return JSON.stringify(out); }`,
  },
  {
    name: "jumps out of the block and the catch, and rounds around them, go where they went",
    code: `${v} ${fail} /** @preempt */ function rounds(n) { const out = []; outer: for (let i = 0; i < n; i++) { for (let j = 0; j < 3; j++) { try { if (v(j) === 1 && i === 1) continue outer; if (i === 2 && j === 1) break; if (i === 3) fail(j); if (i === 5) break outer; out.push(i * 10 + j); } catch (e) { if (e === 1) continue; if (v(e) === 2) break; out.push("e" + e); } } out.push("o"); } return out; }
      /** @preempt */ function again(n) { let k = 0; while (true) { try { k++; if (k < n) fail(k); return v(k); } catch (e) { if (e > 4) return "many"; } } } /** @preempt */ function untilDone(n) { let k = n, s = 0; do { try { s += k > 2 ? fail(k) : v(k); } catch { s += 100; } k--; } while (v(k) > 0); return s; }
      /** @preempt */ function chosen(x) { block: { try { switch (v(x)) { case 0: break; case 1: fail("one"); case 2: break block; case 3: { try { return fail("three"); } catch (e) { if (v(e) === "three") break; } } default: return "default"; } x += "s"; } catch (e) { x += e; } x += "b"; } return x; }
      /** @preempt */ function labelled(n) { a: try { if (n === 0) break a; if (n === 1) fail(1); v(n); } catch { if (n === 1) break a; } return n; }
      /** @preempt */ function main() { return JSON.stringify([rounds(7), again(3), again(9), untilDone(4), [0, 1, 2, 3, 4].map(chosen), [0, 1, 2].map(labelled)]); }`,
  },
  {
    name: "loops in the block are closed before the catch, from the inside out, and once",
    code: `${v} ${fail} ${walk} const odd = (name, how) => ({ [Symbol.iterator]: () => { let i = 0; return { next() { log("next", name); if (how === "next" && i > 0) throw "next"; return { done: i > 2, value: i++ }; }, return() { log("return", name); if (how === "return") throw "closing"; return how === "bad" ? 1 : {}; } }; } });
      /** @preempt */ function closes(a, b, n) { const out = []; try { for (const x of a) { for (const y of b) { out.push(x, y); if (y === 1) (n ? fail : v)(n); } if (x === 1) fail("outer"); } } catch (e) { out.push(v("e"), e); } return out; }
      /** @preempt */ function quietly(a, n) { let s = 0; try { for (const x of a) { s += x; if (x === 1) fail(n); } } catch (e) { s += e; } for (const x of a) s += v(x); return s; }
      /** @preempt */ function around(a, n) { const out = []; for (const x of a) { try { for (const y of walk(3, "in")) if (v(y) === 1 && x !== 1) fail(x); } catch (e) { out.push(e); if (x === n) break; } } return out; }
      /** @preempt */ function after(a) { for (const x of a) { try { fail(x); } catch (e) { v(e); } if (x === 1) throw "out"; } } /** @preempt */ function keys(o) { let s = ""; try { for (const k in o) { s += k; if (v(k) === "b") fail("k"); } } catch (e) { s += e; } return s; }
      /** @preempt */ function main() { const out = [closes(walk(3, "a"), [0, 1, 2], 0), closes(walk(3, "a"), walk(3, "b"), 7), closes([0, 1], new Set([0, 1]), 8), closes(odd("a"), odd("b", "return"), 9), closes(odd("a", "bad"), odd("b", "bad"), 0), closes(odd("a", "next"), odd("b"), 0), closes(1, [1], 0), closes([1], { }, 0), quietly([0, 1, 2], 5), quietly(new Set([0, 1, 2]), 6), quietly(odd("q"), 7), around([0, 1, 2], 2), around(walk(3, "around"), 0), keys({ a: 1, b: 2, c: 3 })]; try { after(walk(4, "after")); } catch (e) { out.push(e); } return JSON.stringify(out); }`,
  },
  {
    name: "variables of the block and the catch have what they had, also those that functions see",
    code: `${v} ${fail} /** @preempt */ function kept(n) { let a = 1, b = 2; var c = 3; try { a = v(10); const d = v(20); let e; b += d; if (n) fail(a + b); c = v(e ?? 30); } catch (e) { const d = e; a += v(d); let f = v("f"); b = f + e; } return [a, b, c]; }
      /** @preempt */ function seen(n) { const fs = []; for (let i = 0; i < 3; i++) { try { const x = v(i); fs.push(() => x + i); if (i === n) fail("x" + i); } catch (e) { fs.push(() => e + i); v(e); } } return fs.map((f) => f()); }
      /** @preempt */ function changed() { const fs = []; try { fail("e"); } catch (e) { fs.push(() => e); e += v("!"); fs.push(() => e); e = v(e) + "?"; } return fs.map((f) => f()); }
      /** @preempt */ function hidden(e) { const out = [e]; try { out.push(e); fail("in"); } catch (e) { out.push(v(e)); { let e = v("block"); out.push(e); } try { fail(e + 1); } catch (e) { out.push(v(e)); } out.push(e); } out.push(e); try { fail("second"); } catch (e) { out.push(v(e), typeof e); } return out; }
      /** @preempt */ function same(x) { let y = x; try { y = fail(1); } catch (x) { y = v(x); } try { y += x(v(2)); } catch (x) { y += v(x.message); } return y; } /** @preempt */ const arrow = (x) => { try { return this === undefined ? fail(x) : v(x); } catch (e) { return v(e); } };
      /** @preempt */ function parts(x) { try { return v(fail(x)); } catch ({ message: m = "none", ...others }) { return [m, others]; } } /** @preempt */ function without() { let n = 0; try { fail(1); } catch { n = v(2); } return n; }
      class C { #x = 1; /** @preempt */ m(x) { try { this.#x += v(x); return this.#n(x); } catch (e) { this.#x += v(100); return [e, this.#x]; } } /** @preempt */ #n(x) { if (x > 1) fail(this.#x); return this.#x; } }
      /** @preempt */ function main() { const c = new C(); return JSON.stringify([kept(0), kept(1), seen(1), seen(5), changed(), hidden("out"), same("x"), arrow(3), parts({ message: "m", a: 1 }), parts({ b: 2 }), without(), c.m(1), c.m(2), c.m(3)]); }`,
  },
  {
    name: "an operand put aside before the block is left is not the next one's",
    code: `${v} ${fail} /** @preempt */ function operands(n) { const out = []; for (let i = 0; i < 3; i++) { let x = i; try { x = x + v(1) * (x = i + 5) + (i === n ? fail(x) : v(2)); out.push([x, v(x), ...v([x]), i === n ? fail("late") : 0]); } catch (e) { out.push(x + v(e) + x); } } return out; }
      /** @preempt */ function returned(n) { try { return n === 0 ? v(1) : n === 1 ? fail(2) : n === 2 ? v(3) || fail(4) : v(0) || fail(5); } catch (e) { return n === 1 ? v(-e) : v(e) && -e; } } /** @preempt */ function chained(o) { try { return o?.f(v(1)).g; } catch (e) { return o?.f?.(v(2)) ?? v(e.constructor.name); } }
      /** @preempt */ function main() { return JSON.stringify([operands(0), operands(1), operands(9), [0, 1, 2, 3].map(returned), chained(undefined), chained({ f: () => null }), chained({ f: (x) => ({ g: x }) }), chained({})]); }`,
  },
  {
    name: "only the catch, or only the block, is suspended; and what ends without either",
    code: `${v} ${fail} /** @preempt */ function parsed(text) { try { return JSON.parse(text); } catch (e) { v(e.name); return fail; } } /** @preempt */ function read(o) { let x = 0; try { x = o.a.b; } catch (e) { x = v(1); for (let i = 0; i < 3; i++) x += i; } return x; }
      /** @preempt */ function looped(n) { let s = 0; try { for (let i = 0; i < n; i++) { s += i; if (i === 5) throw s; } s = -s; } catch (e) { s += e; } return s; } /** @preempt */ function empty(n) { try { } catch (e) { v(e); } try { v(n); } catch { } return n; }
      /** @preempt */ function thrown(x) { try { throw v(x); } catch (e) { return e === x; } } /** @preempt */ function neither(x) { try { x.y.z; } catch { x = 1; } return v(x); }
      /** @preempt */ function main() { return [parsed("[1]"), parsed("{"), read({ a: { b: 7 } }), read(), looped(3), looped(9), empty(4), thrown(undefined), thrown(null), thrown(NaN), neither()].map(String); }`,
  },
];
