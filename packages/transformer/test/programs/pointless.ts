import { type NastyProgram, v } from "./program.ts";

const unknown =
  "const made = []; const ask = /** @preempt */ (f, ...xs) => f(...xs); const attempt = (f) => { try { return f(); } catch (e) { return [e.name, e.message]; } };";

/** Functions without a preemption point: their bodies are never suspended, but are called in place of the original. */
export const pointless: NastyProgram[] = [
  {
    name: "variables of a function without a point may change while functions inside see them",
    code: `${v} ${unknown} let x = 10;
      /** @preempt */ function count() { var n = 0; const f = () => { n = n + 1; }; made[made.length] = f; made[made.length] = () => n; return n; } /** @preempt */ function hidden() { var x = 0; made[made.length] = () => x++; return x; } /** @preempt */ function undone() { var n; made[made.length] = () => (n = (n ?? 0) + 1); return n; } /** @preempt */ function walked(o) { let last; var k, list = []; switch (typeof o) { case "object": { var inCase = o.a; made[made.length] = () => inCase++; } } made[made.length] = () => [k, last, list.push(1), inCase]; return [inCase, k]; } /** @preempt */ const arrow = (o) => { var { a, b: [c = a] = [], ...rest } = o; made[made.length] = () => [a++, c++, rest]; return [a, c]; }; class C { /** @preempt */ m() { var self = this, n = 1; made[made.length] = () => (self.n = n++); return n; } /** @preempt */ #p() { var n = 1; made[made.length] = () => n++; return n; } p() { return this.#p(); } } /** @preempt */ function caught() { try { made.nothing.at; } catch (e) { var e = e.name, m = e; made[made.length] = () => [e, m]; m = "changed"; } return m; }
      /** @preempt */ function main() { const out = []; for (let i = 0; i < 2; i++) { for (const f of [count, hidden, undone, () => walked({ a: i }), () => arrow({ a: 1, b: [], z: 2 }), () => new C().m(), () => new C().p(), caught]) out.push(attempt(() => ask(f))); out.push(count(), hidden(), undone(), walked({ a: 5 }), arrow({ a: 1 }), new C().m(), caught(), v(x)); } for (const f of made) out.push(f()); for (const f of made) out.push(f()); return [out, x]; }`,
  },
  {
    name: "parameters of a function without a point may change while functions inside see them",
    code: `${v} ${unknown}
      /** @preempt */ function total(list = [1, 2, 3]) { var sum = 0; list.forEach((x) => { sum += x; }); return sum; } /** @preempt */ function defaults(a = 4, b = a) { const f = () => b++; made[made.length] = f; made[made.length] = () => (a += b); return [a, b]; } /** @preempt */ function patterns({ a, b: c = a }, [d, e = c] = [a], ...f) { made[made.length] = () => [a++, c++, d++, e++, f.push(1)]; return [a, c, d, e, f]; } /** @preempt */ function inDefault(a = 1, set = (x) => { a = x; }, get = () => a) { set(5); made[made.length] = get; made[made.length] = () => a++; return [a, get()]; } /** @preempt */ function own(a, b) { var a, b = 3; made[made.length] = () => [a++, b++]; return [a, b]; } const o = { /** @preempt */ m(a = this.k, b = () => a++) { b(); made[made.length] = b; return a; }, k: 7 };
      /** @preempt */ function main() { const out = []; for (let i = 0; i < 2; i++) { for (const f of [total, defaults, () => patterns({ a: 1 }), inDefault, () => own(1, 2), () => o.m()]) out.push(ask(f)); out.push(total(), total([i]), defaults(), defaults(1, 2), patterns({ a: v(2) }, [3, 4], 5), inDefault(), inDefault(2), own(1, 2), o.m(), o.m(3)); } for (const f of made) out.push(f()); for (const f of made) out.push(f()); return out; }`,
  },
  {
    name: "functions inside one without a point see its variables, and are preempted themselves",
    code: `${v} ${unknown}
      /** @preempt */ function counter() { var n = 0; return /** @preempt */ function () { n++; for (let i = 0; i < 2; i++) n += v(i); return n; }; } /** @preempt */ function declared(a = 3) { var n = a; return [up, () => n++, () => a++, /** @preempt */ () => v(n) + a]; /** @preempt */ function up() { n++; a++; for (let i = 0; i < 2; i++) n += v(i); return [a, n, down.name]; } function down() { return n--; } } /** @preempt */ function methods() { var n = 1; return { /** @preempt */ m() { n += v(n); return [this.k, n]; }, k: 2, get n() { return n++; } }; } const plainly = () => counter()();
      /** @preempt */ function main() { const out = []; for (const make of [counter, () => counter()]) { const f = make(); out.push(f(), f(), plainly()); } const all = declared(), o = methods(); for (let i = 0; i < 2; i++) for (const f of all) out.push(f(), o.m(), o.n); return out; }`,
  },
];
