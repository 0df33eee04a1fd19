/** A link carries the whole set-up, and what is wrong in one is told and does no harm. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readLink, writeLink } from "../src/setup/link.ts";
import { policies } from "../src/setup/policies.ts";
import { defaultsOf, type Setup } from "../src/setup/setup.ts";

const name = fc.stringMatching(/^[a-z][a-z0-9 .&=#-]{0,10}$/);
const ms = (min: number, max: number) => fc.integer({ min: min * 10, max: max * 10 }).map((tenths) => tenths / 10);
const edit = fc.record({
  period: ms(1, 60_000),
  deadline: ms(1, 60_000),
  wcet: ms(0.1, 6000),
  priority: fc.integer({ min: -1000, max: 1000 }),
});
const setups: fc.Arbitrary<Setup> = fc.record({
  scenario: fc.constantFrom("paper", "inversion", "server"),
  policy: fc.constantFrom(...policies),
  preemption: fc.boolean(),
  slice: ms(0.1, 100),
  round: fc.oneof(fc.constant("auto" as const), fc.integer({ min: 1, max: 1000 })),
  budget: fc.oneof(fc.constant("auto" as const), fc.integer({ min: 0, max: 10_000 })),
  strategy: fc.constantFrom("capture", "paper"),
  options: fc.dictionary(name, name, { maxKeys: 3, noNullPrototype: true }),
  edits: fc.dictionary(name, edit, { maxKeys: 3, noNullPrototype: true }),
  added: fc
    .uniqueArray(fc.tuple(name, edit), { maxLength: 4, selector: ([id]) => id })
    .map((tasks) => tasks.map(([id, task]) => ({ id, ...task }))),
});

describe("the link", () => {
  test("carries every set-up there and back", async () => {
    await fc.assert(
      fc.asyncProperty(setups, async (setup) => {
        const { setup: read, problems } = readLink(`#${writeLink(setup)}`);
        expect(problems).toEqual([]);
        expect(read).toEqual(setup);
      }),
    );
  });

  test("is empty for the page as it opens, and names the scenario alone for the start of another", () => {
    expect(writeLink(defaultsOf("paper"))).toBe("");
    expect(writeLink(defaultsOf("inversion"))).toBe("scenario=inversion");
    expect(readLink("scenario=inversion").setup.policy).toBe("fp");
  });

  test.each([
    ["policy=lifo", "one of fcfs, fp, edf, aging"],
    ["scenario=papr", "one of paper, markdown, search"],
    ["polcy=fcfs", "nothing that can be set"],
    ["slice=-1", "a number in its range"],
    ["slice=", "a number in its range"],
    ["budget=2.5", "a number in its range"],
    ["strategy=magic", "one of capture, paper"],
    ["task.box=1,2,3", "period,deadline,execution time,priority"],
    ["task.box=1,2,NaN,3", "period,deadline,execution time,priority"],
    ["task.box=1,2,3,", "period,deadline,execution time,priority"],
    ["task.box=1,2,3, ", "period,deadline,execution time,priority"],
    ["add.mine=0,10,10,1", "period,deadline,execution time,priority"],
  ])("%s is left out, and told with what was expected", (fragment, expected) => {
    const { setup, problems } = readLink(fragment);
    expect(setup).toEqual(defaultsOf("paper"));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(expected);
  });

  test("names of what all objects have are names like others", () => {
    const { setup } = readLink("task.__proto__=1,2,3,4&option.__proto__=x");
    expect(Object.keys(setup.edits)).toEqual(["__proto__"]);
    expect(Object.entries(setup.options)).toEqual([["__proto__", "x"]]);
    expect(readLink(writeLink(setup)).setup).toEqual(setup);
  });

  test("never throws, whatever the fragment", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (fragment) => {
        readLink(fragment);
      }),
    );
  });
});
