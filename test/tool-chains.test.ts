/**
 * The steps of docs/tool-chains.md, with the packages that this repository has: a new user's project, set up by `preempt init`, has a job
 * that is preempted. `npm run adopt` does the same from an empty folder, for every tool chain.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { Chain, Step } from "../scripts/adopt/chain.ts";
import { chains } from "../scripts/adopt/chains.ts";
import { partOf } from "../scripts/adopt/part.ts";
import { recipeOf, recipes } from "../scripts/adopt/recipes.ts";
import { preemptionsIn } from "../scripts/adopt/seen.ts";
import { table } from "../scripts/adopt/table.ts";
import { tryChain } from "../scripts/adopt/try-chain.ts";
import { leftToOthers, partToRun } from "../scripts/parts.mjs";

const tools = ["node_modules/.bin", "packages/transformer/node_modules/.bin"].map((name) => resolve(name));
const env = { ...process.env, PATH: [...tools, process.env.PATH].join(delimiter), PREEMPT_SUMMARY: "0" };
const bin = resolve("packages/transformer/bin/preempt.mjs");

let folder = "";
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A page's bundle, where there is no page. */
const bundle = (file: string) => `globalThis.document = { body: { append() {} } }; require(${JSON.stringify(file)});`;

/** The same step, with nothing to install: package.json names what is there. */
function offline(step: Step): Step {
  if ("open" in step) return { run: `node -e '${bundle("./dist/app.js")}'` };
  if (!("run" in step)) return step;
  const [, init] = /^npx @preempt\/transformer (init .*)$/.exec(step.run) ?? [];
  if (init !== undefined) return { run: `node ${bin} ${init} --no-install` };
  // npx would look in the project's own folder of packages, and then in the registry.
  if (step.installs === undefined) return { run: step.run.replace(/^npx /, "") };
  const devDependencies = Object.fromEntries(step.installs.map((name) => [name, "*"]));
  return { write: { "package.json": `${JSON.stringify({ name: "app", devDependencies }, undefined, 2)}\n` } };
}

const installed = ["node", "esbuild", "vitest", "template-node"];
const others = leftToOthers(installed, partToRun(process.env.PREEMPT_PART ?? "all"));

test.for(installed.filter((name) => !others.includes(name)))(
  "%s: a job is preempted in a project that preempt init has set up",
  { timeout: 120_000 },
  async (name) => {
    folder = mkdtempSync(resolve("packages/transformer/test/projects/adopted-"));
    const chain = chains.find((one) => one.name === name) as Chain;
    const tried = await tryChain(
      // The version is that of a package in the project's own folder.
      { ...chain, version: "node", steps: chain.steps.map(offline) },
      { folder, env, browser: () => Promise.reject(new Error("no page is opened")), log: () => {} },
    );
    expect(tried.problem).toBeUndefined();
    expect(tried.preemptions).toBeGreaterThan(0);
  },
);

test("no tool chain takes more than six steps, and each has a name of its own", () => {
  for (const { name, steps } of chains) expect(steps.length, name).toBeLessThanOrEqual(6);
  expect(new Set(chains.map(({ name }) => name)).size).toBe(chains.length);
});

test("the page shows each tool chain, once", () => {
  const page = readFileSync("docs/tool-chains.md", "utf8");
  for (const { title } of chains) expect(page.split(`| ${title} |`), title).toHaveLength(2);
});

test("seven parts hold each tool chain once, and what is no part is refused", () => {
  const parts = Array.from({ length: 7 }, (_, i) => partOf(chains, `${i + 1}/7`)).flat();
  expect(new Set(parts)).toEqual(new Set(chains));
  expect(parts).toHaveLength(chains.length);
  for (const part of ["0/7", "8/7", "2", "a/b"]) expect(() => partOf(chains, part), part).toThrow(RangeError);
});

test("each recipe of docs/frameworks.md for a framework is run as a tool chain", () => {
  const page = readFileSync("docs/frameworks.md", "utf8");
  const section = page.slice(page.indexOf("## Other frameworks"), page.indexOf("**Event handlers**"));
  const frameworks = [...section.matchAll(/^\*\*(\w+)\.\*\*/gm)].map(([, name = ""]) => name);
  expect(frameworks.length).toBeGreaterThan(2);
  for (const name of frameworks) {
    const chain = recipes.find(({ title }) => title === `Recipe: ${name}`);
    expect(JSON.stringify(chain?.steps), name).toContain(JSON.stringify(recipeOf(name)).slice(1, -1));
  }
});

test("what a program prints tells how often its job was preempted", () => {
  expect(preemptionsIn("The job was preempted 12 times.\nThe job was preempted 3 times.")).toBe(12);
  expect(preemptionsIn("nothing")).toBeUndefined();
});

test("a job that was not seen stands in the table with its reason", () => {
  const one = { name: "a", title: "A", version: "1", steps: 2, minutes: 0.25, where: "Node" };
  expect(
    table([
      { ...one, preemptions: 4 },
      { ...one, preemptions: undefined, problem: "it failed\nbadly" },
    ]),
  ).toContain("| A | 1 | 2 | 0.3 | Node: preempted 4 times |\n| A | 1 | 2 | 0.3 | not seen: it failed |\n");
});

test("an edit that finds nothing is a problem, and ends the try", async () => {
  folder = mkdtempSync(resolve("packages/transformer/test/projects/adopted-"));
  writeFileSync(join(folder, "a.txt"), "a");
  const chain: Chain = { name: "x", title: "X", version: "node", steps: [{ edit: "a.txt", from: "b", to: "c" }] };
  const around = { folder, env, browser: () => Promise.reject(new Error("no page is opened")), log: () => {} };
  expect(await tryChain(chain, around)).toMatchObject({ problem: "a.txt does not contain b", preemptions: undefined });
});
