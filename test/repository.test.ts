import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string) => readFileSync(`${root}/${file}`, "utf8");

/** What no tracked file may hold. The examples stand in pieces, so that this file does not hold them either. */
const suspicious: { what: string; pattern: RegExp; examples: string[] }[] = [
  {
    what: "a path of someone's machine",
    pattern: /(?<![\w.:/*@-])\/(?:home|root|Users|work|mnt|workspaces?)\/\w|\b[A-Z]:\\Users\\/,
    examples: ["cd /ho" + "me/ann/x", "at (/Us" + "ers/ann/x.js:1:2)", '"/wo' + 'rk/main"', "C:\\Us" + "ers\\ann"],
  },
  {
    what: "a registry's address",
    pattern: /https?:\/\/[\w.-]*(?:registry|artifactory|nexus|verdaccio)|\bregistry\s*=\s*\S/i,
    examples: [
      "https://regis" + "try.example.org/x",
      "https://npm.artifac" + "tory.example.org",
      "regis" + "try=http://x",
    ],
  },
  {
    what: "an address inside someone's network",
    pattern: /https?:\/\/(?:10\.\d|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|[\w.-]+\.(?:internal|corp|lan|intranet)\b)/,
    examples: ["http://10" + ".1.2.3/", "http://192" + ".168.0.1", "https://build.cor" + "p/x"],
  },
  {
    what: "a private key",
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
    examples: ["-----BEGIN RSA PRIV" + "ATE KEY-----"],
  },
  {
    what: "a token",
    pattern:
      /\b(?:gh[opsu]|npm|glpat|xox[abp])[_-][A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bsk-[\w-]{20,}|\bAKIA[A-Z0-9]{16}\b|_authToken\s*=/,
    examples: [`ghp_${"a1".repeat(18)}`, "AKI" + "AIOSFODNN7EXAMPLE", "//host/:_auth" + "Token=x"],
  },
];

describe("tracked files", () => {
  const texts: { file: string; text: string }[] = [];

  beforeAll(() => {
    // CI may run as another user than the one who owns the checkout.
    const list = execFileSync("git", ["-c", "safe.directory=*", "ls-files", "-z"], { cwd: root, encoding: "utf8" });
    for (const file of list.split("\0")) {
      if (file === "" || !existsSync(`${root}/${file}`)) continue;
      const text = read(file);
      if (!text.includes("\0")) texts.push({ file, text });
    }
  });

  test.for(suspicious)("hold no trace of $what", ({ pattern, examples }) => {
    for (const example of examples) expect(example).toMatch(pattern);
    expect(texts.length).toBeGreaterThan(50);
    expect(texts.filter(({ text }) => pattern.test(text)).map(({ file }) => file)).toEqual([]);
  });
});

describe("the lockfile", () => {
  const lock = () => read("pnpm-lock.yaml");

  test("names no host: packages come from whichever registry the reader uses", () => {
    expect(lock()).not.toMatch(/https?:\/\/|tarball:/);
  });

  // pnpm leaves out, without a word, binaries that the registry lacks; then the install breaks on other machines.
  test.for([
    { tool: "rollup", prefix: "@rollup/rollup-", least: 25 },
    { tool: "rolldown (Vite)", prefix: "@rolldown/binding-", least: 15 },
    { tool: "lightningcss (Vite)", prefix: "lightningcss-", least: 11 },
    { tool: "Biome", prefix: "@biomejs/cli-", least: 8 },
  ])("holds the binaries of $tool for all platforms", ({ prefix, least }) => {
    const entries = lock().matchAll(new RegExp(`^ {2}'?(${prefix}[\\w-]+)@[\\d.]+'?:$`, "gm"));
    const platforms = new Set(Array.from(entries, ([, name]) => name?.slice(prefix.length)));
    expect(platforms.size).toBeGreaterThanOrEqual(least);
    for (const system of ["darwin", "linux", "win32"])
      expect([...platforms].some((platform) => platform?.startsWith(system))).toBe(true);
  });
});

test("tests run on the Node that the repository brings", () => {
  expect(process.version).toMatch(/^v24\./);
});
