/**
 * A campaign of random programs: plain, run-or-capture and the paper's strategy must do the same.
 *
 *   npm run fuzz -- [--programs 100000] [--workers 2] [--seed 1] [--optimize sampled]
 *
 * A third of the programs are asynchronous, and a third are about names: what they mean, and what functions and classes do
 * that see them. Each draws a combination of optimisations, unless --optimize names one: speed, size, none, or the switches
 * that are on, as plainBodies+numbers. A failing program is shrunk and shown with its combination and the seed that makes it
 * again.
 */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { campaignWords } from "../packages/transformer/test/kit/campaign-words.ts";
import { problemWith } from "../packages/transformer/test/kit/combinations.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values } = campaignWords(import.meta.url, {
  options: {
    programs: { type: "string", default: "100000" },
    workers: { type: "string", default: String(availableParallelism()) },
    seed: { type: "string", default: String(Date.now() & 0x7fffffff) },
    optimize: { type: "string", default: "sampled" },
  },
});
const { optimize } = values;
const problem = problemWith(optimize, ["sampled"]);
if (problem !== undefined) {
  console.error(problem);
  process.exit(2);
}
const [programs, workers, seed] = [count("programs"), count("workers"), count("seed")];
// A process of its own for every few thousand: memory of so many compiled programs is not all given back.
const perRun = 2000;
const perShard = 3 * perRun;
const shards = Math.ceil(programs / perShard);
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");

let next = 0;
let failed = 0;
const started = Date.now();
await Promise.all(Array.from({ length: workers }, lane));
const minutes = ((Date.now() - started) / 60_000).toFixed(1);
console.log(`${perShard * shards} programs from seed ${seed} in ${minutes} min: ${failed} of ${shards} runs failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function lane(): Promise<void> {
  while (next < shards) {
    const shard = next++;
    const { status, output } = await run(seed + shard);
    if (status !== 0) {
      failed++;
      console.log(output);
    }
    console.log(`run ${shard + 1} of ${shards}, seed ${seed + shard}: ${status === 0 ? "no difference" : "FAILED"}`);
  }
}

function run(runSeed: number): Promise<{ status: number | null; output: string }> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PREEMPT_FUZZ: String(perRun),
    PREEMPT_FUZZ_SEED: String(runSeed),
    PREEMPT_OPTIMIZE: optimize,
  };
  const child = spawn(process.execPath, [vitest, "run", "packages/transformer/test/fuzz"], { cwd: root, env });
  let output = "";
  child.stdout.on("data", (text) => {
    output += text;
  });
  child.stderr.on("data", (text) => {
    output += text;
  });
  return new Promise((resolve) => child.on("close", (status) => resolve({ status, output })));
}

function count(name: "programs" | "workers" | "seed"): number {
  const n = Number(values[name]);
  if (Number.isSafeInteger(n) && n > 0) return n;
  console.error(`--${name}: ${values[name]} is not a whole number above 0.`);
  process.exit(2);
}
