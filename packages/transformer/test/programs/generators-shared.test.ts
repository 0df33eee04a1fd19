/** Generators whose step is suspended with its job, when somebody else asks for the next one: they are running. */
import { start } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { close } from "../kit/cancel.ts";
import { load, transformProgram } from "../kit/harness.ts";

const code = `
/** @preempt */ function* rows(n) { for (let i = 0; i < n; i++) { for (let k = 0; k < 3; k++); yield i; } }
/** @preempt */ function make(n) { return rows(n); }
/** @preempt */ function ask(it) { try { return it.next().value; } catch (e) { return e.name + ": " + e.message; } }
/** @preempt */ function all(it) { let out = []; for (const x of it) out.push(x); return out; }
function askPlainly(it) { try { return it.next().value; } catch (e) { return e.name + ": " + e.message; } }
function main() { return { make, ask, all, askPlainly }; }`;

type Parts = Record<"make" | "ask" | "all" | "askPlainly", (x: unknown) => unknown>;
const parts = (): Parts => load({ code }, transformProgram({ code }).code).main() as Parts;

/** The value of a job that is resumed until its end. */
function finish(job: ReturnType<typeof start>): unknown {
  for (;;) {
    const step = job.next();
    if (step.done) return step.value;
  }
}

const running = "TypeError: Generator is already running";

test("another job gets the language's error, and the generator goes on", () => {
  const { make, ask } = parts();
  const it = finish(start(make, { args: [3], budget: 300 }));
  const first = start(ask, { args: [it], budget: 0 });
  first.next();
  first.next();
  expect(finish(start(ask, { args: [it], budget: 300 }))).toBe(running);
  expect(finish(first)).toBe(0);
  expect(finish(start(ask, { args: [it], budget: 0 }))).toBe(1);
});

test("so does code outside of jobs; the engine takes the object for ended then, but the job does not", () => {
  const { make, ask, askPlainly } = parts();
  const it = finish(start(make, { args: [3], budget: 300 }));
  const first = start(ask, { args: [it], budget: 0 });
  first.next();
  first.next();
  expect(askPlainly(it)).toBe(running);
  expect(finish(first)).toBe(0);
  expect(finish(start(ask, { args: [it], budget: 0 }))).toBe(1);
  expect(askPlainly(it)).toBe(undefined);
});

test("jobs take turns with one generator between its steps", () => {
  const { make, ask, askPlainly } = parts();
  const it = finish(start(make, { args: [4], budget: 0 }));
  const values = [ask, askPlainly, ask, askPlainly, ask].map((f) => finish(start(f, { args: [it], budget: 0 })));
  expect(values).toEqual([0, 1, 2, 3, undefined]);
});

test("a job that is cancelled in a step closes the generator", () => {
  const source = `
/** @preempt */ function* rows() { try { for (;;) { for (let k = 0; k < 3; k++); yield 1; } } finally { log("closed"); } }
let it; /** @preempt */ function walk() { it = rows(); for (const x of it) log(x); }
function main() { return { walk, next: () => it.next().done }; }`;
  const { code: transformed } = transformProgram({ code: source });
  for (let steps = 3; steps < 9; steps++) {
    const loaded = load({ code: source }, transformed);
    const { walk, next } = loaded.main() as unknown as { walk: () => void; next: () => boolean };
    expect([steps, ...close(walk, steps)]).toEqual([steps, "closed", []]);
    expect(loaded.log.filter((text) => text !== "1")).toEqual(['"closed"']);
    expect(next()).toBe(true);
  }
});
