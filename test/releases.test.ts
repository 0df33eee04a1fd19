/** What a release is made of: versions, changelogs, changesets, reports of the public interface. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { entryPointsOf, folderOf, publicPackages, reportOf } from "../scripts/api/entry-points.mjs";

const manifestOf = (name: string) => JSON.parse(readFileSync(join(folderOf(name), "package.json"), "utf8"));

test("the packages that are released together are those that are not private", () => {
  const released = globSync("packages/*/package.json")
    .map((file) => JSON.parse(readFileSync(file, "utf8")))
    .filter((manifest) => manifest.private !== true)
    .map(({ name }) => name);
  expect(released.sort()).toEqual([...publicPackages].sort());
  const { fixed } = JSON.parse(readFileSync(".changeset/config.json", "utf8"));
  expect(fixed).toEqual([publicPackages]);
  expect(new Set(publicPackages.map((name) => manifestOf(name).version)).size).toBe(1);
});

test.for(publicPackages)("the newest version in the changelog of %s is its own", (name) => {
  const text = readFileSync(join(folderOf(name), "CHANGELOG.md"), "utf8");
  expect(text.startsWith(`# ${name}\n`)).toBe(true);
  expect(/^## (.*)$/m.exec(text)?.[1]).toBe(manifestOf(name).version);
});

test("each changeset names released packages, kinds of change, and says what users notice", () => {
  for (const file of globSync(".changeset/*.md")) {
    if (file.endsWith("README.md")) continue;
    const [, head = "", text = ""] = /^---\n(.*?)\n---\n(.*)$/s.exec(readFileSync(file, "utf8")) ?? [];
    const changes = head.split("\n").map((line) => /^"(.*)": (major|minor|patch)$/.exec(line)?.[1]);
    expect(changes.length, file).toBeGreaterThan(0);
    for (const name of changes) expect(publicPackages, file).toContain(name);
    expect(text.trim(), file).not.toBe("");
  }
});

test("each entry point has a report of its public interface, and there is no other", () => {
  const named = publicPackages.flatMap(entryPointsOf).map(({ name }) => reportOf(name));
  expect(globSync("api/*").sort()).toEqual(named.map((name) => join("api", `${name}.api.md`)).sort());
});

test.for(publicPackages)("users find out from the manifest of %s what it is, and get what it names", (name) => {
  const manifest = manifestOf(name);
  expect(manifest).toMatchObject({ license: "MIT", type: "module", engines: { node: ">=22" } });
  expect(manifest.description).toMatch(/\.$/);
  expect(manifest.keywords.length).toBeGreaterThan(5);
  expect(manifest).toHaveProperty("sideEffects");
  for (const path of manifest.files.filter((one: string) => one !== "dist"))
    expect(existsSync(join(folderOf(name), path)), path).toBe(true);
  // Users get fixes of what it depends on without waiting for a release.
  for (const range of Object.values({ ...manifest.dependencies, ...manifest.peerDependencies }))
    expect(range).toMatch(/^(?:workspace:\^$|\^\d)/);
  for (const [path, entry] of Object.entries<Record<string, string>>(manifest.exports))
    expect(Object.keys(entry), path).toEqual(["types", "default"]);
});

test("the page on stability has a row for each entry point, and for no other", () => {
  const rows = [...readFileSync("docs/stability.md", "utf8").matchAll(/^\| `(@preempt[^`]*)` \| (\w+) \|/gm)];
  const named = publicPackages.flatMap(entryPointsOf).map(({ name }) => name);
  expect(rows.map(([, name]) => name).sort()).toEqual(named.sort());
  for (const [, name, how] of rows) expect(["stable", "experimental", "internal"], name).toContain(how);
});
