/**
 * Runs beside a test, a step at a time: recursion, exceptions, closures and iterators, with a result of its own that
 * shows whether anything of another activation got into it. Uses no method that a test could have replaced.
 */
export const companion = `
/** @preempt */
function $companion(k) {
  /** @preempt */
  function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
  /** @preempt */
  function thrower(n) { if (n === 0) throw k; try { thrower(n - 1); } finally { depth++; } }
  var depth = 0, log = "";
  var add = /** @preempt */ function (x) { for (var i = 0; i < 2; i++) log += x; return log; };
  try { thrower(3); } catch (e) { if (e !== k) return "another error"; }
  add("a"); add("b");
  outer: for (var i = 0; i < 3; i++) { for (;;) { if (i === 1) continue outer; log += i; break; } }
  var o = { n: k, /** @preempt */ m: function (x) { for (;;) return this.n + x; } };
  if (o.m(fib(6)) !== k + 8) return "another this or value";
  if (depth !== 3) return "finally ran " + depth + " times";
  return log === "aabb02" ? "ok" : log;
}`;
