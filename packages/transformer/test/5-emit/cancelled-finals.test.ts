/** A job that is cancelled while it is suspended runs each `finally` around it once, from the inside out, and nothing else. */

import { expect, test } from "vitest";
import { close } from "../kit/cancel.ts";
import { load, transformProgram } from "../kit/harness.ts";

const list = `const list = (name) => ({ [Symbol.iterator]: () => { let i = 0; return { next: () => ({ done: i > 2, value: name + i++ }), return() { note("close", name); return {}; } }; } });`;
const waits =
  "const notes = []; function note(...args) { notes.push(args.join()); } /** @preempt */ function waits(x) { for (let i = 0; i < 3; i++) [x].length; return x; }";

const programs: Readonly<Record<string, string>> = {
  "in each other, with a `catch` between": `/** @preempt */ function main() {
    try { note("in"); try { try { waits(1); note("never"); } catch (e) { note("caught", e); } finally { note("inner"); } note("never"); } catch (e) { note("caught", e); } } finally { note("outer"); } note("never"); }`,
  "of functions that call each other": `/** @preempt */ function a(n) { try { note("a", n); return n > 0 ? a(n - 1) : waits(n); } finally { note("left", n); } }
    /** @preempt */ function main() { try { return a(3) + 1; } finally { note("main"); } }`,
  "in a loop over a list": `${list} /** @preempt */ function main() { for (const x of list("outer")) { try { note(x); waits(x); note("never"); } finally { note("finally", x); } } }`,
  "in a loop in loops": `${list} /** @preempt */ function main() { try { note("start"); inner(); } finally { note("end"); } }
    /** @preempt */ function inner() { for (const x of list("a")) for (const y of list("b")) { try { try { waits(x + y); } finally { note("f", x, y); } } catch { note("caught"); } } }`,
  "that throws": `/** @preempt */ function main() { try { try { waits(1); } finally { note("throws"); throw new Error("of the finally"); } } catch (e) { note("caught", e); waits(2); note("never"); } finally { note("last"); } }`,
  "that goes on": `/** @preempt */ function main() { let n = 0; while (n < 3) { try { n++; waits(n); } finally { note("again", n); continue; } } note("behind", n); waits(4); note("never"); }`,
  "that returns": `/** @preempt */ function f() { try { waits(1); } finally { return 7; } } /** @preempt */ function main() { try { note(f()); } finally { note("main"); } }`,
  "behind a `catch` that is suspended": `/** @preempt */ function main() { try { throw 1; } catch (e) { waits(e); note("never"); } finally { note("finally"); } }`,
};

test.for(Object.entries(programs))("a `finally` %s", ([, rest]) => {
  const code = `${waits} ${rest} main.notes = notes;`;
  const program = { code, extension: "js" as const };
  // Generators are the engine's own: where a plain body is suspended and closed, one of them has been, too.
  const [plain, generators] = [{}, { plainBodies: false }].map((optimize: { plainBodies?: boolean }) => {
    const { code: emitted } = transformProgram(program, { optimize });
    return Array.from({ length: optimize.plainBodies === false ? 60 : 14 }, (_, steps) => {
      const { main } = load(program, emitted);
      return JSON.stringify([close(main, steps + 1), (main as unknown as { notes: string[] }).notes]);
    });
  });
  for (const outcome of plain ?? []) expect(generators).toContain(outcome);
  expect(new Set(plain).size).toBeGreaterThan(1);
  expect(transformProgram(program).code).not.toContain("function*");
});
