/** Somebody more urgent comes in the midst of a loop, by what the loop calls: it is suspended, and goes on as if nothing had been. */
import { virtualScheduler } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { transformProgram } from "../kit/harness.ts";

const note = "const note = (i) => { log(i); if (i === 2) urgent(); };";
const programs = {
  "a loop that is left": `${note} /** @preempt */ function main() { let n = 0; for (let i = 0; i < 5; i++) { n++; note(i); if (i === 2) break; } return n; }`,
  "a condition":
    "const more = (i) => { log(i); if (i < 2) return true; urgent(); return false; }; /** @preempt */ function main() { let n = 0; while (more(n)) n++; return n; }",
  "a constructor": `class K { constructor() { log("K"); urgent(); } } /** @preempt */ function main() { let n = 0; for (;;) { n++; new K(); if (n > 1) break; } return n; }`,
  "a getter": `const o = { get x() { log("x"); urgent(); return 1; } }; /** @preempt */ function main() { let n = 0; for (const y of [1, 2, 3]) { n += o.x; if (n) break; } return n; }`,
  "an iterator": `function* g() { yield 1; urgent(); log("end"); } /** @preempt */ function main() { let n = 0; for (const x of g()) n += x; return n; }`,
  "an iterator that ends": `${"let i = 0; const it = { [Symbol.iterator]() { return this; }, next() { log(++i); if (i === 3) urgent(); return { done: i > 2, value: i }; }, return() { log(0); urgent(); return {}; } };"} /** @preempt */ function main() { let n = 0; for (const x of it) n += x; for (let k = 0; k < 3; k++) n++; return n; }`,
  "an iterator that is closed": `${"let i = 0; const it = { [Symbol.iterator]() { return this; }, next() { log(++i); if (i === 2) urgent(); return { done: false, value: i }; }, return() { log(0); urgent(); return {}; } };"} /** @preempt */ function main() { let n = 0; for (const x of it) { n += x; if (n > 5) break; } for (let k = 0; k < 3; k++) n++; return n; }`,
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

test("in a loop that counts for itself, what an iterator does to the budget is noticed before the next round", () => {
  const { rt, host } = virtualScheduler({ policy: "edf" });
  const log: unknown[] = [];
  const code = `function* g() { for (let i = 1; i < 5; i++) { log(i); if (i === 2) urgent(); yield i; } }
    const it = { [Symbol.iterator]() { return g(); } }; const closed = { [Symbol.iterator]() { return { next: () => ({ done: false, value: 1 }), return() { urgent(); return {}; } }; } };
    /** @preempt */ function main() { let n = 0; for (const x of it) n += x; for (const x of closed) { n += x; break; } for (const x of it) n += x; return n; }`;
  const { code: transformed } = transformProgram({ code, extension: "js" }, {});
  expect(transformed).toContain("$left");
  const urgent = () => void rt.submit(() => log.push("urgent"), { deadline: 1 });
  const main = new Function("log", "urgent", `${transformed}\nreturn main;`)((x: unknown) => log.push(x), urgent);
  const job = rt.submit(main, { deadline: 1000 });
  host.run();
  expect(job.outcome).toEqual({ ok: true, value: 21 });
  expect(log).toEqual([1, 2, "urgent", 3, 4, "urgent", 1, 2, "urgent", 3, 4]);
});
