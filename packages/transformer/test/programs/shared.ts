import { type NastyProgram, v } from "./program.ts";

/** Variables that change while functions inside see them: they stand around a plain body. No function here needs a generator. */
export const shared: NastyProgram[] = [
  {
    name: "functions and the body around them see each other's assignments, across suspensions",
    code: `${v} /** @preempt */ function counts(n) { let total = 0, last; var seen = []; const add = (x) => { total += x; last = x; seen.push(total); return n--; }; for (let i = 0; i < 3; i++) { v(add(i)); total *= 2; } seen = [seen, v(total)]; return [total, last, n, seen, add(5), total, last, n]; }
      /** @preempt */ function main() { return counts(9); }`,
  },
  {
    name: "operands keep the values that they had, whatever a function inside assigns before the operator",
    code: `${v} /** @preempt */ function sums() { let a = 1, b = "b"; const set = (x) => { log("set", a, x); return (a = x); }; const out = [a + v(set(2)) + a, [a, v(set(3)), a], b + v((b += "c")) + ((x) => (b = x))("d") + v(b), a * v(set(4)) * a++, { a, x: v(set(6)), b: a }]; a += v(set(20)); out.push(a, a > 3 ? v(set(1)) + a : 0, a && v(set(0)) || a, \`\${a}\${v(set(7))}\${a}\`, a++ + v(set(3)) - --a); out.push(a, v(set(30)), a + v(set(31)) + a); return [out, [a, v(set(32)), a]]; }
      /** @preempt */ function main() { return sums(); }`,
  },
  {
    name: "callees that functions inside replace are read before their arguments",
    code: `${v} const one = (...xs) => ["one", xs], two = (...xs) => ["two", xs]; /** @preempt */ function callees() { let f = one, o = { f }; const swap = (g) => { f = g; o = { f: g }; return v(g.name); }; return [f(v(1), swap(two), v(2)), f(v(3)), o.f(swap(one), v(4)), o.f(v(5)), f(swap(undefined)), typeof f]; } /** @preempt */ function gone() { let f = one; const drop = () => { f = undefined; }; drop(); return f(v(1)); }
      /** @preempt */ function main() { const out = [callees()]; try { gone(); } catch (e) { out.push(e.message); } return out; }`,
  },
  {
    name: "each activation has its own, and functions that outlive it keep them",
    code: `${v} /** @preempt */ function counter(start) { let n = start; for (let i = 0; i < 2; i++) n += v(i); return { get n() { return n; }, add: (x) => (n += x), reset() { n = start; start++; } }; }
      /** @preempt */ function main() { const a = counter(10), b = counter(20); a.add(v(5)); b.reset(); b.reset(); return [a.n, b.n, counter(v(1)).add(1)]; }`,
  },
  {
    name: "var is declared once, wherever and however often it stands",
    code: `${v} /** @preempt */ function vars(x) { const get = () => [typeof early, i, w, x]; const out = [get()]; if (v(x)) { var early = v("early"), own = 1; } for (var i = 0; i < 2; i++) { var w = v(i); out.push(get()); } for (var i = 5; i < 6; i++) out.push(own); { var w; var x; out.push(get()); var w = "again", x = "x"; } if (v(0)) var never = 1, i = 9; return [...out, get(), never, own]; }
      /** @preempt */ function main() { return [vars(1), vars(0)]; }`,
  },
  {
    name: "parameters change under the functions inside, their defaults are taken once",
    code: `${v} /** @preempt */ function f(a, b = 2, c = [], ...rest) { const set = (x) => { a = x; b += x; c.push(x); rest = [x]; }; const before = [a, b, [...c], rest]; for (let i = 0; i < 2; i++) set(v(i + 5)); return [before, a, b, c, rest]; } /** @preempt */ function g(a, { x = a, y } = {}, z = v(3)) { let n = a; const up = () => ++n + x; v(up()); return [a, x, y, z, n, up()]; }
      /** @preempt */ function main() { return [f(), f(1, undefined, [0], 8, 9), f.length, g(1), g(1, { y: 2 }, 4), g.length]; }`,
  },
  {
    name: "preemptable functions inside share them, too",
    code: `${v} /** @preempt */ function search(n) { let best = 0, calls = 0; const visit = /** @preempt */ (k) => { calls++; if (k > n) return; if (v(k) > best) best = k; visit(k * 2); visit(k * 2 + 1); }; visit(1); const late = [3, 1, 2].map(/** @preempt */ (x) => { for (let i = 0; i < 2; i++) best += x; return v(best); }); return [best, calls, late]; }
      /** @preempt */ function main() { return [search(5), search(1)]; }`,
  },
  {
    name: "they recurse, throw and are left in the middle of loops",
    code: `${v} /** @preempt */ function deep(n) { let below = 0; const note = (x) => { below += x; return x; }; if (n > 0) note(v(deep(n - 1)) + 1); return below + note(n); } /** @preempt */ function fails(xs) { let at = -1; const mark = (i) => { at = i; }; for (const x of xs) { mark(v(x)); if (x > 1) throw new Error("at " + at); } return at; } /** @preempt */ function finds(xs) { let at = 0; const next = () => at++; outer: for (;;) { for (const x of xs) { if (next() > 3) break outer; if (v(x) === 2) continue outer; } } return at; }
      /** @preempt */ function main() { const out = [deep(4), fails([1]), finds([1, 2])]; try { fails([1, 2, 3]); } catch (e) { out.push(e.message); } return out; }`,
  },
  {
    name: "errors name them as they were named, and functions get their names",
    code: `${v} /** @preempt */ function named() { let f, o = null; const out = []; const look = (g) => { try { g(); } catch (e) { out.push(e.message); } }; v(1); look(() => f()); look(() => o.x); look(() => new o()); look(() => { [...f]; }); look(() => { const { z } = o; }); f = () => 1; o = class {}; out.push(f.name, o.name, v(typeof f)); f ??= 1; ({ f, o = 2 } = { f: v(3) }); [f, o] = [o, f]; out.push(f, o); for (f of [v(1), v(2)]) out.push(f); return out; }
      /** @preempt */ function main() { return named(); }`,
  },
  {
    name: "this, sloppy and strict, is that of the call",
    strict: false,
    code: `${v} /** @preempt */ function sloppy() { let n = 0; const up = () => { n++; return typeof this + (this === globalThis); }; v(up()); return [up(), n, typeof this]; } /** @preempt */ function strict() { "use strict"; let n = 0; const up = () => { n++; return typeof this; }; v(up()); return [up(), n]; } class C { x = 5; /** @preempt */ m() { let n = this.x; const up = () => (n += this.x); v(up()); return up(); } /** @preempt */ #p() { let n = 0; const up = () => (n += this.x); v(up()); return up(); } /** @preempt */ q() { return v(this.#p()); } static { this.r = /** @preempt */ (n) => { const up = () => (n += 1); v(up()); return [n, up(), this === C]; }; } }
      /** @preempt */ function main() { return [sloppy(), sloppy.call(1), sloppy.call(null), strict(), strict.call(1), new C().m(), new C().q(), C.r(3)]; }`,
  },
  {
    name: "a variable with the name of another one keeps to its block, in functions inside as well",
    code: `${v} /** @preempt */ function blocks(x) { const out = []; let a = 1; const up = () => a++; { const a = v(2); out.push(() => a, { a }.a); [1].map(/** @preempt */ (y) => { for (let i = 0; i < 1; i++) out.push({ a, y }, a + y, x); return a; }); } { let a = v(7); const down = () => --a; v(down()); out.push(a, down()); } up(); out.push(v(a), a); return out.map((f) => (typeof f === "function" ? f() : f)); }
      /** @preempt */ function main() { return blocks("x"); }`,
  },
  {
    name: "functions declared inside are there from the start, see what is around them, and are made anew by each call",
    strict: false,
    code: `${v} /** @preempt */ function outer(n, k = 1) { let count = 0; var w = 1; const made = []; const step = v(2); if (n > 2) made.push(outer(n - 2), twice); for (let i = 0; i < n; i++) made.push(v(even(i)), twice(i), once); once.seen = count; return [made.map((f) => (typeof f === "function" ? [f.name, f(5), f.seen] : f)), count, w, odd.length, typeof late, gen(v(2)).next().value, k]; /** @preempt */ function even(x) { count++; return x === 0 ? "even" : odd(x - 1); } /** @preempt */ function odd(x, ...more) { for (let i = 0; i < 1; i++) n = v(n); return x === 0 ? "odd" : even(x - 1); } function twice(x) { w += x; return x * step; } function once() { return [count, n, typeof this]; } function* gen(x) { yield x + step; } function late() {} }
      /** @preempt */ function main() { return [outer(3), outer(0, 2)]; }`,
  },
  {
    name: "functions declared inside may be replaced, and hide others",
    code: `${v} const helper = () => "outside"; /** @preempt */ function outer() { let total = v(0); const out = [helper(v(1))]; helper = /** @preempt */ (x) => { for (;;) return "replaced" + x; }; out.push(helper(v(2)), v(total)); { const helper = "block"; out.push(v(helper)); } add(4); return [out, total].length + out.join(); /** @preempt */ function helper(x) { for (let i = 0; i < 2; i++) add(i); return "inside" + x; } function add(x) { total += x; } }
      /** @preempt */ function main() { return [outer(), outer(), helper()]; }`,
  },
  {
    name: "a function declared inside may be called before a variable has its value",
    code: `${v} /** @preempt */ function early() { const out = [get()]; let x = v(1); out.push(get(), x); return out; function get() { return x; } } /** @preempt */ function late(f) { const out = []; const call = () => get(); if (f) f(call); let x = v(2); out.push(call()); return out; function get() { return x; } }
      /** @preempt */ function main() { const out = [late()]; for (const f of [early, () => late((g) => g())]) { try { out.push(f()); } catch (e) { out.push(e.name, e.message); } } return out; }`,
  },
  {
    name: "methods that hold no preemption point are called with their own this",
    strict: false,
    code: `${v} class P { #n = 2; k = 1; at(i) { return this.k + i + this.#n; } get() { return this; } typeOf() { return typeof this; } fail() { return this.none.x; } none(a = 3, { b } = {}, ...c) { return [this?.k, a, b, c]; } missing() { return this.nothing(); } static of() { return this.name; } } function Q() { this.k = 2; } Q.prototype.at = function (i) { return this.k * i; }; Q.prototype.typeOf = function () { return typeof this + (this === globalThis); }; const o = { k: 9, at(i) { return this.k - i; }, get: function () { return this; } };
      /** @preempt */ function each(xs) { const out = []; for (const x of xs) { out.push(v(x.at(1)), x.at(v(2)), x.get && x.get() === x); } return out; } /** @preempt */ function loose(x) { const { at, typeOf } = x; const out = [typeOf(), x.typeOf(), Object.assign(Object(1), { typeOf }).typeOf()]; Number.prototype.typeOf = typeOf; out.push((5).typeOf()); delete Number.prototype.typeOf; return out; }
      /** @preempt */ function main() { const p = new P(), out = [each([p, new Q(), o]), loose(new Q()), p.none(), p.none(v(1), { b: 2 }, 3), P.of()]; for (const f of [() => p.fail(), /** @preempt */ () => { for (;;) return p.missing(); }, /** @preempt */ () => { for (;;) return p.at.call(o, 1); }]) { try { out.push(f()); } catch (e) { out.push(e.message); } } p.at = v; out.push(p.at(4), v.call(p, 5)); return out; }`,
  },
  {
    name: "default values do not see the variables of the body",
    code: `${v} /** @preempt */ function main() { let x = "outside", y = 1; const out = [typeof v(x)]; const g = (p = () => x + y) => { var x = "inside", y; return [p(), x, y]; }; x = v("changed"); y++; out.push(g()); out.push(h(), (function (p = () => [x, typeof z]) { var x = 3; var z = 4; return p().concat(x, z); })()); return out; /** @preempt */ function h(p = () => x) { var x = v("of h"); for (let i = 0; i < 1; i++) y++; return [p(), x, y]; } }`,
  },
  {
    name: "functions that mention what is declared behind them see it, where nobody calls them before",
    code: `${v} /** @preempt */ function rings(n) { const out = []; const arm = (k) => (k > n ? v(out) : wait(k)); const wait = function (k) { out.push(v(k)); return look(() => fire(k)); }, look = (f) => (limit > 0 ? f() : "never"); let limit = v(n); const fire = (k) => { limit = v(limit) - 1; return arm(k + 1); }; return [v(arm(0)), arm(n), limit]; } /** @preempt */ function inBlock(n) { const out = []; { const same = (i) => [i, later(i)]; v(n); const later = (i) => out.length + i + base; const base = v(5); out.push(same(1)); v(0); out.push(same(2)); } { const same = v(3); out.push(same); } return out; } /** @preempt */ function declared(n) { const ask = () => get(); const x = v(n); const y = ask(); return [y, v(get()), twice()]; function get() { return [x, twice()]; } function twice() { return x * 2; } } /** @preempt */ function inPattern(o) { const { a, b = a, c: { d = b } = {}, [d]: e = d } = v(o), [f, g = f, ...h] = v([e]); const all = () => [a, b, d, e, f, g, h]; v(1); return v(all()); } /** @preempt */ function left(n) { const get = () => x; const made = []; for (let i = 0; i < 2; i++) { if (v(i) === n) return made; made.push(i); } const x = v(7); return [made, get(), v(get)()]; }
      /** @preempt */ function main() { return [rings(1), inBlock(1), declared(3), inPattern({ a: 1 }), inPattern({ a: 1, b: 2, c: { d: "x" }, x: 5 }), left(0), left(5)]; }`,
  },
  {
    name: "functions that are called before what they mention is declared find that it has no value",
    code: `${v} const attempt = (f) => { try { return f(); } catch (e) { return [e.name, e.message]; } };
      /** @preempt */ function early() { const get = () => x; v(0); const out = [attempt(get)]; const x = v(1); return [out, get()]; } /** @preempt */ function through() { const get = () => x, ask = () => get(); v(0); const out = [attempt(() => ask())]; const x = v(1); return [out, ask()]; } /** @preempt */ function handed(f) { const o = { get: () => x }; const y = attempt(() => f(o)); const x = v(1); return [y, o.get()]; } /** @preempt */ function hoisted() { const out = [attempt(ask)]; const get = () => x; v(0); const x = v(1); return [out, ask()]; function ask() { return get(); } } /** @preempt */ function declaring() { const get = () => x; v(2); const x = attempt(get); return v(x); } /** @preempt */ function kept() { var get = () => x; const out = []; for (let i = 0; i < 2; i++) { out.push(attempt(() => get?.())); v(i); } const x = v(1); return [out, get()]; } /** @preempt */ function outlived(n) { block: { var get = () => x; if (v(n)) break block; const x = v(1); } return attempt(get); }
      /** @preempt */ function main() { return [outlived(0), outlived(1), early(), through(), handed((o) => o.get()), handed(v), hoisted(), declaring(), kept()]; }`,
  },
  {
    name: "methods of objects that a function makes see its variables, and have their own this, names and keys",
    code: `${v} /** @preempt */ function counter(n, key = "by key") { let count = v(n), last; const fixed = v(10), keys = { it: Symbol.iterator }; const o = { k: 1, /** @preempt */ next() { for (let i = 0; i < 2; i++) count += i; last = () => [this.k, count]; return { done: count > 6, value: v(count + this.k) }; }, "two words"(a, [b] = [fixed], ...c) { v(a); return [a, b, c, this.k, fixed]; }, 3: function () { for (;;) return v(this.k); }, __proto__: null, /** @preempt */ [keys.it]() { v(count); return this; }, [key]: /** @preempt */ (x) => { v(x); return [typeof this, x, fixed]; }, get peek() { return [count, last?.()]; }, /** @preempt */ __proto__() { v(0); return "proto"; }, async: 2, /** @preempt */ nested() { const inner = { count, /** @preempt */ up() { for (let i = 0; i < 2; i++) this.count += v(fixed); count++; return this.count; } }; return [inner.up(), v(inner.up.name)]; } }; v(o.k); return o; } class C { n = 5; /** @preempt */ make() { const self = this; v(this.n); return { n: 6, /** @preempt */ both() { v(1); return [this.n, self.n]; }, arrow: /** @preempt */ () => { v(2); return this.n; }, ["computed"]: /** @preempt */ () => { v(3); return this.n; } }; } } /** @preempt */ function renamed(x) { const out = []; { let x = v(1); const key = "k", o = { /** @preempt */ m(y) { v(y); return [x, y]; }, /** @preempt */ [key](y = x) { v(y); return x++; } }; out.push(o.m(2), o.k(), o.k(), v(x), o.k.name); } return [x, out]; } /** @preempt */ function rounds(n) { const out = []; for (let i = 0; i < n; i++) { const o = { /** @preempt */ m(y) { v(y); return [this.i, y]; }, i }; out.push(o); v(i); } return out.map((o) => o.m(1)); } /** @preempt */ function plainly() { const o = { m() { return this.k; }, k: 1 }; return [v(o.m()), (() => ({ /** @preempt */ m() { v(9); return o.k; } }))().m()]; } class K { key = "own"; /** @preempt */ others() { v(0); return { /** @preempt */ [this.key]() { v(1); return this.key; }, key: 7 }; } /** @preempt */ early() { v(0); return { /** @preempt */ sup() { v(2); return super.toString === Object.prototype.toString; } }; } }
      /** @preempt */ function main() { const o = counter(1), out = [...o]; return [out, o["two words"](1), o["two words"](1, [2], 3), o[3](), o["by key"](4), o.peek, o.__proto__(), o.nested(), Object.keys(o), Reflect.ownKeys(o).map((k) => [String(k), typeof o[k] === "function" ? [o[k].name, o[k].length, "prototype" in o[k]] : o[k]]), new C().make().both(), new C().make().arrow(), new C().make().computed(), renamed("x"), new K().others().own(), new K().early().sup(), rounds(2), plainly()]; }`,
  },
  {
    name: "a variable that its own value mentions has none until then, for whoever asks",
    code: `${v} const attempt = (f) => { try { return f(); } catch (e) { return [e.name, e.message, e instanceof ReferenceError]; } }; const later = []; const listen = (f, now) => { later.push(f); if (now) log(attempt(f)); v(now); return { id: later.length, f }; };
      /** @preempt */ function hostile(now) { const $at = listen(() => $at.id, now), $value = listen(() => [$at, $value].length, now); return v([$at.f(), $value.f()]); } /** @preempt */ function hides($value, $at) { const out = []; { let $value = v(1), $at = v(2); out.push(() => [$value, $at]); v($value + $at); } return [$value, $at, out.map((f) => f())]; } /** @preempt */ function own(now) { const handle = listen(() => [typeof handle, handle.id, { handle }], now); return v(handle.f()); } /** @preempt */ function typed(now) { let kind = listen(() => typeof kind, now).id; v(0); kind = "changed"; return [kind, later.at(-1)()]; } /** @preempt */ function suspended(now) { const handle = listen(/** @preempt */ () => { for (let i = 0; i < 2; i++) v(i); return [handle === undefined, handle?.id, v(handle.id)]; }, now); return handle.f(); } /** @preempt */ function methods(now) { const o = { k: v(2), /** @preempt */ next() { v(1); return [o.k, o === this]; }, early: now && attempt(() => o.k), *all() { yield o.k; }, async: class { static s = now ? attempt(() => o.k) : 0; } }; return [o.next(), v(o.early), [...v(o).all()], o.async.s]; } /** @preempt */ function hiding(now) { const out = []; const x = listen((y) => { const own = () => { let x = 5; return x; }; return [own(), ((x) => x)(6), [x].length, x.id]; }, now); { const y = v("inner"); out.push(y); } return [out, v(x.f())]; } /** @preempt */ function deep(n) { const made = listen(() => [n, made.id > 0], false); const inner = n > 0 ? deep(n - 1) : []; return [v(made.f()), ...inner]; } /** @preempt */ function never(now) { const x = listen(() => x, now); if (v(now)) return "left"; const y = listen(() => [x, y].length, now); return y.f(); } /** @preempt */ function fails(now) { const x = ((f) => { later.push(f); throw new Error("no value"); })(() => x); return v(x); } /** @preempt */ const arrow = (now) => { const self = listen(() => { const id = self?.id; return \`\${id}\${self.id}\`; }, now); return self.f(); }; /** @preempt */ function early(now) { let x = listen(() => { x = 1; return x; }, now); return [x.id, x.f(), v(x)]; } /** @preempt */ function late(now) { const x = listen(() => x(), now); return v(attempt(x.f)); }
      /** @preempt */ function main() { const out = []; for (const f of [hostile, (x) => hides(x, v), early, late, own, typed, suspended, methods, hiding, never, arrow]) out.push(attempt(() => f(false)), attempt(() => f(true))); out.push(deep(2), attempt(() => fails(0)), attempt(later.at(-1))); return [out, later.length, later.map(attempt).length]; }`,
  },
  {
    name: "a variable that gets another name is none of the rewrite's, though it is the first to be called so",
    code: `/** @preempt */ function first(hold) { const $at = hold(() => $at.id); for (let i = 0; i < 2; i++) log($at.id, i); return $at.f(); }
      /** @preempt */ function main() { const out = []; for (let i = 0; i < 2; i++) out.push(first((f) => ({ id: i, f }))); return out; }`,
  },
];
