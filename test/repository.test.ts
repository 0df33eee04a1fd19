import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" });
const tracked = () =>
  git("ls-files")
    .split("\n")
    .filter((f) => f !== "" && f !== "pnpm-lock.yaml" && !/\.(png|svg|woff2)$/.test(f));

const suspicious: Record<string, RegExp> = {
  "a machine path": /(?:^|[\s"'`(=])\/(?:home|root|Users|work|mnt)\/\w/,
  "a registry host": /https?:\/\/[\w.-]*registry[\w.-]*/,
  "a private key": /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  "a token": /\b(?:ghp|gho|npm|sk|xox[bp])_[A-Za-z0-9]{20,}/,
};

test("no tracked file holds a secret, a machine path or a registry host", () => {
  const found: string[] = [];
  for (const file of tracked()) {
    if (file === "test/repository.test.ts") continue;
    const text = readFileSync(file, "utf8");
    for (const [what, pattern] of Object.entries(suspicious)) if (pattern.test(text)) found.push(`${file}: ${what}`);
  }
  expect(found).toEqual([]);
});

test("the patterns find what they are for", () => {
  expect(suspicious["a machine path"]?.test("cd /home/ann/x")).toBe(true);
  expect(suspicious["a registry host"]?.test("https://registry.example.org/x")).toBe(true);
});

test("the lockfile names no host, and holds the binaries of all platforms", () => {
  const lock = readFileSync("pnpm-lock.yaml", "utf8");
  expect(lock).not.toMatch(/https?:\/\//);
  const count = (pattern: RegExp) => new Set(lock.match(pattern)).size;
  expect(count(/@rollup\/rollup-[\w-]+/g)).toBeGreaterThanOrEqual(25);
  expect(count(/@biomejs\/cli-[\w-]+/g)).toBeGreaterThanOrEqual(8);
  expect(count(/@rolldown\/binding-[\w-]+/g)).toBeGreaterThanOrEqual(15);
});

test("tests run on the Node that the repository brings", () => {
  expect(process.version).toMatch(/^v24\./);
});
