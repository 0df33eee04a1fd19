import { type NastyProgram, v } from "./program.ts";

/** Variables of rounds that change under functions inside. No function here but `main` needs a generator. */
export const boxes: NastyProgram[] = [
  {
    name: "a variable of a round that a function changes is that round's, for all who see it, before and after",
    code: `${v} /** @preempt */ function rounds(xs) { const kept = []; const out = []; for (const x of xs) { let found, n = v(x), s = "s"; if (xs.some((y) => { n++; found = y; return y === x; })) v(found); kept.push(() => [found, n++, (s += n)]); found = v(found) + 1; n += v(10); n *= 2; s += v("t"); out.push(found, n, s, \`\${n}\${v(s)}\`, { n, found, s: v(s) }, [n, v(n++), n--, -n, typeof s]); } v("between"); for (const f of kept) out.push(f(), f()); return out; }
      /** @preempt */ function whiles(n) { const kept = []; while (n-- > 0) { let a = n; const add = (x) => (a += x), set = function named(x) { a = x; return named.name; }; add(1); v(a); kept.push(a + v(add(1)) + a, [a, v(add(1)), a].join(), a - v(set(a + 1)), add, () => a, set); if (v(a) === 2) continue; set(a * 10); } return kept.map((f) => (typeof f === "function" ? f(1) : f)); }
      /** @preempt */ function nested(n) { const kept = []; for (let i = 0; i < n; i++) { let a = i; for (let k = 0; k < 2; k++) { let b = a + k; kept.push(() => (a += b), () => ++b); v(a += 1); b = v(b); if (b > 3) { let c = v(b); kept.push(() => c++ + a); c += v(1); } } { let a = "inner"; kept.push(() => (a += "!")); v(a); } } const out = []; for (const f of kept) out.push(f(), v(f())); return out; }
      /** @preempt */ function both(xs) { let last = 0; const kept = []; for (const x of xs) { let seen = v(last); kept.push(/** @preempt */ (y) => { for (let i = 0; i < 2; i++) seen = v(seen + y + last); last++; return [seen, x]; }); last = seen + x; } return [kept.map((f) => f(1)), last, v(last)]; }
      /** @preempt */ function main() { return [rounds([1, 2, 3]), whiles(4), nested(3), both([1, 2])]; }`,
  },
  {
    name: "the value in a round's object is assigned, named, swapped and taken apart as the variable was",
    code: `${v} /** @preempt */ function assigned(n) { const out = []; for (let i = 0; i < n; i++) { let a, b = v(i), c = { n: i }, f; const see = () => [a, b, f?.name, typeof f]; [a, b] = [v(b), a]; ({ n: b, x: a = String("d") } = c); ({ a, b = String("e") } = { a: b }); [a, ...c] = [v(1), 2, 3]; f = () => 1; out.push(see(), f.name); f = v(class {}); out.push(see()); f = undefined; f ??= function () {}; out.push(f.name); f &&= v(f); a ||= v(b); a = b = v(i); c.push(a++, ++a, a ** 2, b ? a : b, (a, b)); out.push([...c], { a, b }, see(), a === v(a), a in { [a]: 1 }, c[0], c.length, c?.[1], c.at?.(v(-1)), void a, !a); const g = /** @preempt */ (x) => { a = x; f = () => 2; ({ b } = { b: v(x) }); return [f.name, { a, b }]; }; out.push(g(v("g")), see()); switch (a) { case "g": { let d = v(1); out.push(() => d++); d += v(1); } default: let e = v(2); out.push(() => (e += 1)); } } return out.map((x) => (typeof x === "function" ? [x(), x()] : x)); }
      /** @preempt */ function fails(n) { const out = []; for (let i = 0; i < n; i++) { let a = v(i), b; const set = () => (b = a); try { a.x.y; } catch (e) { out.push(e); } set(); } return out; }
      class C { x = 1; /** @preempt */ m(n) { const out = []; for (let i = 0; i < n; i++) { let a = v(i); const f = () => (a += this.x); f(); v(a); out.push(f, () => this.x++); } return out.map((f) => f()); } }
      /** @preempt */ function main() { return [assigned(2), new C().m(3), fails(2)]; }`,
  },
  {
    name: "a variable of a round is not deleted in parentheses",
    strict: false,
    code: `${v} /** @preempt */ function main() { const out = []; for (const x of [1, 2]) { let a = x; out.push(() => a++); v(a); out.push(delete (a), v(a)); } return out.map((x) => (typeof x === "function" ? x() : x)); }`,
  },
];
