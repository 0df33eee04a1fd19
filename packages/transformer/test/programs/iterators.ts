import { type NastyProgram, v } from "./program.ts";

const caught = "const caught = (f) => { try { return f(); } catch (e) { return e.name + ': ' + e.message; } };";

/** Takes the budget away, as the kernel does when somebody more urgent comes. */
const urgent =
  'const { state } = globalThis[Symbol.for("@preempt/runtime/abi@1")]; const urgent = () => { state.budget = Math.min(state.budget, -(2 ** 26)); };';

/** Which lists a plain body walks by index, how the iterators of all others are asked and closed, and how its loops end. */
export const iterators: NastyProgram[] = [
  {
    name: "what has the array's iterator and is no array is asked for its length as that iterator does",
    code: `${v} const like = (length) => ({ length, 0: "a", 1: "b", 2: "c", [Symbol.iterator]: [][Symbol.iterator] });
      /** @preempt */ function walk(xs) { const out = []; for (const x of xs) out.push(v(x)); return out; } /** @preempt */ function sum(xs) { let s = ""; for (const x of xs) s += x; return s; }
      /** @preempt */ function main() { const given = function () { return arguments; }; return [walk(like(2.5)), walk(like("2")), walk(like(-1)), walk(like(NaN)), sum(like(1.9)), sum(like(undefined)), walk(given(1, 2)), sum(given("a", "b"))]; }`,
  },
  {
    name: "a proxy of an array is asked for what it has as its iterator does, and may give any length",
    code: `${v} ${caught} const proxy = (length) => new Proxy(["a", "b", "c", "d"], { get(o, key) { log("get", key); return key === "length" ? length : Reflect.get(o, key); } }); const odd = new Uint8Array(2); odd[Symbol.iterator] = [][Symbol.iterator]; odd.buffer.transfer?.();
      /** @preempt */ function walk(xs) { const out = []; for (const x of xs) out.push(v(x)); return out; } /** @preempt */ function sum(xs) { let s = ""; for (const x of xs) s += x; return s; }
      /** @preempt */ function main() { return [2, 2.5, "2", -1, NaN, undefined, 2n, Symbol("length"), { valueOf() { log("valueOf"); return 1.5; } }].flatMap((n) => [caught(() => walk(proxy(n))), caught(() => sum(proxy(n)))]).concat(odd.buffer.detached ? [caught(() => walk(odd)), caught(() => sum(odd))] : []); }`,
  },
  {
    name: "a loop's pattern asks for the iterator once",
    code: `${v} ${caught} const proxy = (xs) => new Proxy(xs, { get(o, key) { log("get", key); return Reflect.get(o, key); } }); const own = [1, 2]; Object.defineProperty(own, Symbol.iterator, { get() { log("asked"); return Array.prototype[Symbol.iterator]; } });
      /** @preempt */ function take(xs) { const out = []; for (const [a] of xs) out.push(v(a)); for (const [b, ...c] of xs) out.push(b, c.length); return out; }
      /** @preempt */ function main() { return [take([proxy([1, 2]), own, "ab", new Set([3])]), caught(() => take([undefined])), caught(() => take([1])), caught(() => take([{}]))]; }`,
  },
  {
    name: "who is a local where an error passes is not asked what it is",
    code: `${v} const shy = new Proxy({}, { getPrototypeOf() { log("asked"); throw new Error("asked"); } }); const { proxy: gone, revoke } = Proxy.revocable({}, {}); revoke(); function* g() { try { yield 1; yield 2; } finally { log("closed"); } }
      /** @preempt */ function fails(x) { v(x); throw new Error("thrown"); }
      /** @preempt */ function go(a, b) { const c = [a, b]; for (const x of g()) { fails(x); c.push(a, b); } return [a, b]; }
      /** @preempt */ function main() { try { go(shy, gone); } catch (e) { return e; } }`,
  },
  {
    name: "an array with an iterator of its own is walked by it, and so is every array where the common one was changed",
    code: `${v} const mark = {}; let seen = 0, closed = 0, isLeaving = false; const Iterator = Object.getPrototypeOf([][Symbol.iterator]()); const { next } = Iterator;
      /** @preempt */ function walk(xs) { let n = 0; for (const x of xs) { v(typeof x); n++; } return n; } /** @preempt */ function count(xs) { let n = 0; for (const x of xs) n++; return n; } /** @preempt */ function leave(xs) { for (const x of xs) { if (v(x) === 2) { isLeaving = true; break; } } isLeaving = false; }
      function patched(f) { Iterator.next = function () { const step = next.call(this); if (step.value === mark) seen++; return step; }; try { return f(); } finally { Iterator.next = next; } }
      function closing(f) { Iterator.return = () => { if (isLeaving) closed++; return {}; }; try { return f(); } finally { delete Iterator.return; } }
      /** @preempt */ function main() { const own = [1, 2, 3]; own[Symbol.iterator] = function* () { yield "own"; }; const out = [walk(own), count(own)]; Iterator.next = function () { const step = next.call(this); if (step.value === mark) seen++; return step; }; try { out.push(walk([mark, 1, mark]), count([mark])); } finally { Iterator.next = next; } Iterator.return = () => { if (isLeaving) closed++; return {}; }; try { leave([1, 2, 3]); } finally { delete Iterator.return; } return [out, seen, closed, patched(() => count([mark])), closing(() => count([1])), seen, closed]; }`,
  },
  {
    name: "an iterator's next is read once and has to give objects, and one that broke is not closed",
    code: `${v} ${caught} const list = (steps) => ({ [Symbol.iterator]() { let i = 0; return { get next() { log("next"); return () => { const step = steps[i++]; if (step === "throw") throw new Error("broken"); return step; }; }, get return() { log("return"); return (...args) => { log("closed", args.length); return {}; }; } }; } });
      /** @preempt */ function walk(steps) { for (const x of list(steps)) v(x); return "end"; } /** @preempt */ function sum(steps) { let s = 0; for (const x of list(steps)) s += x; return s; } /** @preempt */ function first(steps) { for (const x of list(steps)) return v(x); }
      /** @preempt */ function main() { const one = { value: 1 }, done = { done: true }; return [one, 5, null, undefined, "step", "throw", done, { done: 1, value: 9 }, { get done() { throw new RangeError("done"); } }, { get value() { throw new RangeError("value"); } }].flatMap((step) => [caught(() => walk([one, step, done])), caught(() => sum([one, one, step, done])), caught(() => first([step]))]); }`,
  },
  {
    // An engine's words for a return that is no function, or gives no object, depend on where it is called.
    name: "an iterator is closed once, with an object, whatever its return does",
    code: `${v} const caught = (f) => { try { return f(); } catch (e) { return e.name + (e instanceof TypeError ? "" : e.message); } }; const list = (end) => ({ [Symbol.iterator]: () => ({ next: () => ({ value: 1 }), return: typeof end === "function" ? () => { log("closing"); return end(); } : end }) }); const fail = () => { throw new Error("in return"); };
      /** @preempt */ function leave(end) { for (const x of list(end)) { v(x); break; } return "left"; } /** @preempt */ function quick(end) { for (const x of list(end)) break; return "left"; } /** @preempt */ function first(end) { for (const x of list(end)) return v(x); } /** @preempt */ function outer(end) { const seen = []; next: for (const a of [1, 2]) for (const x of list(end)) { seen.push(v(a)); continue next; } return seen; }
      /** @preempt */ function main() { return [undefined, null, 0, "no", () => ({}), () => 1, () => null, () => undefined, () => "text", () => fail, fail].flatMap((end) => [leave, quick, first, outer].map((f) => caught(() => f(end)))); }`,
  },
  {
    name: "an error leaves loops from the inside out and wins over those of closing, whoever throws it",
    code: `${v} ${caught} const list = (name, end) => ({ [Symbol.iterator]: () => ({ next: () => ({ value: name }), return() { log("closing", name); return end(); } }) }); const none = () => ({}), fail = () => { throw new Error("in return"); };
      /** @preempt */ function fails(x) { for (let i = 0; i < 3; i++) v(i); throw new RangeError("after " + x); } /** @preempt */ function calls(end) { for (const a of list("a", end)) { for (const b of list("b", end)) for (const c of list("c", end)) fails(a + b + c); } } /** @preempt */ function throws(end) { for (const a of list("a", end)) for (const b of list("b", end)) { v(b); throw new RangeError("here"); } } /** @preempt */ function quick(end) { for (const a of list("a", end)) { for (const b of list("b", end)) { throw new RangeError("quick"); } } } /** @preempt */ function late(end) { for (const a of list("a", end)) { for (const b of [1, 2]) v(b); fails(a); } }
      /** @preempt */ function main() { return [none, fail, () => 1].flatMap((end) => [calls, throws, quick, late].map((f) => caught(() => f(end)))); }`,
  },
  {
    name: "a loop that ends in a round in which the budget is taken away has ended",
    code: `${v} ${urgent} class K { constructor() { log("made"); urgent(); } } const note = (i) => { log(i); if (i === 2) urgent(); }; const more = (i) => { note(i); return i !== 2; }; const o = { get x() { urgent(); return 1; } }; function* g() { try { yield 1; yield 2; yield 3; } finally { log("closed"); } } function* last() { yield 1; urgent(); }
      /** @preempt */ function broken() { let n = 0; for (let i = 0; i < 5; i++) { n++; note(i); if (i === 2) break; } return n; }
      /** @preempt */ function ended() { let n = 0; while (more(n)) n++; for (; more(n); n++); return n; }
      /** @preempt */ function made() { let n = 0; for (;;) { n++; new K(); if (n > 1) break; } return n; }
      /** @preempt */ function values() { let n = 0; for (const x of [1, 2, 3]) { n += x; note(x); if (x === 2) break; } for (const x of g()) { n += x; note(x); if (x === 2) break; } for (const x of last()) n += x; for (const y of [1, 2]) { n += o.x; if (n) break; } return n; }
      /** @preempt */ function keys() { let n = 0; for (const k in { a: 1, b: 2 }) { n++; note(2); break; } return n; }
      /** @preempt */ function outer() { let n = 0; o: for (let k = 0; k < 2; k++) { for (let i = 0; i < 5; i++) { n++; note(2); if (i === 1) continue o; } n += 100; } return n; }
      /** @preempt */ function twice() { let n = 0; for (let k = 0; k < 2; k++) for (let i = 0; i < 5; i++) { n++; note(i); if (i === 2) break; } return v(n); }
      /** @preempt */ function main() { return [broken(), ended(), made(), values(), keys(), outer(), twice()]; }`,
  },
  {
    name: "a loop that is left out of a try is closed behind finally, and not under catch",
    code: `${v} function* g(name) { try { yield 1; yield 2; yield 3; } finally { log(name, "closed"); } } const M = { get f() { log("f"); return 1; } }; const bad = () => { let i = 0; return { [Symbol.iterator]() { return this; }, next: () => ({ done: false, value: ++i }), return() { log("return"); throw new Error("return"); } }; };
      /** @preempt */ function broken() { for (const x of g("a")) { v(x); try { if (x === 2) break; } finally { M.f; } } }
      /** @preempt */ function returned() { for (const x of g("b")) { v(x); try { if (x === 2) return x; } catch { } finally { M.f; } } }
      /** @preempt */ function outer() { const out = []; o: for (const y of [1, 2]) for (const x of g("c")) { v(x); try { if (x === y) continue o; } finally { out.push(M.f); } } return out; }
      /** @preempt */ function stays() { const out = []; for (const x of g("d")) { out.push(v(x)); try { break; } finally { continue; } } return out; }
      /** @preempt */ function caught() { for (const x of bad()) { v(x); try { break; } catch (e) { log("never", e); } } }
      /** @preempt */ function behind() { for (const x of g("e")) { v(x); try { M.f.f.f; } catch { break; } finally { M.f; } } }
      /** @preempt */ function leaf() { const out = []; for (const x of g("f")) { out.push(x); try { if (x === 2) break; } finally { M.f; } } for (const x of g("g")) { out.push(x); try { return out; } finally { if (x < 3) continue; } } return out; }
      /** @preempt */ function inCatch() { for (const x of g("h")) { v(x); try { M.f.f.f; } catch { break; } } for (const x of bad()) { v(x); try { M.f.f.f; } catch { return 1; } } }
      /** @preempt */ function inFinally() { for (const x of g("i")) { v(x); try { M.f.f.f; } finally { break; } } for (const x of g("j")) { try { v(x); } finally { return x; } } }
      /** @preempt */ function main() { const out = []; for (const f of [broken, returned, outer, stays, caught, behind, leaf, inCatch, inFinally]) { try { out.push(f()); } catch (e) { out.push(e); } } return out; }`,
  },
];
