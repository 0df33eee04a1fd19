import { type NastyProgram, v } from "./program.ts";

/** Functions that are made in the rounds of loops, and see the variables of theirs. No function here needs a generator. */
export const rounds: NastyProgram[] = [
  {
    name: "functions made in a loop keep the variables of their round, across suspensions and behind the loop",
    code: `${v} /** @preempt */ function made(xs) { const fs = []; for (const x of xs) { const y = v(x * 2); fs.push(() => [x, y]); v(y); let z = [y]; fs.push(function () { return [typeof this, x + y, ++z[0]]; }, (a, b = y) => a + b + x); } v("made"); const out = []; for (let i = 0; i < fs.length; i++) out.push(fs[i](1), v(i), fs[i](2)); return out; }
      /** @preempt */ function main() { return [made([1, 2, 3]), made("ab"), made(new Map([[1, 2]]).keys())]; }`,
  },
  {
    name: "in loops in loops, by patterns, keys and in while loops, where names are hidden by others",
    code: `${v} /** @preempt */ function pairs(m, o) { const fs = []; for (const [k, w] of m) { for (const key in o) { const both = k + key; { const k = v(both); fs.push(() => [k, w, key], (w) => (k) => [k, w, both]); } const { length, 0: first = key } = both; fs.push(() => first + length + k); } let left = 2; while (left-- > 0) { const at = left, k = at; fs.push(() => at + w, () => ({ k, at })); v(at); } } do { const last = v("last"); fs.push(() => last); } while (v(0)); return fs; }
      /** @preempt */ function main() { const fs = pairs(new Map([["p", 1], ["q", 2]]), { a: 1, b: 2 }); const out = []; for (const f of fs) { const r = f(5); out.push(typeof r === "function" ? r(6) : r); } return out; }`,
  },
  {
    name: "they have the names that they had, and the this of who made them",
    code: `${v} class C { id = "c"; /** @preempt */ run(xs) { const out = []; for (const x of xs) { const own = () => [this.id, x], other = function () { return [this?.id, x]; }; let late; late = () => x; const o = { own, m: () => [this.id, x, own()], "a b": function () { return this.m(); }, 1: () => x, __proto__: { p: () => x } }; v(x); out.push(own.name, other.name, late.name, o.m.name, o["a b"].name, o[1].name, o.p.name, own(), other.call({ id: "d" }), late(), o["a b"](), o.p(), (() => x).name, new (function Made() { this.x = x; })().x, (function self(n) { return n ? self(n - 1) : x; })(2)); const [f = () => x, { g = () => own } = {}] = []; out.push(f.name, g.name, f(), g()()); } return out; } }
      /** @preempt */ function main() { return new C().run([1, 2]); }`,
  },
  {
    name: "preemptable functions made in a loop see the variables of their round",
    code: `${v} /** @preempt */ function made(xs) { const fs = []; for (const x of xs) { const y = v(x + 1); /** @preempt */ const slow = (n) => { let s = y; for (let i = 0; i < n; i++) s += v(x); return s; }; fs.push(slow, /** @preempt */ function (n) { return slow(n) + v(y); }, /** @preempt */ (n) => [n, x].map((z) => v(z + y))); v(slow(1)); } return fs; }
      /** @preempt */ function main() { const out = []; for (const f of made([1, 2])) out.push(f(2), f.name, f.length); return out; }`,
  },
  {
    name: "callbacks of built-ins see the variables of their round, in loops that are left early and gone on with",
    code: `${v} /** @preempt */ function found(rows, wanted) { const out = []; all: for (const row of rows) { const key = row[0]; if (wanted.every((w) => w !== key)) continue; for (const cell of row) { if (row.some((c) => c > cell + 2)) { out.push([key, cell, row.filter((c) => c >= cell).map((c) => v(c * key))]); if (cell > 1) continue all; } if (out.length > 4) break all; } switch (key) { case 2: { const two = v(key); out.push([1].map((n) => n + two)); break; } default: { const other = key; out.push([other].flatMap((n) => [n, other])); } } out.push([3, 1, 2].sort((a, b) => (a - b) * key)); } return out; }
      /** @preempt */ function main() { return [found([[1, 4, 2], [2, 5], [3, 1, 9, 2]], [1, 2, 3]), found([[1], [2]], [2])]; }`,
  },
  {
    name: "counters of loops are others in each round, for functions in the body and in the condition",
    code: `${v} /** @preempt */ function counted(n) { const fs = []; for (let i = 0, j = n; i < j && [i].every((x) => x === i); i++, j--) { fs.push(() => [i, j]); v(i); fs.push((i) => i + j); if (i === 1) continue; for (let k = i; k < 2; k += v(1)) fs.push(() => [i, k, ((k) => k + j)(k)]); } for (let [a, b] = [0, 1]; a < 2; [a, b] = [b, a + b + 1]) fs.push(() => a * 10 + b); for (const c = [0]; c[0] < 2; c[0]++) fs.push(() => c[0]); return fs; } /** @preempt */ function late() { const fs = []; for (let i = 0; i < 3; fs.push(() => i), i++) v(i); return fs; } /** @preempt */ function early() { const fs = []; for (let i = 0; i < 5; i++) { fs.push(() => i); i += v(1); } return fs; } /** @preempt */ function others() { const fs = []; for (let i = 0, f = () => i; i < 2; i++) fs.push(f, () => v(i)); return fs; }
      /** @preempt */ function main() { return [counted(5).map((f) => f(7)), counted(v(2)).map((f) => f(1)), late().map((f) => f()), early().map((f) => f()), others().map((f) => f())]; }`,
  },
];
