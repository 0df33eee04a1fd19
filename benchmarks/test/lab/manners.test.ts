/** How the commands behave at a terminal: words, exit codes, streams. */
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nearNames } from "@preempt/checks";
import { afterEach, describe, expect, test, vi } from "vitest";
import { benchmarkHelp, benchmarkNames } from "../../src/benchmark-help.ts";
import { main } from "../../src/cli.ts";
import { labNames, loadLabCommand } from "../../src/lab/commands.ts";
import { writeTaskSets } from "../../src/lab/task-set.ts";
import { checkWritable } from "../../src/lab/write-file.ts";
import { notReady } from "../../src/not-ready.ts";
import { temporaryFolder } from "./scale-files.ts";
import { jsonLines, runCli, startCli } from "./spawned-cli.ts";

afterEach(() => void vi.restoreAllMocks());

/** What this process would print. */
async function said(words: readonly string[]) {
  const log = vi.spyOn(console, "log").mockReturnValue();
  const error = vi.spyOn(console, "error").mockReturnValue();
  const stdout = vi.spyOn(process.stdout, "write").mockImplementation(((_text: string, after?: () => void) => {
    after?.();
    return true;
  }) as typeof process.stdout.write);
  const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const code = await main(words);
  const text = (...spies: { mock: { calls: unknown[][] } }[]) =>
    spies.flatMap(({ mock }) => mock.calls.map(([first]) => String(first))).join("");
  const found = { code, out: text(log, stdout), err: text(error, stderr) };
  vi.restoreAllMocks();
  return found;
}

const sets = writeTaskSets([
  { id: "a", tasks: [{ C: 2, T: 10, D: 10 }] },
  { id: "b", tasks: [{ C: 2, T: 10, D: 10 }] },
]);
const broken = (fields: object) => JSON.stringify({ sets: [{ id: "x", tasks: [{ C: 1, T: 5, D: 5 }, fields] }] });

function fileOf(text: string): string {
  const file = join(temporaryFolder(), "sets.json");
  writeFileSync(file, text);
  return file;
}

describe("bad invocations: exit code 2, why on standard error, nothing on standard output", () => {
  test.for<readonly [why: string, words: readonly string[], text?: string]>([
    ["there is no command", ["anal"]],
    ['Did you mean "simulate"', ["simulat"]],
    ["there is no command", ["help", "nothing"]],
    ["preempt-lab generate", []],
    ["option_words", ["generate", "--foo"]],
    ["Unknown option '--utilization'. Did you mean --utilisation?\n", ["generate", "--utilization", "0.5"]],
    ["option_words", ["analyze", "--explain"]],
    ["option_words", ["simulate", "--json=yes"]],
    ["Unknown option '--foo'", ["micro", "--foo"]],
    ["utilisation_missing", ["generate"]],
    ["import_what", ["import", "thesis", "x"]],
    ["file_not_read", ["import", "paper", "there/is/none.json"]],
    ["file_not_read", ["analyze", "there/is/none.json"]],
    ["too_many_files", ["analyze", "a", "b"]],
    ["too_many_files", ["simulate", "a", "b"]],
    ["option_value", ["analyze", "--also", "opa,magic"]],
    ["option_value", ["analyze", "--max-steps", "0"]],
    ["out_missing", ["report", "x"]],
    ["file_not_read", ["report", "there/is/none.jsonl", "--json"]],
    ["no_input", ["merge", "--out", "x"]],
    ["no_output", ["merge", "x"]],
    ["option_value", ["queue", "fill"]],
    ["no_name", ["queue", "status"]],
    ["not_json", ["analyze", "FILE"], "{"],
    ["is empty, and no JSON", ["analyze", "FILE"], "\n"],
    ["sets_empty", ["analyze", "FILE"], '{ "sets": [] }'],
    ["sets_empty", ["simulate", "FILE", "--json"], '{ "sets": [] }'],
    ["sets_empty", ["run", "FILE", "--dry-run"], '{ "sets": [] }'],
    ["--processors is of --also partition", ["analyze", "FILE", "--also", "opa", "--processors", "4"], sets],
    ["--by is of --svg or --csv", ["analyze", "FILE", "--by", "tasks"], sets],
    ["--to is of --gantt, --svg or --trace", ["simulate", "FILE", "--to", "5ms"], sets],
    ["set_unknown", ["analyze", "FILE", "--set", "z"], sets],
    ["system_format", ["analyze", "FILE", "--also", "kernel", "--system", "FILE"], sets],
    ["explain_of_many", ["analyze", "FILE", "--explain", "0"], sets],
    ["chart_of_many", ["simulate", "FILE", "--gantt"], sets],
    ["time_not_valid", ["analyze", "FILE"], broken({ C: 1, T: -5, D: 5 })],
    ["wcet_above_deadline", ["simulate", "FILE"], broken({ C: 6, T: 5, D: 5 })],
    ["out_missing", ["run", "FILE"], sets],
    ["option_value", ["analyze", "FILE", "--parallel", "1e10"], sets],
    ["option_value", ["simulate", "FILE", "--parallel", "1e10"], sets],
    ["option_value", ["run", "FILE", "--dry-run", "--parallel", "1e10"], sets],
    ["too_many_cells", ["run", "FILE", "--dry-run", "--repetitions", "1e9"], sets],
    ["file_not_read", ["run", "FILE", "--out", "FILE/x", "--system", "there/is/none.json"], sets],
    ["file_not_written", ["run", "FILE", "--out", "FILE/x", "--predictions", "there/is/none.json"], sets],
    ["file_not_written", ["overheads", "--out", "there/is/none.json"]],
    ["there is no folder there/is.", ["analyze", "FILE", "--csv", "there/is/none.csv"], sets],
    ["there is no folder there/is.", ["run", "FILE", "--out", "there/is/none.jsonl"], sets],
    ["cannot be read: it is a folder.", ["analyze", "."]],
    ["there is no folder there/is.", ["micro", "--json", "there/is/none.json"]],
    ["cannot be written: it is a folder.", ["workloads", "--svg", "."]],
    ["file_not_read", ["validate", "--out", "there/is/none", "--system", "there/is/none.json"]],
    ["not_json", ["validate", "--out", "there/is/none", "--system", "FILE"], "{"],
    ["option_value", ["validate", "--out", "there/is/none", "--redo", "x"]],
    ["not_a_result_file", ["merge", "FILE", "--out", "FILE"], sets],
  ])("%s: %j", async ([why, words, text = ""]) => {
    const file = words.includes("FILE") ? fileOf(text) : "";
    const { code, out, err } = await said(words.map((word) => (word === "FILE" ? file : word)));
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(why);
    // A message, no stack.
    expect(err).not.toMatch(/^\s+at /m);
  });

  test("a system that lacks what the test needs is refused in the test's own words", async () => {
    const system = fileOf('{ "slice": -1 }');
    const { code, out, err } = await said(["analyze", fileOf(sets), "--also", "kernel", "--system", system]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/^preempt-lab analyze: \w+: .*slice/);
  });
});

describe("help", () => {
  test.for(labNames)("%s: usage, every option, examples", async (name) => {
    const { help, options } = await loadLabCommand(name);
    const { code, out, err } = await said([name, "--help"]);
    expect([code, out, err]).toEqual([0, `${help}\n`, ""]);
    expect((await said(["help", name])).out).toBe(out);
    expect(help).toMatch(new RegExp(`^preempt-lab ${name} `));
    expect(help).toMatch(/^Examples:\n {2}preempt-lab /m);
    for (const option of Object.keys(options)) expect(help).toContain(`--${option}`);
    expect(options.json).toEqual({ type: "boolean" });
  });

  test.for(benchmarkNames)("%s: usage and examples, without loading it", async (name) => {
    for (const words of [
      [name, "--help"],
      [name, "-h"],
      ["help", name],
    ]) {
      expect(await said(words)).toEqual({ code: 0, out: benchmarkHelp(name), err: "" });
    }
    expect(benchmarkHelp(name)).toMatch(/^Examples:\n {2}preempt-lab /m);
  });

  test("all commands have a line", async () => {
    for (const words of [["--help"], ["-h"], ["help"]]) {
      const { code, out } = await said(words);
      expect(code).toBe(0);
      for (const name of [...labNames, ...benchmarkNames])
        expect(out).toMatch(new RegExp(`^ {2}preempt-lab ${name} `, "m"));
    }
  });

  test("the version is that of the package", async () => {
    const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    for (const word of ["--version", "-v"]) expect(await said([word])).toEqual({ code: 0, out: version, err: "" });
  });
});

test("whether a file can be written is looked at without making it, or changing it", () => {
  const file = join(temporaryFolder(), "results.csv");
  checkWritable(file);
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, "of yesterday");
  checkWritable(file);
  expect(readFileSync(file, "utf8")).toBe("of yesterday");
});

test("names that are nearly right", () => {
  expect(nearNames("simualte", labNames)).toEqual(["simulate"]);
  expect(nearNames("anal", labNames)).toEqual(["analyze"]);
  expect(nearNames("mrege", [...labNames])).toEqual(["merge"]);
  expect(nearNames("x", labNames)).toEqual([]);
  expect(nearNames("something", labNames)).toEqual([]);
});

test("what is not built or installed is said in a sentence; other errors are left alone", () => {
  const missing = (message: string) => Object.assign(new Error(message), { code: "ERR_MODULE_NOT_FOUND" });
  expect(
    notReady(missing("Cannot find module '/x/node_modules/@preempt/runtime/dist/index.js' imported from y")),
  ).toMatch(/^not_built: .* npm run build first\.$/);
  expect(notReady(missing("Cannot find module '/x/packages/transformer/dist/index.js' imported from y"))).toMatch(
    /^not_built/,
  );
  expect(notReady(missing("Cannot find package 'tinypool' imported from y"))).toMatch(
    /^not_installed: .* tinypool .* npm run bootstrap first\.$/,
  );
  expect(notReady(missing("Cannot find module '/x/benchmarks/src/gone.ts' imported from y"))).toBeUndefined();
  expect(notReady(new Error("Cannot find package 'tinypool'"))).toBeUndefined();
  expect(notReady(undefined)).toBeUndefined();
});

describe("as a process", () => {
  test("a pipe from one to the next; a reader who has had enough is no error", async () => {
    const generated = await runCli(["generate", "--utilisation", "0.5", "--sets", "3000", "--tasks", "3"]);
    expect([generated.code, generated.err]).toEqual([0, ""]);
    const child = startCli(["simulate", "--json", "--parallel", "1", "--horizon", "1s"], generated.out);
    child.process.stdout?.once("data", () => child.process.stdout?.destroy());
    const { code, err } = await child.ended;
    expect([code, err]).toEqual([0, ""]);
  });

  test.skipIf(!existsSync("/dev/full"))("an output for which there is no room: one line, and exit code 2", async () => {
    for (const words of [
      ["generate", "--utilisation", "0.5"],
      ["analyze", "--help"],
    ]) {
      const full = openSync("/dev/full", "w");
      const { ended } = startCli(words, "", full);
      closeSync(full);
      const { code, err } = await ended;
      expect([code, err]).toEqual([
        2,
        expect.stringMatching(/^preempt-lab: standard output cannot be written: ENOSPC.*\n$/),
      ]);
    }
  });

  test("standard input, with and without its name; ids that are numbers; a set alone", async () => {
    const text = writeTaskSets([
      { id: 1, tasks: [{ C: 1, T: 5, D: 5 }] },
      {
        id: 2,
        tasks: [
          { C: 9, T: 10, D: 9 },
          { C: 5, T: 10, D: 10 },
        ],
      },
    ]);
    const { code, out, err } = await runCli(["analyze", "--json"], text);
    expect([code, err]).toEqual([0, ""]);
    expect(jsonLines(out)).toMatchObject([
      {
        id: 1,
        dm: { sched: true, R: [1] },
        rm: { sched: true },
        edf: { sched: true, firstViolation: null },
        ll: { pass: true },
        hyperbolic: { pass: true },
        fifo: { sched: true },
      },
      { id: 2, dm: { sched: false, R: [9, null] }, edf: { sched: false, firstViolation: 10 } },
    ]);
    const alone = await runCli(["analyze", "-", "--json", "--set", "2"], text);
    expect(alone.out).toBe(`${out.split("\n")[1]}\n`);
  });

  test("errors name file, set and task, in one line", async () => {
    const file = fileOf(broken({ C: 1, T: -5, D: 5 }));
    expect(await runCli(["analyze", file])).toEqual({
      code: 2,
      out: "",
      err: `preempt-lab analyze: time_not_valid: ${file}, set "x", task 1: the period T is -5. Give an integer from 1 to 2^52, in microseconds.\n`,
    });
  });

  test("what took too long is told apart: verdicts, and response times alone", async () => {
    const tasks = Array.from({ length: 30 }, (_, i) => ({ C: 1, T: 100 + i, D: 100 + i }));
    const file = fileOf(writeTaskSets([{ id: "a", tasks }]));
    const alone = await runCli(["analyze", file, "--max-steps", "1500"]);
    expect(alone.out).toMatch(/^a .* yes +yes +yes$/m);
    // A table needs no response times under EDF, unless chains do.
    expect(alone.err).toBe("");
    const chained = fileOf(writeTaskSets([{ id: "a", tasks, chains: [{ tasks: [0, 1], trigger: "time" }] }]));
    const some = await runCli(["analyze", chained, "--max-steps", "1500"]);
    expect(some.out).toMatch(/^a .* yes +yes +yes/m);
    expect(some.err).toMatch(/^note: tests were decided, and response times left out in 1 of 1 sets: .*\n$/);
    const few = await runCli(["analyze", file, "--max-steps", "20"]);
    expect(few.out).toMatch(/^a .* - +- /m);
    expect(few.err).toMatch(/^note: tests were left undecided in 1 of 1 sets: .*\n$/);
  });

  test("five thousand tasks: an answer soon, and what it leaves undecided", { timeout: 60_000 }, async () => {
    const tasks = Array.from({ length: 5000 }, (_, i) => {
      const T = 1_000_000 + 7919 * i;
      return { C: Math.floor((0.9 * T) / 5000), T, D: T - (i % 50), cs: { [`r${i % 5}`]: 2 } };
    });
    const words = ["analyze", "--json", "--max-steps", "100000"];
    const since = performance.now();
    const { code, out } = await runCli(words, writeTaskSets([{ id: "large", tasks }]));
    expect(code).toBe(0);
    // Minutes, before blocking and bounds were computed level by level.
    expect(performance.now() - since).toBeLessThan(30_000);
    const [found] = jsonLines(out) as [
      { dm: { sched: null; undecided: string }; density: { pass: boolean }; remarks: string[] },
    ];
    expect(found.dm).toMatchObject({ sched: null, undecided: expect.stringContaining("analysis_too_long") });
    expect(found.density.pass).toBe(true);
    expect(found.remarks).toEqual([expect.stringContaining("resources are left out")]);
  });

  test("SIGINT ends what has nothing to keep, in the middle of a long computation", async () => {
    const text = writeTaskSets([{ id: "long", tasks: [{ C: 1, T: 2, D: 2 }] }]);
    const child = startCli(["simulate", "--horizon", "100s"], text);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const since = performance.now();
    child.process.kill("SIGINT");
    const { out } = await child.ended;
    expect(performance.now() - since).toBeLessThan(2000);
    expect([child.process.signalCode, out]).toEqual(["SIGINT", ""]);
  });
});
