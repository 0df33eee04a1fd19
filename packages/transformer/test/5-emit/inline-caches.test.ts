/** What calls remember of their functions decides where a job can be suspended: each function with a body is. */

import { expect, test } from "vitest";
import { activate, resume } from "../../../runtime/src/protocol/protocol.ts";
import { load, transformProgram } from "../kit/harness.ts";

const program = {
  code: `const bodies = Array.from({ length: 12 }, (_, k) => /** @preempt */ (x) => { for (let i = 0; i < 9; i++) x++; return x; });
    const ordinary = Array.from({ length: 80 }, (_, k) => (x) => x + k);
    /** @preempt */ function main(fs, rounds) { let sum = 0; for (let r = 0; r < rounds; r++) for (let i = 0; i < fs.length; i++) { const o = { m: fs[i] }; sum += o.m(0); } return sum; }
    main.lists = { bodies, ordinary };`,
  extension: "js" as const,
};
const { code } = transformProgram(program);

/** How often the run is suspended where each point suspends it. */
function suspensions(which: (lists: Lists) => unknown[]): number {
  const { main } = load(program, code);
  const activation = activate(main, undefined, [which((main as unknown as { lists: Lists }).lists), 4]);
  let count = 0;
  while (resume(activation, 0) === "preempted") count++;
  return count;
}

interface Lists {
  readonly bodies: unknown[];
  readonly ordinary: unknown[];
}

test.for([1, 2, 3, 4, 5, 12])("functions with bodies are suspended, however many a call has: %i", (count) => {
  const none = suspensions(({ ordinary }) => ordinary.slice(0, count));
  const some = suspensions(({ bodies }) => bodies.slice(0, count));
  // Nine rounds of each, and its beginning, four times.
  expect(some - none).toBe(count * 4 * 10);
});

test("among many functions without a body, too", () => {
  const count = (bodies: number) => suspensions((lists) => [...lists.ordinary, ...lists.bodies.slice(0, bodies)]);
  const each = count(2) - count(1);
  expect(each).toBeGreaterThan(8);
  expect(count(12) - count(1)).toBe(11 * each);
});
