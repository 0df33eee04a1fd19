/** Several activations at once, advanced in any order: each does what it does alone. */
import { drive, type Steps, start } from "@preempt/runtime/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { load, transformProgram } from "../kit/harness.ts";

const code = `
/** @preempt */ function walk(name, n) {
  const seen = [];
  for (let i = 0; i < n; i++) { try { seen.push(name + leaf(i)); if (i === 3) throw new Error(name); } catch (e) { seen.push(e.message); } }
  return seen.join(",");
}
/** @preempt */ function leaf(n) { let s = 0; while (n > 0) s += n--; return s; }
/** @preempt */ const tree = (name, n) => (n === 0 ? name : "(" + tree(name, n - 1) + leaf(n) + tree(name, n - 1) + ")");
class Counter { constructor(name) { this.name = name; this.n = 0; } /** @preempt */ count(n) { for (const k of Array(n).keys()) this.add(k); return this.name + this.n; } /** @preempt */ add(k) { do this.n++; while (--k > 0); } }
/** @preempt */ function main(kind, name, n) {
  switch (kind) { case 0: return walk(name, n); case 1: return tree(name, n % 4); default: return new Counter(name).count(n); }
}
`;

for (const strategy of ["capture", "paper"] as const) {
  const { main } = load({ code }, transformProgram({ code }, { strategy }).code);

  test(`${strategy}: interleaved in any order, each activation gives what it gives alone`, () => {
    const activation = fc.record({
      kind: fc.nat({ max: 2 }),
      n: fc.nat({ max: 6 }),
      budget: fc.constantFrom(0, 1, 2, 7),
    });
    fc.assert(
      fc.property(
        fc.array(activation, { minLength: 2, maxLength: 5 }),
        fc.infiniteStream(fc.nat({ max: 97 })),
        (list, order) => {
          const expected = list.map(({ kind, n }, i) => main(kind, `a${i}`, n));
          const running = list.map(({ kind, n, budget }, i) => ({
            i,
            steps: start(main, { args: [kind, `a${i}`, n], budget }) as Steps<unknown>,
          }));
          const results: unknown[] = [];
          while (running.length > 0) {
            const turn = order.next().value % running.length;
            const { i, steps } = running[turn] as (typeof running)[number];
            const step = steps.next();
            if (!step.done) continue;
            results[i] = step.value;
            running.splice(turn, 1);
          }
          expect(results).toEqual(expected);
        },
      ),
    );
  });
}

test("an annotated async function that another awaits gives no promise in between, with a return or without", () => {
  const program = {
    code: `let n = 0; /** @preempt */ async function step() { for (let i = 0; i < 2; i++) n++; } /** @preempt */ async function value() { for (;;) return n; }
      /** @preempt */ async function main() { await step(); await step(); return await value(); }`,
    extension: "js" as const,
  };
  const { main } = load(program, transformProgram(program).code);
  const steps = start(main, { budget: 0 });
  let step = steps.next();
  while (!step.done) {
    expect(step.awaiting).toBeUndefined();
    step = steps.next();
  }
  expect(step.value).toBe(4);
});

/** How often `main` is preempted with no budget at all, and what it gives. */
function preempted(code: string, strict = true) {
  const program = { code, strict, extension: "js" as const };
  const { main } = load(program, transformProgram(program).code);
  return drive(main, { budget: 0 });
}

const key = "/** @preempt */ function key(k) { for (let i = 0; i < 10; i++); return k; }";

test("calls in the computed keys of classes and objects can be preempted", () => {
  const { value, preemptions } = preempted(
    `${key} /** @preempt */ function main() { class C { [key("a")]() { return 1; } static [key("b")] = 2; } const o = { [key("c")]() { return 3; } }; return [new C().a(), C.b, o.c()]; }`,
  );
  expect(value).toEqual([1, 2, 3]);
  expect(preemptions).toBeGreaterThan(30);
});

test("so can those in the keys of annotated members", () => {
  const { value, preemptions } = preempted(
    `${key} /** @preempt */ function main() { class C { /** @preempt */ [key("a")]() { return 1; } /** @preempt */ static [key("b")]() { return 2; } } const o = { /** @preempt */ [key("c")]() { return 3; } }; return [new C().a(), C.b(), o.c()]; }`,
  );
  expect(value).toEqual([1, 2, 3]);
  expect(preemptions).toBeGreaterThan(30);
});

test("an annotated function that is a branch of an if can be preempted", () => {
  const { value, preemptions } = preempted(
    "/** @preempt */ function main() { if (1) /** @preempt */ function f() { for (let i = 0; i < 40; i++); return 1; } return f(); }",
    false,
  );
  expect(value).toBe(1);
  expect(preemptions).toBeGreaterThan(40);
});
