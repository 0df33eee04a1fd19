/** Somebody more urgent comes in the midst of a loop, by what the loop calls: it is suspended, and goes on as if nothing had been. */
import { virtualScheduler } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { transformProgram } from "./harness.ts";

const note = "const note = (i) => { log(i); if (i === 2) urgent(); };";
const programs = {
  "a loop that is left": `${note} /** @preempt */ function main() { let n = 0; for (let i = 0; i < 5; i++) { n++; note(i); if (i === 2) break; } return n; }`,
  "a condition":
    "const more = (i) => { log(i); if (i < 2) return true; urgent(); return false; }; /** @preempt */ function main() { let n = 0; while (more(n)) n++; return n; }",
  "a constructor": `class K { constructor() { log("K"); urgent(); } } /** @preempt */ function main() { let n = 0; for (;;) { n++; new K(); if (n > 1) break; } return n; }`,
  "a getter": `const o = { get x() { log("x"); urgent(); return 1; } }; /** @preempt */ function main() { let n = 0; for (const y of [1, 2, 3]) { n += o.x; if (n) break; } return n; }`,
  "an iterator": `function* g() { yield 1; urgent(); log("end"); } /** @preempt */ function main() { let n = 0; for (const x of g()) n += x; return n; }`,
  keys: `${note} /** @preempt */ function main() { let n = 0; for (const k in { a: 1, b: 2 }) { n++; note(2); break; } return n; }`,
};

function run(code: string): { log: unknown[]; value: unknown } {
  const { rt, host } = virtualScheduler({ policy: "edf" });
  const log: unknown[] = [];
  let left = 5;
  const urgent = () => {
    if (left-- > 0) rt.submit(() => {}, { deadline: 1 });
  };
  const main = new Function("log", "urgent", `${code}\nreturn main;`)((x: unknown) => log.push(x), urgent);
  const job = rt.submit(main, { deadline: 1000 });
  host.run();
  return { log, value: job.outcome };
}

for (const [name, code] of Object.entries(programs))
  test(`${name}`, () => {
    const expected = run(code);
    for (const optimize of ["speed", "size"] as const)
      expect([optimize, run(transformProgram({ code, extension: "js" }, { optimize }).code)]).toEqual([
        optimize,
        expected,
      ]);
  });
