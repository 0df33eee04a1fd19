/**
 * The programs by hand, and those of fixtures, with every combination of optimisations, of which `npm test` draws some for each
 * program; stack traces, and what TypeScript makes of the programs for older targets, in all ways of which `npm test` draws some, too:
 *
 *   npm run programs -- [--optimize all] [--seed 1]
 *
 * --optimize: all; sampled (other ones with another --seed); or one for all programs: speed, size, none, or the
 * switches that are on, as plainBodies+numbers.
 */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { campaignWords } from "../packages/transformer/test/kit/campaign-words.ts";
import { problemWith } from "../packages/transformer/test/kit/combinations.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values } = campaignWords(import.meta.url, {
  options: { optimize: { type: "string", default: "all" }, seed: { type: "string", default: "1" } },
});
const problem = problemWith(values.optimize, ["all", "sampled"]);
if (problem !== undefined) {
  console.error(problem);
  process.exit(2);
}
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const env: NodeJS.ProcessEnv = {
  ...process.env,
  PREEMPT_OPTIMIZE: values.optimize,
  PREEMPT_OPTIMIZE_SEED: values.seed,
};
const files = ["programs/programs", "5-emit/stacks", "1-resolve/targets", "5-emit/varied-fixtures"].map(
  (name) => `packages/transformer/test/${name}.test.ts`,
);
const { status } = spawnSync(process.execPath, [vitest, "run", ...files], {
  cwd: root,
  env,
  stdio: "inherit",
});
process.exitCode = status ?? 1;
