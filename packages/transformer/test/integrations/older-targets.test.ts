/** A bundle that is compiled for older engines: its jobs run, or it says what is missing. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import preempt from "../../src/esbuild.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(resolve("packages/transformer/test/projects/older-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const jobs = `import { Scheduler } from "@preempt/runtime";
const rt = new Scheduler({ warnAfter: Infinity });
class Sum {
  #start = 1;
  /** @preempt */
  of(n) { let sum = this.#start; for (let i = 0; i < n; i++) sum += i % 3; return sum; }
}
/** @preempt */
function* steps(n) { for (let i = 0; i < n; i++) yield new Sum().of(1000); }
/** @preempt */
async function all(n) { let sum = 0; for (const one of steps(n)) { await null; sum += one; } return sum; }
const job = rt.submit(all, { args: [1000] });
job.then((sum) => console.log(sum, job.preemptions > 0));
`;

async function bundled(code: string, target: string): Promise<string> {
  const outfile = join(folder, `${target}.mjs`);
  writeFileSync(join(folder, "main.js"), code);
  const options = { bundle: true, format: "esm", platform: "node", logLevel: "silent", absWorkingDir: folder } as const;
  await build({ ...options, entryPoints: ["main.js"], outfile, target, plugins: [preempt({ summary: false })] });
  return outfile;
}

test.each(["es2022", "es2020", "es2018", "es2017", "es2016"])("%s: jobs are preempted", async (target) => {
  const file = await bundled(jobs, target);
  expect(execFileSync(process.execPath, [file], { encoding: "utf8" })).toBe("1000000 true\n");
});

test("a preemptable async generator needs ES2018, and an older bundle says so", async () => {
  const code = `${jobs}/** @preempt */\nexport async function* rows() { for (;;) yield 1; }\n`;
  expect(execFileSync(process.execPath, [await bundled(code, "es2018")], { encoding: "utf8" })).toBe("1000000 true\n");
  const { stderr } = spawnSync(process.execPath, [await bundled(code, "es2017")], { encoding: "utf8" });
  expect(stderr).toContain(
    "async_generators_lowered: an async generator of this bundle is compiled to other code, for engines without them. Give the build ES2018 or newer as its target",
  );
});
