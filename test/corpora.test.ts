/** The runner of other projects' programs: what it finds in a checkout, that it suspends it, and that it sees a difference. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundleRuntime } from "../packages/transformer/test262/runtime-script.ts";
import { arrange } from "../scripts/corpora/arrange.ts";
import { Executor } from "../scripts/corpora/execute.ts";
import { kinds } from "../scripts/corpora/kinds/all.ts";
import { inOneFile } from "../scripts/corpora/modules.ts";
import type { Program } from "../scripts/corpora/program.ts";
import { Judge, type Verdict } from "../scripts/corpora/verdict.ts";
import { labelOf, waysFor } from "../scripts/corpora/ways.ts";
import { checkouts } from "./corpora-checkouts.ts";

const folder = mkdtempSync(join(tmpdir(), "corpora-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name, path)), { recursive: true });
    writeFileSync(join(folder, name, path), text);
  }
  return join(folder, name);
}

let judge: Judge;
beforeAll(async () => {
  judge = new Judge(new Executor(await bundleRuntime()), () => {}, 300);
});

async function verdictOf(program: Program, isAll = false): Promise<Verdict> {
  return judge.judge(program, waysFor(program.name, 1, isAll), false);
}

const script = (source: string, name = "a.js"): Program => ({ name, source, form: "script", hosts: ["assertions"] });

test("each kind has a checkout here", () => {
  expect(Object.keys(checkouts).sort()).toEqual(Object.keys(kinds).sort());
});

for (const [kind, { files, programs }] of Object.entries(checkouts)) {
  test(`${kind}: finds the programs, and they do what they did`, async () => {
    const work = mkdtempSync(join(folder, "work-"));
    const candidates = kinds[kind]?.collect(write(kind, files), work) ?? [];
    const found: Record<string, string> = {};
    for (const { load, ...rest } of candidates) {
      const text = (await load()) ?? "";
      const source = rest.form === "module" ? (inOneFile(text, rest.folder) ?? "") : text;
      const { differences, isCounted, preempted, runs } = await verdictOf({ ...rest, source });
      expect([rest.name, differences]).toEqual([rest.name, []]);
      if (isCounted) expect(runs).toBeGreaterThan(2);
      found[rest.name] = !isCounted ? "not counted" : preempted > 0 ? "suspended" : "not suspended";
    }
    expect(found).toEqual(programs);
  });
}

/** What no program can see by itself: the frames of bodies. */
const looksAtFrames = `
function f() { for (var i = 0; i < 3; i++) if (i === 2) return new Error("here").stack.includes("$resumable"); }
Error.stackTraceLimit = 10;
print("frames", f());`;

describe("a verdict", () => {
  test("names the ways that do something else, and what", async () => {
    const { isCounted, differences } = await verdictOf(script(looksAtFrames));
    expect(isCounted).toBe(true);
    // Which of the others have such frames is the transform's choice.
    expect(differences.map(({ way }) => way)).toEqual(expect.arrayContaining(["inside, budget 0", "inside, budget 1"]));
    for (const { expected, actual } of differences) {
      expect([expected, actual]).toEqual([
        expect.stringMatching(/^frames false/),
        expect.stringMatching(/^frames true/),
      ]);
    }
  });

  test("holds errors, variables, timers, promises and what is printed against each other", async () => {
    const source = `
      class Own extends RegExp { get flags() { throw new Error("asked"); } static name = { toString() { throw 1; } }; }
      var kept = [new Own("a", "g"), 1, { a: -0 }, new Map([["k", new Set([1n])]]), /x/g, new Date(5), function named() {}, class {}];
      function late(n) { for (var i = 0; i < n; i++) print("late", i); throw new RangeError("later"); }
      setTimeout(late, 20, 2);
      setTimeout(() => late(1), 10);
      Promise.reject(new TypeError("nobody"));
      print(Date.now() === Date.now(), Math.random(), String(late));
      for (var j = 0; j < 3; j++) print(j);
      throw new SyntaxError("at the end");`;
    const { isCounted, differences, preempted } = await verdictOf(script(source), true);
    expect({ isCounted, differences }).toEqual({ isCounted: true, differences: [] });
    expect(preempted).toBeGreaterThan(20);
  });

  test("does not count what does not compile, changes by itself or does not end", async () => {
    const reasons = await Promise.all(
      ["var var;", "print(process.hrtime())", "for (;;);"].map(async (source) => {
        const globals = 'var process = (0, eval)("this").process;';
        const { isCounted, reason } = await verdictOf(script(source.replace(/^print/, `${globals}print`)));
        return [isCounted, reason];
      }),
    );
    expect(reasons).toEqual([
      [false, "does not compile"],
      [true, ""],
      [false, "takes too long"],
    ]);
  });
});

describe("the functions of a program stay at the top, and the rest becomes a function", () => {
  const apart = (source: string) => arrange(source, "apart", false)?.replaceAll(/\s+/g, " ");

  test.each([
    [
      "var a = 1, b;\nf(a);\nfunction f(x) { return x; }",
      "var a, b; function f(x) { return x; } function $main() { void (a = 1); f(a); }",
    ],
    [
      "let a; const { b, c: [d = 1] } = o;",
      "let a, b, d; function $main() { void (a = void 0); void ({ b, c: [d = 1] } = o); }",
    ],
    ["for (var i = 0, n; i < 3; i++);", "var i, n; function $main() { for (void (i = 0); i < 3; i++); }"],
    ["for (var k in o) { let k2 = k; var v; }", "var k, v; function $main() { for (k in o) { let k2 = k; void 0; } }"],
    ['"use strict"; class A {}', '"use strict"; let A; function $main() { "use strict"; A = class A {}; }'],
  ])("%s", (source, expected) => {
    expect(apart(source)).toBe(expected);
  });

  test("unless they cannot", () => {
    expect(["using a = b;", "for (var i = 0 in o);", "await 1;", "var var;"].map(apart)).toEqual([
      undefined,
      undefined,
      expect.any(String),
      undefined,
    ]);
  });
});

test("a seed draws the same ways each time, and each program is run at every budget", () => {
  const labels = (seed: number) => waysFor("a.js", seed, false).map(labelOf);
  expect(labels(1)).toEqual(labels(1));
  expect(new Set([1, 2, 3, 4, 5, 6].map((seed) => labels(seed).join())).size).toBeGreaterThan(3);
  for (const way of [
    "script, called",
    ...[0, 1, 7, 300].map((budget) => `inside, budget ${budget}`),
    "apart, budget 0",
  ]) {
    expect(labels(1)).toContain(way);
  }
  const all = waysFor("a.js", 1, true).map(labelOf).join("; ");
  for (const word of ["paper", "size", "none", "minified by esbuild", "minified by terser"])
    expect(all).toContain(word);
});

describe("the command", { timeout: 120_000 }, () => {
  const main = fileURLToPath(new URL("../scripts/corpora/main.ts", import.meta.url));
  function run(...args: string[]): { status: number | null; out: string } {
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args, "--jobs", "1"], {
      encoding: "utf8",
      timeout: 60_000,
    });
    return { status, out: stdout + stderr };
  }

  test("shows what differs, and fails", () => {
    const checkout = write("different", {
      "tests/jerry/bad.js": looksAtFrames.replace("print", "var print2 = print; print2"),
      "tests/jerry/good.js": "for (var i = 0; i < 9; i++) assert(i < 9);",
      "tests/jerry/rejects.js": "Promise.reject(1);",
    });
    const { status, out } = run(checkout, "--kind", "jerryscript");
    expect(out).toMatch(
      /^tests\/jerry\/bad\.js \[.*inside, budget 0.*\]\n {4}plain: frames false.*\n {4}here: {2}frames true/m,
    );
    expect(out).not.toContain("good.js");
    expect(out).toMatch(/\| jerryscript \| 3 \| 3 \| \d+ \| 2 programs, \d+ runs \| 1 \| 0 \|/);
    expect(status).toBe(1);
  });

  test("takes a part of them, and says what it does not know", () => {
    const files = Object.fromEntries([1, 2, 3, 4].map((n) => [`tests/jerry/${n}.js`, `assert(${n});`]));
    const checkout = write("parts", files);
    const { status, out } = run(checkout, "--kind", "jerryscript", "--shard", "2/2", "--only", "jerry/");
    expect(out).toMatch(/\| jerryscript \| 2 \| 2 \|/);
    expect(status).toBe(0);
    expect(run(checkout, "--kind", "nobody's").out).toMatch(/--kind: "nobody's" is none of uglify, babel/);
  });
});
