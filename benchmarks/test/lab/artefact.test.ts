/** The registry of the artefact: its commands exist, its claims are those of the pages, and our recorded runs keep their shapes. */
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { expect, test } from "vitest";
import { benchmarkHelp, benchmarkNames } from "../../src/benchmark-help.ts";
import { chosenOf } from "../../src/lab/artefact/command.ts";
import { type Mode, modes, type Step } from "../../src/lab/artefact/experiment.ts";
import { root } from "../../src/lab/artefact/files.ts";
import { recordedFolder, recordedOf } from "../../src/lab/artefact/recorded.ts";
import { experiments } from "../../src/lab/artefact/registry.ts";
import { itemsOf, judged } from "../../src/lab/artefact/result.ts";
import { labNames, loadLabCommand } from "../../src/lab/commands.ts";
import { runCommand } from "./command-words.ts";

const all = itemsOf(experiments);
const textOf = (page: string) => readFileSync(join(root, page.split("#")[0] ?? ""), "utf8");

test("each item and experiment has a name of its own, which a command line can take", () => {
  const ids = all.map(({ item }) => item.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(experiments.map(({ id }) => id)).size).toBe(experiments.length);
  for (const id of [...ids, ...experiments.map((one) => one.id)]) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

test("each item claims something, and says what has to hold", () => {
  for (const { item } of all) {
    expect(item.claim, item.id).toMatch(/^[A-Z0-9`].*\.$/);
    expect(item.shape.length, item.id).toBeGreaterThan(0);
  }
});

const steps = experiments.flatMap(({ id, quick, full }) =>
  [...quick.steps, ...full.steps].map((step): [string, Step] => [`${id}: ${step.command}`, step]),
);

test.for(steps)("the command exists, and has these options: %s", async ([, { command }]) => {
  const [program, name = "", ...words] = command.split(" ");
  if (program === "node") {
    expect(existsSync(join(root, name))).toBe(true);
    return;
  }
  expect(program).toBe("preempt-lab");
  if (labNames.includes(name)) {
    const { options } = await loadLabCommand(name);
    expect(() => parseArgs({ args: words, options, allowPositionals: true })).not.toThrow();
  } else {
    expect(benchmarkNames).toContain(name);
    const known = benchmarkHelp(name);
    for (const word of words.filter((word) => word.startsWith("--"))) expect(known).toContain(word);
  }
});

test("each page is there, and has what is quoted from it", () => {
  for (const { experiment, item } of all) {
    const text = textOf(experiment.page);
    if (item.published !== undefined) expect(text, item.id).toContain(item.published.quote);
  }
});

test("each figure of the pages comes from an item", () => {
  const ours = all.flatMap(({ item }) => (item.figures ?? []).map((figure) => figure.ours));
  const pages = ["docs/benchmarks.md", ...globSync("docs/{lab,server}*.md", { cwd: root })];
  const shown = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\]\((images\/[^)]+\.svg)\)/g)].map(([, image]) => `docs/${image}`),
  );
  expect(shown.length).toBeGreaterThan(10);
  expect(shown.filter((image) => !ours.includes(image))).toEqual([]);
  for (const image of ours) if (image !== undefined) expect(existsSync(join(root, image)), image).toBe(true);
});

test("each benchmark of the page is run by an experiment", () => {
  // Suites need checkouts of others, and the cost of a build is no claim of a figure.
  const left = ["suites", "transform", "micro"];
  const named = [...textOf("docs/benchmarks.md").matchAll(/npm run bench -- ([a-z-]+)/g)].map(([, name = ""]) => name);
  const run = steps.map(([, { command }]) => command.split(" ")[1] ?? "");
  expect(new Set(named).size).toBeGreaterThan(15);
  expect([...new Set(named)].filter((name) => !run.includes(name) && !left.includes(name))).toEqual([]);
});

test("our recorded runs have the numbers that shapes look at, keep them, and are small", () => {
  let count = 0;
  for (const { item } of all) {
    for (const mode of modes) {
      const recorded = recordedOf(item, mode);
      if (recorded === undefined) continue;
      count++;
      const unknown: string[] = [];
      const numbers = new Proxy(recorded.numbers, {
        get: (values, label) => {
          if (typeof label === "string" && !(label in values)) unknown.push(label);
          return Reflect.get(values, label);
        },
      });
      expect(judged(item, numbers, mode).status, `${item.id}, ${mode}`).toBe("holds");
      expect(unknown, item.id).toEqual([]);
    }
  }
  expect(count).toBeGreaterThan(3);
  const files = globSync("**/*.json", { cwd: recordedFolder }).map((file) => join(recordedFolder, file));
  expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(300_000);
});

test("each recorded run belongs to an item", () => {
  const ids = all.map(({ item }) => item.id);
  const recorded = globSync("*/*.json", { cwd: recordedFolder }).map((file) => file.split(/[\\/]/));
  expect(
    recorded.filter(([mode, name]) => !modes.includes(mode as Mode) || !ids.includes(name?.slice(0, -5) ?? "")),
  ).toEqual([]);
});

test("some items can be chosen, by their own names or their experiment's", () => {
  const chosen = chosenOf("figure-5, acceptance", experiments);
  expect(chosen.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(["acceptance-tests", "figure-5"]);
  expect(chosenOf(undefined, experiments)).toBe(experiments);
});

test("words that make no sense are refused before anything is run", async () => {
  await expect(runCommand("artefact", ["--quick", "--only", "figure-55"])).rejects.toThrow(
    'item_unknown: there is no item "figure-55". Did you mean figure-5',
  );
  await expect(runCommand("artefact", [])).rejects.toThrow("mode_missing: say how much is run: --quick or --full.");
  await expect(runCommand("artefact", ["--quick", "--full"])).rejects.toThrow("mode_missing");
  await expect(runCommand("artefact", ["--quick", "figure-5"])).rejects.toThrow("names: artefact takes no files");
});

test("--list names each item, with what it needs and how long it takes", async () => {
  const { code, out } = await runCommand("artefact", ["--list"]);
  expect(code).toBe(0);
  for (const { item } of all) expect(out).toContain(`${item.id} `);
  const json = JSON.parse((await runCommand("artefact", ["--list", "--json"])).out) as typeof experiments;
  expect(json.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(all.map(({ item }) => item.id));
  expect(out).toMatch(/all \d+ items: \d+ min quick, \d+ min full\n$/);
});
