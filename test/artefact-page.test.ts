/** The page of the artefact: its tables are those of the registry, and the script and the container file start what is there. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { experiments } from "../benchmarks/src/lab/artefact/registry.ts";
import { renewed } from "../scripts/artefact/renew-page.ts";

const page = readFileSync("docs/artefact.md", "utf8");

test("the tables of the page are up to date (node scripts/artefact/renew-page.ts)", () => {
  expect(renewed(page) === page).toBe(true);
  for (const { items } of experiments) for (const { id } of items) expect(page).toContain(`| \`${id}\` |`);
});

test("the commands of the page name files, items and words that exist", () => {
  for (const [, file = ""] of page.matchAll(/\b(scripts\/artefact\/[\w.-]+)/g))
    expect(existsSync(file), file).toBe(true);
  const known = experiments.flatMap(({ id, items }) => [id, ...items.map((item) => item.id)]);
  const named = [...page.matchAll(/--only ([a-z0-9,-]+)/g)].flatMap(([, names = ""]) => names.split(","));
  expect(named.filter((name) => !known.includes(name) && name !== "mine")).toEqual([]);
});

test("the script runs the command, and passes words and exit codes on", () => {
  const run = (...words: string[]) =>
    spawnSync("sh", ["scripts/artefact/artefact.sh", ...words], { encoding: "utf8", timeout: 60_000 });
  const list = run("--list", "--only", "figure-5");
  expect(list.stderr).toBe("");
  expect(list.stdout).toContain("Figure 5: deadlines missed by utilisation");
  const refused = run("--sometimes");
  expect(refused.status).toBe(2);
  expect(refused.stderr).toContain("Unknown option '--sometimes'");
});

test("the container file copies and starts files that exist, and leaves installed packages out", () => {
  const file = readFileSync("scripts/artefact/Containerfile", "utf8");
  expect(file).toMatch(/^FROM node:24/m);
  expect(file).toContain("sh scripts/artefact/artefact.sh --install");
  expect(readFileSync("scripts/artefact/Containerfile.dockerignore", "utf8")).toContain("**/node_modules");
});
