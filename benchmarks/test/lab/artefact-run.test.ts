/** Experiments of the artefact: each is run once, also after an interrupt, and a page compares a run with ours. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Experiment, item } from "../../src/lab/artefact/experiment.ts";
import { comparePage } from "../../src/lab/artefact/page.ts";
import { record, recordedOf } from "../../src/lab/artefact/recorded.ts";
import { judged, readDone } from "../../src/lab/artefact/result.ts";
import { resultsOf, workThrough } from "../../src/lab/artefact/work.ts";
import type { Terminal } from "../../src/lab/command.ts";

let out = "";
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), "preempt-artefact-"));
});
afterEach(() => rmSync(out, { recursive: true, force: true }));

const value = item({
  id: "value",
  title: "A <value>",
  claim: "It is 5.",
  read: (files) => ({ value: files.json("output.txt").value as number }),
  shape: [{ says: "the value is 5", holds: (n) => n.value === 5 }],
  figures: [{ file: "figure.svg" }],
});

const experiment = (id: string, words: string, more: Partial<Experiment> = {}): Experiment => {
  const run = { minutes: 0.1, steps: [{ command: `node benchmarks/test/lab/artefact-step.mjs ${words}` }] };
  return { id, page: "docs/lab.md", quick: run, full: run, items: [{ ...value, id: `${id}-value` }], ...more };
};

const machine = { Processor: "One", Commit: "abc" };
const options = () => ({ mode: "quick" as const, out, machine, again: false });

function terminalWith(signal = new AbortController().signal): Terminal & { readonly said: () => string } {
  let said = "";
  return {
    out: async () => {},
    err: (text) => {
      said += text;
    },
    isWatched: false,
    signal,
    read: async () => ({ text: "", source: "" }),
    lines: async () => ({ batches: [], source: "" }),
    said: () => said,
  };
}

const stepsOf = (id: string) =>
  readFileSync(join(out, id, "steps.txt"), "utf8")
    .trim()
    .split("\n");

test("an experiment is run once, with machine, time and checksums beside its results", async () => {
  const one = [experiment("one", "hello")];
  await workThrough(one, options(), terminalWith());
  await workThrough(one, options(), terminalWith());
  expect(stepsOf("one")).toEqual(["hello"]);
  const done = readDone(join(out, "one"));
  expect(done?.machine).toEqual(machine);
  expect(done?.inputs["pnpm-lock.yaml"]).toMatch(/^[0-9a-f]{64}$/);
  // Of "hello\n".
  expect(done?.outputs["steps.txt"]).toBe("5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03");
  expect(resultsOf(one, options()).get("one-value")).toEqual({
    status: "holds",
    numbers: { value: 5 },
    holds: [true],
  });
});

test("--again and other commands run it again", async () => {
  await workThrough([experiment("one", "hello")], options(), terminalWith());
  await workThrough([experiment("one", "hello")], { ...options(), again: true }, terminalWith());
  await workThrough([experiment("one", "bye")], options(), terminalWith());
  expect(stepsOf("one")).toEqual(["hello", "hello", "bye"]);
  expect(resultsOf([experiment("one", "bye")], options()).get("one-value")?.status).toBe("differs");
});

test("after an interrupt the next run continues where it was", async () => {
  const interruption = new AbortController();
  const both = [experiment("one", "hello"), experiment("two", "slow")];
  const running = workThrough(both, options(), terminalWith(interruption.signal));
  while (!existsSync(join(out, "two/steps.txt"))) await new Promise((resolve) => setTimeout(resolve, 10));
  interruption.abort();
  await running;
  expect(readDone(join(out, "two"))).toBeUndefined();
  const again = [experiment("one", "hello"), experiment("two", "quick")];
  await workThrough(again, options(), terminalWith());
  expect(stepsOf("one")).toEqual(["hello"]);
  expect(stepsOf("two")).toEqual(["slow", "quick"]);
});

test("a command that fails is named, the others run, and results without numbers are failures", async () => {
  const all = [
    experiment("bad", "hello 3"),
    experiment("good", "hello"),
    experiment("empty", "hello", { items: [{ ...value, id: "empty-value", read: () => JSON.parse("x") }] }),
  ];
  const failures = await workThrough(all, options(), terminalWith());
  expect(failures.get("bad")).toContain("artefact-step.mjs hello 3` ended with exit code 3: see log.txt");
  const results = resultsOf(all, options(), failures);
  expect(all.map(({ items: [first] }) => results.get(first?.id ?? "")?.status)).toEqual(["failed", "holds", "failed"]);
});

test("an exit code that is a result is no failure", async () => {
  const [one] = [experiment("one", "hello 1")];
  const steps = one.quick.steps.map((step) => ({ ...step, allowed: [0, 1] }));
  const allowed = [{ ...one, quick: { ...one.quick, steps } }];
  expect((await workThrough(allowed, options(), terminalWith())).size).toBe(0);
});

test("what the machine lacks is left out, and said", async () => {
  const before = process.env.NPTEST;
  delete process.env.NPTEST;
  try {
    const one = [experiment("one", "hello", { needs: ["nptest"] })];
    const terminal = terminalWith();
    await workThrough(one, options(), terminal);
    expect(terminal.said()).toContain("left out, needs np-schedulability-analysis");
    expect(resultsOf(one, options()).get("one-value")?.status).toBe("left out");
  } finally {
    if (before !== undefined) process.env.NPTEST = before;
  }
});

test("a shape for full runs alone says nothing of a quick one", () => {
  const shape = [
    { says: "a", holds: () => true },
    { says: "b", holds: () => false, fullOnly: true },
  ];
  expect(judged({ shape }, {}, "quick")).toMatchObject({ status: "holds", holds: [true, null] });
  expect(judged({ shape }, {}, "full")).toMatchObject({ status: "differs", holds: [true, false] });
});

test("recorded numbers have four digits, by mode", () => {
  record(value, "quick", { when: "now", seconds: 1, machine, numbers: { value: 1.234_567 } }, out);
  expect(recordedOf(value, "quick", out)?.numbers).toEqual({ value: 1.235 });
  expect(recordedOf(value, "full", out)).toBeUndefined();
});

test("the page shows both runs: numbers, shapes, figures; it needs nothing else, and escapes what it shows", () => {
  const [one, two] = [experiment("one", "hello"), experiment("two", "hello")];
  const page = comparePage([one, two], {
    mode: "quick",
    machine: { Processor: "Theirs & co" },
    when: "2026-01-01",
    results: new Map([
      ["one-value", judged(value, { value: 5 }, "quick")],
      ["two-value", judged(value, { value: 6 }, "quick")],
    ]),
    recorded: new Map([
      ["one-value", { when: "before", seconds: 1, machine: { Processor: "Ours" }, numbers: { value: 4 } }],
    ]),
    figures: new Map([["one-value", [{ ours: "<svg>ours</svg>", theirs: "<svg>theirs</svg>" }]]]),
  });
  expect(page).toContain("2 of 2 items ran, and the expected shape holds in 1 of them.");
  expect(page).toContain('<th scope="row">value</th><td>4</td><td>5</td><td>1.25</td>');
  expect(page).toContain("✗ the value is 5");
  expect(page.indexOf("<svg>ours</svg>")).toBeLessThan(page.indexOf("<svg>theirs</svg>"));
  expect(page).toContain("A &lt;value&gt;");
  expect(page).toContain("Theirs &amp; co");
  expect(page).not.toMatch(/<script|src=|url\(|@import/);
});

test("a shape that does not hold proves nothing if others had the processor", () => {
  const disturbed = { ...value, isDisturbed: () => true };
  expect(judged(disturbed, { value: 6 }, "full").status).toBe("disturbed");
  expect(judged(disturbed, { value: 5 }, "full").status).toBe("holds");
});
