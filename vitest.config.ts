import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { leftToOthers, partToRun } from "./scripts/parts.mjs";

/**
 * Files that measure, wait for what takes its time, or start many processes or browsers, the longest first: `npm test` runs a
 * part of them, see scripts/parts.mjs. What they guard is seldom touched, and is tested a few commits later at the latest.
 */
export const inParts = [
  "benchmarks/test/workloads.test.ts",
  "benchmarks/test/webkit.test.ts",
  "benchmarks/test/lab/run.test.ts",
  "test/site.test.ts",
  "packages/transformer/test/integrations/debugger.test.ts",
  "benchmarks/test/micro.test.ts",
  "benchmarks/test/lab/regions.test.ts",
  "benchmarks/test/peers.test.ts",
  "benchmarks/test/lab/killed-parent.test.ts",
  "benchmarks/test/lab/manners.test.ts",
  "packages/transformer/test/test262/test262-runner.test.ts",
  "test/corpora.test.ts",
  "test/declarations.test.ts",
  "test/public-interface.test.ts",
  "test/sizes.test.ts",
  "test/server-scaling-page.test.ts",
  "test/recipes-page.test.ts",
  "test/frameworks-page.test.ts",
  "test/device-server.test.ts",
  "benchmarks/test/lab/report-streams.test.ts",
  "benchmarks/test/transform.test.ts",
  "benchmarks/test/rounds.test.ts",
  "benchmarks/test/first-runs.test.ts",
  "benchmarks/test/lab/scale-queue.test.ts",
  "packages/transformer/test/integrations/no-warnings.test.ts",
  "packages/transformer/test/advisor/panel.test.ts",
  "benchmarks/test/lab/acceptance.test.ts",
  "benchmarks/test/latency.test.ts",
  "benchmarks/test/scheduler.test.ts",
  "packages/transformer/test/5-emit/combinations.test.ts",
  "packages/transformer/test/5-emit/library-hashes.test.ts",
  "packages/transformer/test/cli/cli.test.ts",
  "test/interleaving-campaign.test.ts",
  "packages/transformer/test/5-emit/stacks.test.ts",
  "packages/transformer/test/5-emit/varied-fixtures.test.ts",
  "packages/runtime/test/kernel/budget.test.ts",
  "packages/transformer/test/5-emit/nested.test.ts",
  "packages/runtime/test/scheduling/admit.test.ts",
  "packages/runtime/test/analysis/admission-sound.test.ts",
  "packages/runtime/test/kernel/faults.test.ts",
  "packages/transformer/test/4-plan/direct-callbacks.test.ts",
  "benchmarks/test/doubling.test.ts",
  "packages/transformer/test/4-plan/joint-bounds.test.ts",
  "packages/runtime/test/analysis/properties.test.ts",
  "packages/transformer/test/node/disk-cache.test.ts",
  "packages/transformer/test/cli/build-command.test.ts",
  "packages/transformer/test/cli/build-project.test.ts",
  "packages/transformer/test/integrations/beside-typescript-7.test.ts",
  "packages/transformer/test/cli/init/init-command.test.ts",
  "packages/transformer/test/cli/init/verify.test.ts",
  "packages/transformer/test/integrations/node-door.test.ts",
  "packages/demo/test/scenarios/chess.test.ts",
  "packages/runtime/test/kernel/collected.test.ts",
  "packages/runtime/test/kernel/stack-end.test.ts",
  "benchmarks/test/lab/curves.test.ts",
  "benchmarks/test/server/batching.test.ts",
  "benchmarks/test/server/device.test.ts",
  "benchmarks/test/server/overload.test.ts",
  "benchmarks/test/server/peers.test.ts",
  "benchmarks/test/server/priority.test.ts",
  "packages/transformer/test/integrations/webpack-esbuild.test.ts",
  "benchmarks/test/lab/generate-utilisations.test.ts",
  "packages/transformer/test/4-plan/single-calls.test.ts",
  "packages/transformer/test/4-plan/start-checks.test.ts",
  "packages/transformer/test/integrations/spreading.test.ts",
  "packages/transformer/test/integrations/missing-plugin.test.ts",
  "packages/transformer/test/integrations/summary.test.ts",
  "packages/transformer/test/integrations/errors-shown.test.ts",
  "packages/transformer/test/cli/race-command.test.ts",
  "packages/transformer/test/cli/check-build.test.ts",
  "packages/runtime/test/development/programs.test.ts",
  "packages/server/test/storm.test.ts",
  "test/tutorial-page.test.ts",
];

/** Longest first, so that no worker is left alone with one of them at the end; the rest by size, as Vitest has them. */
const longest = [
  ...inParts,
  ...["programs/programs", "1-resolve/targets", "fuzz/fuzz", "bundlers", "node-process"].map(
    (name) => `${name}.test.ts`,
  ),
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((name) => moduleId.endsWith(name));
      return found === -1 ? longest.length : found;
    };
    const isSharing = ({ project }: TestSpecification) => Number(!project.config.isolate);
    // A process is used again only by the file that comes next.
    return (await super.sort(files)).sort((a, b) => isSharing(a) - isSharing(b) || place(a) - place(b));
  }
}

/**
 * Files that compute, and look at no clock: `npm test` runs them beside browsers. And they leave nothing behind, no
 * process, no spy, nothing changed that is global: so they share their processes, which load TypeScript and our modules
 * once. Every other file has a process of its own.
 */
const sharing = [
  "packages/demo/test/{admission,fit,hold,link,live,rate-scale,system}.test.ts",
  "packages/demo/test/{gallery,macro,rounds}/*.test.ts",
  "packages/demo/test/playground/{compile,given,lanes,link,supervisor}.test.ts",
  "packages/demo/test/scenarios/{chess,deadlines,finder,image,markdown,paper,search}.test.ts",
  "packages/runtime/test/analysis/{admission,admission-sound,chains,event-loop,properties,reference,self-suspension,stack-jitter,utilisation-bounds}.test.ts",
  "packages/runtime/test/{observers,testing}/*.test.ts",
  "packages/transformer/test/*/{abandoned-loops,annotations,builtins,bundlers,cancelled-disposal,combinations,commonjs,exported}.test.ts",
  "packages/transformer/test/*/{early-errors,findings,fixtures,function-summary,imported-files,incremental,interleaving,jest-door,joint-bounds,library-hashes,light-rounds}.test.ts",
  "packages/transformer/test/*/{modules,next-door,original-mistakes,propagate,refusals,sites,source-map}.test.ts",
  "packages/transformer/test/*/{programs,stacks,targets,typescript-version,unused,urgent,varied-fixtures,vite-servers,vitest-cache}.test.ts",
  "packages/transformer/test/fuzz/*.test.ts",
  "benchmarks/test/text-table.test.ts",
  "benchmarks/test/lab/{analyze,analyze-further,chains,curves,event-loop,explain,import,map-sets,report,report-statistics,soundness,suspension}.test.ts",
  "benchmarks/test/lab/{generate-*,scale-merge,scale-progress,scale-shard,task-set,validate}.test.ts",
];

/**
 * Files that meet the end of the stack. They run on the built runtime, which Node imports itself: Vite gives modules a getter for
 * each export, `() => { try { return x } catch {} }`, which makes `undefined` of the engine's error.
 */
const built = ["packages/runtime/test/kernel/stack-end.test.ts"];

// Who names files runs those, whatever the part.
const part = partToRun(process.env.PREEMPT_PART ?? "all");

const notTests = ["**/node_modules/**", "**/projects/**", "**/fixtures/**"];

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Tests run on the sources, without a build; only those of the packaged doors, and of the end of the stack, need one.
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@preempt\/(abi|checks|latest-job)$/, replacement: `${source("packages")}/$1/src/index.ts` },
      { find: /^@preempt\/runtime$/, replacement: source("packages/runtime/src/index.ts") },
      {
        find: /^@preempt\/runtime\/(abi|core|partitioned|script|testing|worker)(?:\/vitest)?$/,
        replacement: `${source("packages/runtime/src")}/$1.ts`,
      },
      {
        find: /^@preempt\/runtime\/(analysis|observers)$/,
        replacement: `${source("packages/runtime/src")}/$1/index.ts`,
      },
      { find: /^@preempt\/(react|svelte|vue)$/, replacement: `${source("packages")}/$1/src/index.ts` },
      // As a browser loads it: by default, Node gets what renders on a server.
      {
        find: /^svelte(\/store|\/reactivity)?$/,
        replacement: `${source("packages/svelte/node_modules/svelte/src")}$1/index-client.js`,
      },
      { find: /^@preempt\/eslint-plugin$/, replacement: source("packages/eslint-plugin/src/index.ts") },
      { find: /^@preempt\/script$/, replacement: source("packages/script/src/index.ts") },
      { find: /^@preempt\/server$/, replacement: source("packages/server/src/index.ts") },
      { find: /^@preempt\/server\/(\w+)$/, replacement: `${source("packages/server/src")}/$1.ts` },
      { find: /^@preempt\/transformer$/, replacement: source("packages/transformer/src/index.ts") },
      {
        find: /^@preempt\/transformer\/(editor|vite|rollup)$/,
        replacement: `${source("packages/transformer/src")}/$1.ts`,
      },
    ],
  },
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Programs of tests do not find what those of other runs have left; tests of the cache name a folder of their own.
    env: { PREEMPT_CACHE: "0", PREEMPT_CHECK_PLANS: "1" },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "apart",
          include: ["packages/*/test/**/*.test.{ts,tsx}", "benchmarks/test/**/*.test.ts", "test/**/*.test.ts"],
          exclude: [...notTests, ...sharing, ...built, ...leftToOthers(inParts, part)],
        },
      },
      // Beside two browsers on two cores a program that takes 5 s by itself took 35.
      {
        extends: true,
        test: {
          name: "sharing",
          include: sharing,
          exclude: [...notTests, ...leftToOthers(inParts, part)],
          isolate: false,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: "built",
          include: built,
          exclude: [...notTests, ...leftToOthers(inParts, part)],
          testTimeout: 30_000,
          experimental: { viteModuleRunner: false },
        },
      },
    ],
  },
});
