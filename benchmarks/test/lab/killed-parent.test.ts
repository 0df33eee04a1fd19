/** Whoever is killed by SIGKILL can stop nobody: its processes have to notice by themselves. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { CellResult } from "../../src/lab/run/result.ts";
import { readResults } from "../../src/lab/scale/read-results.ts";
import { writeTaskSets } from "../../src/lab/task-set.ts";
import { temporaryFolder } from "./scale-files.ts";
import { runCli, startCli } from "./spawned-cli.ts";

const hasPs = spawnSync("ps", ["-eo", "args"]).status === 0;
/** Numbers of the processes with `text` in their words. */
function processesWith(text: string): number[] {
  const lines = spawnSync("ps", ["-eo", "pid,args"], { encoding: "utf8" }).stdout.split("\n");
  return lines.filter((line) => line.includes(text)).map((line) => Number.parseInt(line, 10));
}

const gone = { timeout: 10_000, interval: 50 };
const begun = { timeout: 40_000, interval: 20 };

/** A cell that would take a minute, and one that is over soon, each marked by the name of its task. */
function place() {
  const folder = temporaryFolder();
  const [file, out] = [join(folder, "sets.json"), join(folder, "results.jsonl")];
  const mark = `set-of-${process.pid}-${Date.now()}`;
  writeFileSync(file, writeTaskSets([{ id: "s", tasks: [{ C: 500, T: 10_000, D: 10_000, name: mark }] }]));
  return { file, out, mark };
}

test.skipIf(!hasPs)(
  "preempt-lab run is killed: its cell ends, and the same command goes on from there",
  {
    timeout: 120_000,
  },
  async () => {
    const { file, out, mark } = place();
    const words = ["run", file, "--out", out, "--redo", "0", "--variants"];
    const settings = ["--horizon", "3s"];
    const run = startCli([...words, "fcfs,edf", ...settings]);
    const results = () => (existsSync(out) ? readFileSync(out, "utf8").split("\n").length - 2 : 0);
    await expect.poll(results, begun).toBe(1);
    await expect.poll(() => processesWith(mark).length, begun).toBe(1);
    run.process.kill("SIGKILL");
    const since = performance.now();
    await expect.poll(() => processesWith(mark), gone).toEqual([]);
    // The cell had three seconds to go, and more to be calibrated.
    expect(performance.now() - since).toBeLessThan(2500);
    const again = await runCli([...words, "fcfs,edf", ...settings, "--json"]);
    expect(again.code, again.err).toBe(0);
    expect(JSON.parse(again.out)).toMatchObject({ done: 1, skipped: 1 });
    expect([...readResults<CellResult>(out).results].map(({ key }) => key)).toEqual(["s/fcfs/0", "s/edf/0"]);
  },
);

const olderNode = ["/usr/bin/node", "/usr/local/bin/node"].find((path) => {
  const { status, stdout } = spawnSync(path, ["-p", "Boolean(process.features.typescript)"], { encoding: "utf8" });
  return status === 0 && stdout.trim() === "false";
});

test.skipIf(!hasPs || olderNode === undefined)(
  "started by an older Node, which is killed: the one that runs ends, too",
  {
    timeout: 90_000,
  },
  async () => {
    const { file, out, mark } = place();
    const bin = fileURLToPath(new URL("../../bin/preempt-lab.mjs", import.meta.url));
    const words = [bin, "run", file, "--out", out, "--horizon", "60s", "--variants", "edf"];
    const older: ChildProcess = spawn(olderNode as string, words, { stdio: "ignore" });
    await expect.poll(() => processesWith(mark).length, begun).toBe(1);
    expect(processesWith(out)).toHaveLength(2);
    older.kill("SIGKILL");
    await expect.poll(() => [...processesWith(mark), ...processesWith(out)], gone).toEqual([]);
    expect(existsSync(`${out}.lock`)).toBe(false);
  },
);

test("a session started by hand, with its standard input closed, runs to its end", () => {
  const child = fileURLToPath(new URL("../../src/child.ts", import.meta.url));
  const engine = process.features.typescript
    ? process.execPath
    : createRequire(import.meta.url).resolve("node/bin/node");
  const session = `
    import { orderOf } from ${JSON.stringify(child)};
    setTimeout(() => console.log(orderOf().text), 100);
    orderOf();`;
  const file = join(temporaryFolder(), "session.ts");
  writeFileSync(file, session);
  const { stdout } = spawnSync(engine, [file, '{"text":"done"}'], { encoding: "utf8", input: "" });
  expect(stdout).toBe("done\n");
  const attached = spawnSync(engine, [file, '{"text":"done"}', "attached"], { encoding: "utf8", input: "" });
  expect([attached.status, attached.stdout]).toEqual([1, ""]);
});
