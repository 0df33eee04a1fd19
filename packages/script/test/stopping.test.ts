/** Scripts that do not end by themselves, on the real clock: each is stopped near its limit, whatever it does about it. */
import { Scheduler } from "@preempt/runtime";
import { compile, type RunOptions, ScriptStopped } from "@preempt/script";
import { expect, test } from "vitest";

const rt = new Scheduler({ warnAfter: Number.POSITIVE_INFINITY });
/** A busy machine takes its time: that a script ends at all is tested here, and how soon is measured by `npm run stops`. */
const leeway = 15_000;

/** The code with which `code` was stopped, after it had run for about 20 ms. */
async function stopOf(code: string, options: RunOptions = {}, globals: object = {}): Promise<unknown> {
  const run = compile(code, { globals: { ...globals } }).run({}, { rt, limit: 20, stretchLimit: 20, ...options });
  const from = performance.now();
  const error = await run.then(
    (value) => ({ value }),
    (reason: unknown) => reason,
  );
  expect(performance.now() - from).toBeLessThan(leeway);
  expect(error).toBeInstanceOf(ScriptStopped);
  await rt.idle();
  expect(run.job.executionTime).toBeLessThan(leeway);
  return (error as ScriptStopped).name;
}

test.each([
  ["a loop", "while (true);"],
  ["a loop in a function", "function f() { for (;;); } f();"],
  [
    "endless recursion that keeps the stack flat",
    "function f(n) { if (n > 1000) return f(0); f(n + 1); f(n + 1); } f(0);",
  ],
  ["a generator", "function* g() { for (let i = 0; ; i++) yield i; } let s = 0; for (const i of g()) s += i;"],
  ["awaits of what is ready", "for (;;) await null;"],
  ["a comparison of sort", "[3, 1, 2].sort(() => { for (;;); });"],
  ["a catch that swallows everything", "for (;;) { try { for (;;); } catch {} }"],
  ["a finally that goes on", "for (;;) { try { for (;;); } finally { continue; } }"],
  ["a finally that loops", "try { for (;;); } finally { for (;;); }"],
  ["a finally that waits", "try { for (;;); } finally { await new Promise(() => {}); }"],
  [
    "finally blocks at each level of a recursion",
    "function f(n) { try { if (n > 0) f(n - 1); for (;;); } finally { for (;;); } } f(500);",
  ],
])("%s is stopped at its time limit", async (_, code) => {
  expect(await stopOf(code)).toBe("TimeLimitError");
});

test.each([
  ["toString", "const o = { toString() { for (;;); } }; `${o}`;"],
  ["a trap of a proxy", "const p = new Proxy({}, { has() { for (;;); } }); 'x' in p;"],
  ["the executor of a promise", "new Promise(() => { for (;;); });"],
  ["a class with functions inside", "class A { static { for (;;) { (() => 1)(); } } }"],
  ["one that catches what stops it", "const o = { valueOf() { for (;;) try { for (;;); } catch {} } }; +o;"],
  ["recursion by toString", "const o = { toString() { return `${o}` + `${o}`; } }; for (;;) try { `${o}`; } catch {}"],
])("%s, which the engine runs, is stopped", async (_, code) => {
  expect(["BlockedError", "TimeLimitError"]).toContain(await stopOf(code));
});

test("callbacks of promises that nobody awaits are stopped, and reject nothing", async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  process.on("unhandledRejection", note);
  let rounds = 0;
  const count = () => ++rounds;
  const loop = "(async () => { for (;;) { count(); await null; } })(); for (;;) await null;";
  await stopOf(loop, { stretchLimit: 10 }, { count });
  const until = rounds;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(rounds).toBe(until);
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});

test("a run that waits is stopped at its timeout, and at once by its signal", async () => {
  const script = compile("await wait; return 1;", { globals: { wait: new Promise(() => {}) } });
  await expect(script.run({}, { rt, timeout: 10 })).rejects.toMatchObject({ code: "timeout", name: "TimeoutError" });
  const stop = new AbortController();
  const run = script.run({}, { rt, signal: stop.signal });
  stop.abort(new Error("not wanted"));
  await expect(run).rejects.toThrow("not wanted");
  await expect(script.run({}, { rt, signal: AbortSignal.abort("before") })).rejects.toBe("before");
  const other = compile("for (;;);").run({}, { rt });
  setTimeout(() => other.cancel(), 5);
  await expect(other).rejects.toMatchObject({ name: "AbortError" });
});

test("a run that another way has cancelled does not go on in its finally block", async () => {
  const run = compile("try { for (;;); } finally { for (;;); }").run({}, { rt });
  setTimeout(() => rt.cancelAll("all"), 5);
  await expect(run).rejects.toBe("all");
  await rt.idle();
});

test("finally blocks of a stopped script run", async () => {
  const said: string[] = [];
  const code = "try { for (;;); } catch { say('caught'); } finally { say('finally'); }";
  await stopOf(code, {}, { say: (text: string) => said.push(text) });
  expect(said).toEqual(["finally"]);
  await stopOf(code, { cleanup: 0 }, { say: (text: string) => said.push(text) });
  expect(said).toEqual(["finally"]);
});

test("a script that fills the memory is stopped before the process is out of it", async () => {
  const code = "const all = []; for (;;) all.push(new Array(1000).fill(all.length));";
  expect(await stopOf(code, { limit: 5000, memoryLimit: 64e6 })).toBe("MemoryLimitError");
});

test("while a script loops, other things of the thread have their turn", async () => {
  const run = compile("for (;;);").run({}, { rt, limit: 60 });
  const order: string[] = [];
  setTimeout(() => order.push("the timer"), 5);
  await expect(run).rejects.toThrow("time_limit: script.js has computed for 60 ms, its limit.");
  order.push("the script");
  expect(order).toEqual(["the timer", "the script"]);
});
