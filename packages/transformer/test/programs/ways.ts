import { type NastyProgram, v } from "./program.ts";

/** Where a body that goes on may come to, and where it cannot: what stands there is left out of it. */
export const ways: NastyProgram[] = [
  {
    name: "what stands before the first call of a branch is done once, and what follows the branch whichever was taken",
    code: `${v} /** @preempt */ function first(n) { log("a"); if (n & 1) { log("b"); let s = v(1); log(s); if (n & 2) { log("c"); s += v(2); } else s += 10; log(s); } else { log("d"); if (n & 2) { log("e"); v(3); } log("f"); } log("g"); return v(n) + 1; }
      /** @preempt */ function left(n) { if (n === 0) return v(0) + 1; if (n === 1) throw v("one"); if (n === 2) { log("two"); const a = v(2); if (a) return a; } else if (n === 3) { v(3); } else return -v(n); log("end"); return n; }
      /** @preempt */ function neither(n) { if (n > 0) { if (n > 1) return v(2) + 1; else return v(1) + 2; } else { if (n < 0) return v(-1); } return "zero"; }
      /** @preempt */ function chosen(a, b) { const r = a ? b ? v(1) + 1 : v(2) + 2 : b && v(3) || v(0) || "none"; let s; s ??= a && v(s); s ||= v(b); return [r, s, a ? v(7) : 8]; }
      /** @preempt */ function main() { const out = []; for (let i = 0; i < 4; i++) out.push(first(i)); for (let i = 0; i < 5; i++) { try { out.push(left(i)); } catch (e) { out.push(e); } } for (const n of [-1, 0, 1, 2]) out.push(neither(n)); for (const [a, b] of [[0, 0], [0, 1], [1, 0], [1, 1]]) out.push(chosen(a, b)); return JSON.stringify(out); }`,
  },
  {
    name: "variables of branches that are taken apart stay theirs",
    code: `${v} /** @preempt */ function named(n) { const s = "out"; if (n) { const s = v(1); { const s = v(2); log(s); } if (s) { let t = 5; log(t + s); v(t); } return () => s; } const t = v(s); return () => t + s; }
      /** @preempt */ function twice(n) { if (n & 1) { const k = n * 2; log(k); v(k); const m = n * 3; log(m); } if (n & 2) { const k = n * 5; log(k); v(k); const m = n * 7; log(m); } const k = n * 11; return k + v(1); }
      /** @preempt */ function main() { return JSON.stringify([named(0)(), named(1)(), twice(0), twice(1), twice(2), twice(3)]); }`,
  },
  {
    name: "a case is come to from those before it, by its value, and by the calls in it",
    code: `${v} /** @preempt */ function cases(x) { const out = []; switch (x) { case 0: out.push("0"); case 1: out.push("1"); if (v(x) === 1) break; case 2: out.push("2"); return out.concat(v("two")); case 3: out.push("3"); break; default: out.push(v("default")); case 4: out.push("4"); throw v("four"); case 5: out.push("5"); v(5); } out.push("end"); return out; }
      /** @preempt */ function computed(x, k) { switch (x) { case k + 1: log("one"); return v("one") + 1; case k + 2: log("two"); break; case k + 3: v("three"); default: log("default"); } return v("end"); }
      /** @preempt */ function later(x) { let s = v(x); switch (x) { case 0: return v("zero") + s; case 1: s += "1"; break; case 2: s += "2"; throw v(s); case 3: s += "3"; v(s); break; case 4: log("4"); return s; default: s += "default"; } return v(s); }
      /** @preempt */ function strict(a) { switch (typeof a) { case "number": return v(a) + 1; case "string": { if (a === "") break; return v(a) + "s"; } default: log("other"); } return "none"; }
      /** @preempt */ function main() { const out = []; for (let i = 0; i < 7; i++) { try { out.push(cases(i)); } catch (e) { out.push(e); } try { out.push(later(i)); } catch (e) { out.push(e); } } for (let i = 1; i < 5; i++) out.push(computed(i, 0)); out.push(strict(1), strict("a"), strict(""), strict({})); return JSON.stringify(out); }`,
  },
  {
    name: "a loop that comes first is gone on with in its round, and what follows it is come to from its end or by a break",
    code: `${v} /** @preempt */ function sum(n) { let s = 0; for (let i = 0; i < n; i++) { log(i); s += v(i); } log("end"); return s + v(1); } /** @preempt */ function found(xs, y) { for (const x of xs) { if (x === y) break; v(x); } log("found"); return v(y) + 1; }
      /** @preempt */ function forever(n) { for (;;) { if (v(n) > 3) return n; n++; } } /** @preempt */ function labelled(n) { outer: for (let i = 0; i < n; i++) { for (let j = 0; j < n; j++) { if (v(j) === 1) continue outer; if (i === 2) break outer; log(i, j); } } return v("end"); }
      /** @preempt */ function inBranch(n) { if (n > 1) { for (let i = 0; i < n; i++) v(i); log("after"); } else if (n === 1) { let k = 2; while (k-- > 0) v(k); } log("behind"); return v(n); } /** @preempt */ function done(n) { do { n--; if (v(n) === 5) continue; log(n); } while (v(n) > 0); return n; }
      /** @preempt */ function nested(n) { let s = ""; for (let i = 0; i < n; i++) { s += "a"; for (let j = 0; j < 2; j++) { s += v("b"); if (j === i) break; s += "c"; } s += v("d"); } return s; } /** @preempt */ function ends(n) { for (let i = 0; i < n; i++) { const x = v(i); if (x === 1) return "one"; else return "other"; } return v("none"); }
      /** @preempt */ function leaf(n) { let s = 0; if (n) { for (let i = 0; i < n; i++) s += i; s += v(1); } else { while (s < 3) s++; } for (const x of [1, 2]) s += x; return s; }
      /** @preempt */ function main() { return JSON.stringify([sum(0), sum(3), found([1, 2, 3], 2), found([1], 4), forever(1), labelled(4), inBranch(0), inBranch(1), inBranch(3), done(7), nested(3), ends(0), ends(1), ends(2), leaf(0), leaf(5)]); }`,
  },
  {
    name: "a block with an error and its catch go on in either, first or behind others",
    code: `${v} /** @preempt */ function first(f) { try { log("in"); const a = f(1); log(a); return v(a) + 1; } catch (e) { log("caught"); const b = v(e); if (b === 1) return v("again"); } log("behind"); return v("end"); } const fails = (x) => { throw x; }; /** @preempt */ function late(x) { for (let i = 0; i < 1; i++) log(x); throw x + 1; }
      /** @preempt */ function onlyCatch(o) { let r; try { r = o.a.b; } catch { r = v("none"); log(r); } return r + v("!"); } /** @preempt */ function inBranch(n, f) { if (n) { try { f(n); } catch (e) { if (n > 1) v(e); else log(e); } log("then"); } else { try { return v(n); } catch { } } return v("out"); }
      /** @preempt */ function inner(f) { a: { try { try { f(1); if (v(0)) break a; } catch (e) { log("inner", e); f(2); } log("between"); break a; } catch (e) { log("outer", v(e)); } log("not left"); } return v("end"); }
      /** @preempt */ function main() { return JSON.stringify([first(v), first(fails), first(late), onlyCatch({ a: { b: "b" } }), onlyCatch({}), inBranch(0, v), inBranch(1, v), inBranch(1, late), inBranch(2, fails), inner(v), inner(fails), inner(late)]); }`,
  },
];
