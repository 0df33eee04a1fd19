import { type NastyProgram, v } from "./program.ts";

const fail = "/** @preempt */ function fail(x) { for (let i = 0; i < 1; i++) log('fail', x); throw x; }";

/** Known to be no place to be suspended. */
const note = "const notes = []; function note(...args) { notes.push(args.join()); }";

/** `try` and `finally` around what is suspended, where nothing in the `finally` is. No function here needs a generator. */
export const finals: NastyProgram[] = [
  {
    name: "a `finally` comes once, behind the value, the error or the jump that leads to it, whatever was suspended",
    code: `${v} ${fail} ${note} /** @preempt */ function ways(n) { let s = "a"; try { s += v(n); if (n === 1) return s; if (n === 2) fail("two"); if (n === 3) throw "three"; s += v("b"); } finally { s += "f"; note(s); } return s; }
      /** @preempt */ function value(n) { let x = 1; try { return v(x); } finally { x = 2; note("behind", x, n); } } /** @preempt */ function object(n) { const o = { x: 1 }; try { return o; } finally { o.x += n; } }
      /** @preempt */ function only(x) { try { return v(x); } finally { note("only"); } } /** @preempt */ function empty(x) { try { v(x); } finally { } return x; } /** @preempt */ const arrow = (x) => { try { return fail(x); } finally { note("arrow", x); } };
      /** @preempt */ function deep(n) { try { if (n === 0) return fail("deep"); return deep(n - 1) + 1; } finally { note("up", n); } } let depth = 0; /** @preempt */ function counts(n) { depth++; try { return n > 0 ? counts(n - 1) + v(depth) : depth; } finally { depth--; } }
      /** @preempt */ function main() { const out = []; for (let n = 0; n < 4; n++) { try { out.push(ways(n)); } catch (e) { out.push("caught " + e); } } out.push(value(1), object(5), only(3), empty(4)); try { arrow(7); } catch (e) { out.push(e); } try { deep(3); } catch (e) { out.push(e); } out.push(counts(4), depth); return JSON.stringify([out, notes]); }`,
  },
  {
    name: "a `finally` that returns, throws or jumps itself has the last word",
    code: `${v} ${fail} ${note} /** @preempt */ function returns(n) { try { if (n === 0) return v("try"); if (n === 1) fail("e"); v("on"); } finally { return "finally " + n; } }
      /** @preempt */ function throws(n) { try { if (n === 0) return v("try"); if (n === 1) fail("e"); } finally { throw "finally " + n; } }
      /** @preempt */ function again(n) { let s = ""; for (let i = 0; i < n; i++) { try { s += v(i); if (i === 1) continue; if (i === 2) fail("in"); if (i === 3) return "never"; s += "b"; } finally { s += "f"; if (i === 2 || i === 3) continue; if (i === 5) break; } s += "e"; } return s; }
      /** @preempt */ function labelled(n) { out: { try { v(n); if (n === 1) break out; if (n === 2) fail("l"); } finally { if (n === 2) break out; n += 10; } n += 100; } return n; } /** @preempt */ function untilOut(n) { let s = 0; while (true) { try { s += v(n); if (n-- === 0) return s; } finally { s += 100; if (s > 400) break; } } return -s; } /** @preempt */ function chosen(x) { switch (v(x)) { case 1: try { v("one"); break; } finally { x += 10; } case 2: try { fail("two"); } finally { break; } default: x = -1; } return x; }
      /** @preempt */ function main() { const out = []; for (let n = 0; n < 3; n++) { out.push(returns(n)); try { out.push(throws(n)); } catch (e) { out.push(e); } out.push(labelled(n), chosen(n)); } out.push(again(8), untilOut(1), untilOut(9)); return JSON.stringify([out, notes]); }`,
  },
  {
    name: "`catch` and `finally` of one statement and of statements in each other come in their order",
    code: `${v} ${fail} ${note} /** @preempt */ function both(n) { const s = []; try { s.push(v("t")); if (n === 1) fail("t"); if (n === 2) return s; } catch (e) { s.push("c" + e); } finally { s.push("f"); } s.push("e"); return s; }
      /** @preempt */ function behind(n) { const s = []; try { if (n > 0) fail(n); s.push(v("t")); } catch (e) { s.push("c", v(e)); if (n === 2) fail("c"); if (n === 3) return s; if (n === 4) throw e; s.push(v("more")); } finally { s.push("f"); note(s.join()); } return s; }
      /** @preempt */ function nested(n) { const s = []; try { try { try { s.push(v(1)); if (n === 1) fail("one"); if (n === 2) return s; } finally { s.push("f1"); if (n === 4) throw "f1"; } s.push(v(2)); } catch (e) { s.push("c" + v(e)); if (n === 4) fail("c"); } finally { s.push("f2"); } if (n === 3) fail("three"); s.push(v(3)); } catch (e) { s.push("outer " + e); } finally { s.push("f3"); } return s; }
      /** @preempt */ function siblings(n) { let s = ""; try { s += v("a"); if (n & 1) fail("b"); } catch (e) { s += e; } finally { s += 1; } try { try { s += v("c"); } finally { s += 2; if (n & 2) throw "d"; } } catch (e) { s += v(e); } try { s += v("g"); } finally { s += 3; } return s; }
      /** @preempt */ function inside(n) { const s = []; try { fail("x"); } catch (e) { try { s.push(v(e)); if (n) fail("y"); } finally { s.push("f"); } } return s; } class C { #n = 0; /** @preempt */ m(x) { this.#n++; try { return v(x) + this.#n; } finally { this.#n += 10; } } }
      /** @preempt */ function main() { const out = [], c = new C(); for (let n = 0; n < 5; n++) { out.push(siblings(n)); for (const f of [both, behind, nested, inside]) { try { out.push(f(n)); } catch (e) { out.push(f.name + " " + e); } } out.push(c.m(n)); } return JSON.stringify([out, notes]); }`,
  },
  {
    name: "loops in and around a `finally`, and what they and functions see of the variables",
    code: `${v} ${fail} ${note} /** @preempt */ function rounds(n) { const out = []; try { for (let i = 0; i < n; i++) { out.push(i * 2); if (out.length > 40) return out; } let j = n; while (j-- > 0) out.push(v(j)); for (const k in { a: 1, b: 2 }) { out.push(v(k)); if (k === "b") fail(k); } } finally { out.push("f"); note(out.length); } return out; }
      /** @preempt */ function around(list, n) { let s = 0; for (const x of list) { try { s += v(x); if (x === n) fail("around"); } finally { s += 100; } } return s; } const made = (name, n = 3) => ({ [Symbol.iterator]: () => { let i = 0; return { next: () => ({ done: i >= n, value: i++ }), return() { note("close", name); return {}; } }; } });
      /** @preempt */ function short(n) { let s = 0; try { for (let i = 0; i < n; i++) { for (let j = 0; j < 3; j++) s += i * j; } return v(s); } finally { for (const k in { a: 1, b: 2 }) s += k; note(s); } }
      /** @preempt */ function seen(n) { const fs = []; for (let i = 0; i < 3; i++) { let x = i; try { x += v(i); fs.push(() => x + i); if (i === n) throw "x" + i; } catch (e) { fs.push(() => e + x); } finally { x += 10; fs.push(() => "f" + x); } } return fs.map((f) => f()); } /** @preempt */ function kept(n) { let a = 1; var b = 2; try { const c = v(3); b += c; let d = v(b); a += d; { let a = v("inner"); note(a); } if (n) fail(a); return [a, b, c, d]; } finally { const a = "own"; note(a, b); } }
      /** @preempt */ function main() { const out = [short(4), seen(1), seen(7)]; for (const n of [3, 30]) { try { out.push(rounds(n)); } catch (e) { out.push(e); } } for (const n of [1, 9]) for (const list of [[0, 1, 2], made("list"), new Set([1])]) { try { out.push(around(list, n)); } catch (e) { out.push(e); } } for (const n of [0, 1]) { try { out.push(kept(n)); } catch (e) { out.push(e); } } return JSON.stringify([out, notes]); }`,
  },
];
