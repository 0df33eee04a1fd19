/** The words of the command, and what it prints. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { exitCodes, type Terminal, type Words } from "../../src/lab/command.ts";
import { labNames, loadLabCommand } from "../../src/lab/commands.ts";
import { generate } from "../../src/lab/generate/command.ts";
import { type GenerateOptions, generateTaskSets, likePaper } from "../../src/lab/generate/index.ts";
import { optionsFrom } from "../../src/lab/generate/words-to-options.ts";
import { parseTaskSets, writeTaskSets } from "../../src/lab/task-set.ts";

const folder = mkdtempSync(join(tmpdir(), "preempt-generate-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function run(words: Words, names: readonly string[] = [], signal = new AbortController().signal) {
  let output = "";
  let remarks = "";
  const terminal: Terminal = {
    out: async (text) => {
      output += text;
    },
    err: (text) => {
      remarks += text;
    },
    isWatched: false,
    signal,
    read: () => Promise.reject(new Error("generate reads nothing")),
    lines: () => Promise.reject(new Error("generate reads nothing")),
  };
  return { code: await generate.run(words, names, terminal), output, remarks };
}

test("it is a command of the laboratory, and prints a task-set file", async () => {
  expect(await loadLabCommand("generate")).toBe(generate);
  const { code, output } = await run({ utilisation: "0.4:0.6:0.1", tasks: "3", sets: "2", seed: "7" });
  expect(code).toBe(exitCodes.done);
  const ids = parseTaskSets(output, "output").map(({ id }) => id);
  expect(ids).toEqual(["u0.40-0", "u0.40-1", "u0.50-0", "u0.50-1", "u0.60-0", "u0.60-1"]);
  const tasks = { least: 3, most: 3 };
  expect(output).toBe(writeTaskSets(generateTaskSets({ utilisation: [0.4, 0.5, 0.6], tasks, sets: 2, seed: 7 })));
});

test("--out writes the same to a file, and a folder that is not there is named", async () => {
  const file = join(folder, "sets.json");
  const { output } = await run({ utilisation: "0.5" });
  expect(await run({ utilisation: "0.5", out: file })).toEqual({ code: exitCodes.done, output: "", remarks: "" });
  expect(readFileSync(file, "utf8")).toBe(output);
  await expect(run({ utilisation: "0.5", out: join(folder, "no/sets.json") })).rejects.toThrow(
    /file_not_written.*no\/sets/,
  );
});

test("sets that have more utilisation than was asked for, since nothing runs for less than a microsecond, are told of", async () => {
  const words = { utilisation: "0.3,0.5", tasks: "10", sets: "20", periods: "uniform:5us:20us", granularity: "1us" };
  const { remarks } = await run(words);
  expect(remarks.split("\n").slice(0, -1)).toEqual([
    expect.stringMatching(
      /^(?:20|1\d) of 20 sets for utilisation 0\.3 have more, up to [01]\.\d{3}: an execution time is 1 µs,/,
    ),
    expect.stringMatching(/^\d+ of 20 sets for utilisation 0\.5 have more/),
  ]);
  expect((await run({ ...words, "wcet-rounding": "down" })).remarks).toBe("");
  expect((await run({ like: "paper" })).remarks).toBe("");
});

test("a signal stops it", async () => {
  const stop = AbortSignal.abort(new Error("stopped"));
  await expect(run({ utilisation: "0.5" }, [], stop)).rejects.toThrow("stopped");
});

const meanings: readonly (readonly [words: Words, options: GenerateOptions])[] = [
  [{ utilisation: "0.5,0.7:0.9:0.1,0.95" }, { utilisation: [0.5, 0.7, 0.8, 0.9, 0.95] }],
  [{ utilisation: "0.05:1.0:0.05" }, { utilisation: Array.from({ length: 20 }, (_, i) => (i + 1) / 20) }],
  [
    { tasks: "5:20", first: "3" },
    { tasks: { least: 5, most: 20 }, first: 3 },
  ],
  [{ generator: "randfixedsum" }, { utilisations: { kind: "randfixedsum" } }],
  [{ generator: "exponential:0.25" }, { utilisations: { kind: "exponential", mean: 0.25 } }],
  [{ generator: "uniform:0.1:0.2" }, { utilisations: { kind: "uniform", least: 0.1, most: 0.2 } }],
  [
    { bounds: "0:0.3,0.1:0.9" },
    {
      utilisations: {
        kind: "bounded",
        bounds: [
          { least: 0, most: 0.3 },
          { least: 0.1, most: 0.9 },
        ],
      },
    },
  ],
  [{ periods: "uniform:250us:2.5ms" }, { periods: { kind: "uniform", least: 250, most: 2500 } }],
  [{ periods: "harmonic:5000:1s" }, { periods: { kind: "harmonic", least: 5000, most: 1_000_000 } }],
  [{ periods: "automotive" }, { periods: { kind: "automotive" } }],
  [{ periods: "list:5ms,7ms" }, { periods: { kind: "list", periods: [5000, 7000] } }],
  [{ granularity: "5ms" }, { granularity: { granularity: 5000, rounding: "floor" } }],
  [{ "wcet-rounding": "down" }, { execution: { granularity: 1, rounding: "down" } }],
  [{ deadlines: "constrained" }, { deadlines: { kind: "constrained", from: 0 } }],
  [{ deadlines: "constrained:0.5" }, { deadlines: { kind: "constrained", from: 0.5 } }],
  [{ deadlines: "arbitrary:2" }, { deadlines: { kind: "arbitrary", to: 2 } }],
  [{ deadlines: "factor:0.8" }, { deadlines: { kind: "factor", factor: 0.8 } }],
  [
    { offsets: "uniform", jitter: "0:0.1" },
    { offsets: "uniform", jitter: { least: 0, most: 0.1 } },
  ],
  [
    { blocking: "0.5", regions: "1" },
    { blocking: { least: 0.5, most: 0.5 }, regions: { least: 1, most: 1 } },
  ],
  [{ chunks: "2:5" }, { chunks: { least: 2, most: 5 } }],
  [{ resources: "2" }, { resources: { count: 2, access: 0.5, length: { least: 0, most: 0.05 } } }],
  [
    { resources: "2", access: "1", sections: "0.1:0.4" },
    { resources: { count: 2, access: 1, length: { least: 0.1, most: 0.4 } } },
  ],
  [{ like: "paper" }, likePaper],
  [
    { like: "paper", sets: "3", rounding: "nearest" },
    { ...likePaper, sets: 3, granularity: { granularity: 5000, rounding: "nearest" } },
  ],
];

test.for(meanings)("%o are the options %o", ([words, options]) => {
  expect(optionsFrom(words)).toMatchObject(options);
});

const refused: readonly (readonly [code: string, words: Words])[] = [
  ["utilisation_missing", {}],
  ["utilisation_missing", { generator: "randfixedsum" }],
  ["option_value", { utilisation: "half" }],
  ["option_value", { utilisation: "0.1:1" }],
  ["option_value", { utilisation: "0.5," }],
  ["option_value", { utilisation: "0.5,0.9,0.5" }],
  ["option_value", { utilisation: "1:0.1:0.1" }],
  ["option_value", { utilisation: "0.1:1:0" }],
  ["option_value", { utilisation: "0.1:1:0.1:2" }],
  ["option_value", { utilisation: "0:1:0.1" }],
  ["option_value", { utilisation: "0.5", tasks: "1:2:3" }],
  ["option_value", { utilisation: "0.5", tasks: "2.5" }],
  ["option_value", { utilisation: "0.5", seed: "-1" }],
  ["option_value", { utilisation: "0.5", like: "papers" }],
  ["option_value", { utilisation: "0.5", generator: "uuni" }],
  ["option_value", { utilisation: "0.5", generator: "uunifast:2" }],
  ["option_value", { generator: "exponential" }],
  ["option_value", { generator: "uniform:0.1" }],
  ["bounds_missing", { utilisation: "0.5", generator: "bounded" }],
  ["bounds_unused", { utilisation: "0.5", generator: "randfixedsum", bounds: "0:0.5" }],
  ["bounds_exclude_sum", { utilisation: "0.5", bounds: "0:0.01" }],
  ["option_value", { utilisation: "0.5", periods: "loguniform:1ms:2ms" }],
  ["option_value", { utilisation: "0.5", periods: "uniform:1ms" }],
  ["option_value", { utilisation: "0.5", periods: "list" }],
  ["option_value", { utilisation: "0.5", periods: "automotive:2" }],
  ["time_not_valid", { utilisation: "0.5", periods: "uniform:1ms:2min" }],
  ["time_not_valid", { utilisation: "0.5", granularity: "0.5us" }],
  ["option_value", { utilisation: "0.5", granularity: "0" }],
  ["option_value", { utilisation: "0.5", deadlines: "arbitrary" }],
  ["option_value", { utilisation: "0.5", deadlines: "implicit:1" }],
  ["option_value", { utilisation: "0.5", "wcet-rounding": "up" }],
  ["option_value", { utilisation: "0.5", jitter: "-0.1" }],
  ["option_value", { utilisation: "0.5", chunks: "0" }],
  ["resources_missing", { utilisation: "0.5", access: "0.5" }],
];

test.for(refused)("refused, %s: %o", async ([code, words]) => {
  await expect(run(words)).rejects.toThrow(expect.objectContaining({ name: "LabError", code }));
});

test("it reads no files, and says so", async () => {
  await expect(run({ utilisation: "0.5" }, ["sets.json"])).rejects.toThrow(/generate_reads_nothing.*sets.json/);
});

test("the examples of its help work, and every option is in it", async () => {
  for (const name of Object.keys(generate.options)) expect(generate.help).toContain(`--${name}`);
  expect(await worksInHelp(generate.help)).toBe(5);
});

test("the task sets of other commands' examples can be generated", async () => {
  let examples = 0;
  for (const name of labNames) examples += await worksInHelp((await loadLabCommand(name)).help);
  expect(examples).toBeGreaterThan(8);
});

/** @returns how many examples of this command there are */
async function worksInHelp(help: string): Promise<number> {
  const examples = [...help.matchAll(/^ {2}preempt-lab generate (--[^|\n]*)/gm)].map(([, words = ""]) => words);
  for (const example of examples) {
    const pairs = [...example.matchAll(/--([a-z-]+) (\S+)/g)].map(([, name, value]) => [name, value]);
    const { out, ...words } = Object.fromEntries(pairs);
    const { output } = await run({ ...words, sets: "1" });
    expect(parseTaskSets(output, example).length).toBeGreaterThan(0);
  }
  return examples.length;
}
