/** The command `suites`, with tiny checkouts in the shape of each suite. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { inTemporaryFolder } from "../../src/temporary-folder.ts";
import type { Effort } from "../../src/untuned/measure.ts";
import { runSuites } from "../../src/untuned/suites/command.ts";
import { findSuites } from "../../src/untuned/suites/find.ts";

const least: Effort = { processes: 1, warmUp: 10, samples: 2, sampleLength: 1 };

/** Writes files into a folder. */
function fill(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const awfy = {
  "are-we/benchmarks/JavaScript/som.js":
    "exports.three = () => { let n = 0; for (let i = 0; i < 3; i++) n++; return n; };",
  "are-we/benchmarks/JavaScript/bounce.js": `const { three } = require("./som");
    class Bounce { innerBenchmarkLoop(n) { for (let i = 0; i < n; i++) if (three() !== 3) return false; return true; } }
    exports.newInstance = () => new Bounce();`,
};

const octane = {
  "octane/base.js": `var BenchmarkSuite = function (name, reference, benchmarks) {
      this.benchmarks = benchmarks;
      BenchmarkSuite.suites.push(this);
    };
    BenchmarkSuite.suites = [];
    BenchmarkSuite.ResetRNG = function () { Math.random = function () { return 0.5; }; };
    function Benchmark(name, run, setup) { this.run = run; this.Setup = setup; }`,
  "octane/run.js": "",
  "octane/richards.js": `new BenchmarkSuite("Richards", [1], [new Benchmark("Richards", runRichards, function () { start = 1; })]);
    var start = 0;
    function runRichards() { for (var i = start; i < 100; i++) if (i < 1) throw new Error("not set up"); }`,
};

const jetstream = {
  "jet/JetStreamDriver.js": `const list = [
    new DefaultBenchmark({ name: "sum", files: ["./simple/three.js", "./simple/sum.js"], tags: ["js"] }),
    new AsyncBenchmark({ name: "later", files: ["./simple/later.js"], tags: ["js"] }),
    new AsyncBenchmark({ name: "loads", files: ["./simple/later.js"], preload: { a: "./b" }, tags: ["js"] }),
    new WasmEMCCBenchmark({ name: "wasm", files: ["./simple/later.js"] }),
    new DefaultBenchmark({ name: "away", files: ["./simple/away.js"], tags: ["js"] }),
  ];
  const SUNSPIDER_TESTS = ["cube"];`,
  "jet/simple/three.js": "const three = 3;",
  "jet/simple/sum.js":
    "class Benchmark { sum = 0; runIteration() { for (let i = 0; i < three; i++) this.sum += Math.random(); } }",
  "jet/simple/later.js": "class Benchmark { async init() { this.n = 1; } async runIteration() { this.n += await 2; } }",
  "jet/SunSpider/cube.js": "class Benchmark { runIteration() { for (let i = 0; i < 3; i++); } }",
};

/** Runs the command. @returns what it prints, and the numbers that it writes */
async function measure(
  folder: string,
  only?: string,
  mode?: string,
): Promise<{ text: string; numbers: Numbers; error: string }> {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const progress = vi.spyOn(console, "error").mockImplementation(() => {});
  const json = join(folder, "numbers.json");
  let error = "";
  try {
    await runSuites({ from: folder, json, ...(only && { only }), ...(mode && { mode }) }, least);
  } catch (problem) {
    error = (problem as Error).message;
  } finally {
    progress.mockRestore();
  }
  const text = log.mock.calls.flat().join("\n");
  log.mockRestore();
  return { text, error, numbers: JSON.parse(readFileSync(json, "utf8")) as Numbers };
}

interface Numbers {
  readonly rows: readonly Record<string, unknown>[];
  readonly faults: readonly { name: string; fault: string }[];
  readonly reports: readonly { pairs: readonly unknown[] }[];
  readonly summary: readonly { suite: string; mean: Record<string, number>; most: Record<string, number> }[];
}

describe("finding suites", () => {
  it("finds a checkout in the folder, and the checkout itself", async () => {
    await inTemporaryFolder("suites", async (folder) => {
      fill(folder, awfy);
      const inside = findSuites(folder);
      expect(inside.found.map(({ suite, checkout }) => [suite.name, checkout])).toEqual([
        ["awfy", join(folder, "are-we")],
      ]);
      expect(findSuites(join(folder, "are-we")).found).toHaveLength(1);
    });
  });

  it("finds several suites, and says which are missing", async () => {
    await inTemporaryFolder("suites", async (folder) => {
      const { found, missing } = findSuites(fill(folder, { ...octane, ...jetstream }));
      expect(found.map(({ suite }) => suite.name)).toEqual(["octane", "jetstream"]);
      expect(missing.map(({ name }) => name)).toEqual(["awfy"]);
    });
  });

  it("takes the programs of plain JavaScript whose files are there", async () => {
    await inTemporaryFolder("suites", async (folder) => {
      const { found } = findSuites(fill(folder, { ...octane, ...jetstream }));
      const names = found.map(({ suite, checkout }) => suite.programs(checkout).map(({ name }) => name));
      expect(names).toEqual([["richards"], ["sum", "later", "cube-SP"]]);
    });
  });

  it("says how to get the suites if there is none", async () => {
    await inTemporaryFolder("suites", async (folder) => {
      expect(() => findSuites(folder)).toThrow(/none of the suites.*\n.*git clone .*are-we-fast-yet/);
    });
  });

  it("refuses a folder that is not there, a missing folder and a name that no suite has", async () => {
    expect(() => findSuites("/no/such/folder")).toThrow(/--from \/no\/such\/folder cannot be read/);
    await expect(runSuites({})).rejects.toThrow(/--from FOLDER/);
    await inTemporaryFolder("suites", async (folder) => {
      fill(folder, awfy);
      vi.spyOn(console, "error").mockImplementation(() => {});
      await expect(runSuites({ from: folder, only: "jump" })).rejects.toThrow(/no suite or program "jump".*bounce/);
      vi.restoreAllMocks();
    });
  });
});

describe("measuring suites", () => {
  it("reports ratios, sizes and counts for each program", { timeout: 60_000 }, async () => {
    await inTemporaryFolder("suites", async (folder) => {
      const { text, numbers, error } = await measure(fill(folder, awfy));
      expect(error).toBe("");
      const [row] = numbers.rows;
      expect(row).toMatchObject({ suite: "awfy", name: "bounce" });
      for (const column of ["plain", "wall", "cpu", "load", "first", "cold", "minified", "gzip", "brotli", "longest"]) {
        expect(row?.[column], column).toBeGreaterThan(0);
      }
      expect(numbers.reports[0]?.pairs).toHaveLength(1);
      expect(numbers.summary[0]?.most.wall).toBe(row?.wall);
      expect(text).toMatch(/awfy: mean of 1 .*\n.*awfy: maximum/);
    });
  });

  it("runs classic scripts, and asynchronous programs", { timeout: 120_000 }, async () => {
    await inTemporaryFolder("suites", async (folder) => {
      const { numbers, error } = await measure(fill(folder, { ...octane, ...jetstream }));
      expect(error).toBe("");
      expect(numbers.rows.map(({ name }) => name)).toEqual(["richards", "sum", "later", "cube-SP"]);
      expect(numbers.summary.map(({ suite }) => suite)).toEqual(["octane", "jetstream", "all"]);
    });
  });

  it("records a module, and leaves plain what did not take long; classic scripts it refuses", {
    timeout: 60_000,
  }, async () => {
    await inTemporaryFolder("suites", async (folder) => {
      const all = await measure(fill(folder, awfy));
      const { numbers, error } = await measure(folder, undefined, "recorded");
      expect(error).toBe("");
      expect(numbers.rows[0]?.minified).toBeLessThanOrEqual(all.numbers.rows[0]?.minified as number);
    });
    await inTemporaryFolder("suites", async (folder) => {
      const { error } = await measure(fill(folder, octane), undefined, "recorded");
      expect(error).toContain("recordings are for modules");
    });
  });

  it("names programs that fail, and measures the others", { timeout: 60_000 }, async () => {
    await inTemporaryFolder("suites", async (folder) => {
      const wrong = awfy["are-we/benchmarks/JavaScript/bounce.js"].replace("three() !== 3", "three() !== 4");
      const { numbers, error } = await measure(
        fill(folder, { ...awfy, "are-we/benchmarks/JavaScript/list.js": wrong }),
      );
      expect(numbers.rows.map(({ name }) => name)).toEqual(["bounce"]);
      expect(numbers.faults).toEqual([
        { suite: "awfy", name: "list", fault: expect.stringContaining("the result is wrong") },
      ]);
      expect(error).toMatch(/awfy list FAILED: plain: Error: the result is wrong/);
    });
  });
});
