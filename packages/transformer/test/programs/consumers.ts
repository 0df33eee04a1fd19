import { type NastyProgram, v } from "./program.ts";

const rows = `/** @preempt */ function* rows(n, end) { try { for (let i = 0; i < n; i++) { v(i); yield i; } return "returned"; } catch (e) { log("caught " + e); throw e; } finally { v("closed"); if (end === "throw") throw new Error("at the end"); } }`;

/** What takes the values of preemptable generators one after the other, and what constructs by other means than \`new\`. */
export const consumers: NastyProgram[] = [
  {
    name: "a declaration takes from a generator as many values as it has names, and closes it",
    code: `${v} ${rows}
      /** @preempt */ function all() { const [a, b] = rows(5); let [c] = rows(0), [, d] = rows(2); var [e, ...f] = rows(4); const [] = rows(3); const [...g] = rows(2); for (const [h] = rows(1); ; ) { c = h; break; } { let [a] = rows(3); d += a; } return [a, b, c, d, e, f, g]; }
      /** @preempt */ function broken(k) { switch (k) { case 0: { const [a] = rows(2, "throw"); return a; } case 1: { const [a, b, c] = rows(2, "throw"); return a; } case 2: { const [a] = undefined; return a; } case 3: { const [a] = k; return a; } default: { const source = rows(3); source.return = () => { v("own return"); return 5; }; const [a] = source; return a; } } }
      /** @preempt */ function others() { const [a, b] = [1, 2], [c, d] = "xy", [e] = new Map([[1, 2]]), [f] = { *[Symbol.iterator]() { try { yield v(7); } finally { v("plain"); } } }; return [a, b, c, d, e, f]; }
      /** @preempt */ function seen() { const out = []; const show = () => { try { out.push(typeof a, a); } catch (e) { out.push(e.message); } }; function* inner() { show(); yield v(1); show(); yield v(2); } const [a, b] = inner(); return [...out, a, b]; }
      /** @preempt */ function defaults() { const [a = v("a"), b = v("b"), { c } = { c: v("c") }] = rows(1); return [a, b, c]; }
      /** @preempt */ async function later() { const [a, b] = rows(2); await null; return a + b; }
      /** @preempt */ function main() { const out = [all(), others(), seen(), defaults()]; for (let k = 0; k < 5; k++) try { out.push(broken(k)); } catch (e) { out.push(e); } return out; }`,
  },
  {
    name: "Array.from asks a generator step by step, with a callback and without, and closes it where that throws",
    code: `${v} ${rows} class Own extends Array { constructor(...xs) { super(...xs); v("made"); } }
      /** @preempt */ function each(f) { try { return f(); } catch (e) { return String(e); } }
      /** @preempt */ function twice(x, i) { for (let k = 0; k < 2; k++) v(k); return x * 2 + i; }
      /** @preempt */ function main() { const own = rows(2); const made = Own.from(rows(2)); const listed = Array.from(own); return [Array.from(rows(3)), listed, Array.from(own), made instanceof Own, made.length, Array.from(rows(3), twice), Array.from(rows(2), (x) => v(x)), each(/** @preempt */ () => Array.from(rows(3), (x) => { throw new Error("mapper " + x); })), each(/** @preempt */ () => Array.from(rows(2, "throw"))), each(/** @preempt */ () => Array.from(rows(2), 5)), each(/** @preempt */ () => Array.from()), Array.from(new Set([1])), Array.from({ length: 2, 0: "a" }), Array.from("ab"), Float64Array.from(rows(2)).length]; }`,
  },
  {
    name: "a declaration takes an object with getters apart, one after the other, and says what is none",
    code: `${v} class A { items = [1, 2]; /** @preempt */ get total() { let n = 0; for (const x of this.items) n += v(x); return n; } get plain() { return v("plain"); } /** @preempt */ get far() { for (let i = 0; i < 2; i++) v("far"); throw new Error("far"); } self() { return this; } }
      class B extends A { /** @preempt */ own() { const { total, plain } = this; return [total, plain]; } }
      /** @preempt */ function one(o) { const { plain, total: t, items } = o; let { "total": u } = o; var { length, total: w } = o; return [plain, t, items?.length, u, length, w]; }
      /** @preempt */ function more(o) { const { total = v("default"), ...rest } = o, { items: [first] } = o; let total2; ({ total: total2 } = o); const f = ({ total }) => total; const { total: seen } = o; const show = () => seen; return [total, Object.keys(rest), first, total2, f(o), show()]; }
      /** @preempt */ function made() { const { total } = new A(), { total: t } = v(new A()).self(); return [total, t]; }
      /** @preempt */ function fails(o) { const { items, far } = o; return far; }
      /** @preempt */ function each(f) { try { return f(); } catch (e) { return String(e); } }
      const proxy = new Proxy(new A(), { get(t, k, r) { log("asked " + String(k)); return Reflect.get(t, k, r); } });
      /** @preempt */ function main() { const out = [one(new A()), new B().own(), one({ total: 3 }), one("text"), one(proxy), one(Object.create(new A())), more(new A()), made()]; let nothing; for (const o of [new A(), { far: 1 }]) out.push(each(/** @preempt */ () => fails(o))); out.push(each(/** @preempt */ () => one()), each(/** @preempt */ () => one(null)), each(/** @preempt */ () => { const { total } = nothing; }), each(/** @preempt */ () => { const { total } = late; const late = 1; })); return out; }`,
  },
  {
    name: "Reflect.construct constructs a preemptable class or function, with its new.target, and says what is none",
    code: `${v} class A { /** @preempt */ constructor(n) { for (let i = 0; i < n; i++) v(i); this.n = n; this.target = new.target.name; } } class B extends A { kind = v("field"); /** @preempt */ constructor(n) { super(v(n)); this.b = n; } }
      /** @preempt */ function Old(n) { for (let i = 0; i < 2; i++) v(i); this.old = n; this.proto = Object.getPrototypeOf(this) === A.prototype; this.target = new.target === A; }
      /** @preempt */ function each(f) { try { return f(); } catch (e) { return String(e); } }
      class Plain { constructor() { this.plain = arguments.length; } }
      /** @preempt */ function main() { const made = Reflect.construct(A, [2]); const b = Reflect.construct(B, { length: 1, 0: 3 }); const as = Reflect.construct(A, [1], B); const old = Reflect.construct(Old, [4], A); return [made, b, as, as instanceof B, Object.getPrototypeOf(as) === B.prototype, old, old instanceof A, Reflect.construct(Plain, [1, 2]), Reflect.construct(Date, [0]).getTime(), each(/** @preempt */ () => Reflect.construct(A)), each(/** @preempt */ () => Reflect.construct(() => 1, [])), each(/** @preempt */ () => Reflect.construct(A, [1], () => 1)), each(/** @preempt */ () => Reflect.construct(A, 5)), each(/** @preempt */ () => Reflect.construct(A, [1], undefined))]; }`,
  },
  {
    name: "what is taken from a generator before an error is there behind it, and its finally comes before the catch",
    code: `${v} ${rows} /** @preempt */ function* bad(n) { yield v(0); throw new Error("bad " + n); } class A { n = 4; /** @preempt */ get total() { for (let i = 0; i < 2; i++) v(i); return 3; } /** @preempt */ get boom() { for (let i = 0; i < 2; i++) v(i); throw new Error("boom"); } }
      /** @preempt */ function kept() { try { var [a, b] = bad(1); } catch (e) { log(String(e)); } const o = new A(); try { var { total, boom } = o; } catch (e) { log(String(e)); } return [a, b, total, boom]; }
      /** @preempt */ function mapped() { try { return Array.from(rows(3), /** @preempt */ (x) => { for (let i = 0; i < 2; i++) v("m" + i); if (x === 1) throw new Error("mapper"); return x; }); } catch (e) { log("caught " + e); return "none"; } }
      /** @preempt */ function listed() { const g = rows(2); g[Symbol.iterator] = undefined; g.length = 2; return Array.from(g); }
      /** @preempt */ function main() { return [kept(), mapped(), listed()]; }`,
  },
];
