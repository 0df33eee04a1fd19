import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Longest first, so that no worker is left alone with one of them at the end; the rest by size, as Vitest has them. */
const longest = [
  "transformer/test/programs",
  "benchmarks/test/webkit",
  "benchmarks/test/workloads",
  "test/targets",
  "lab/run",
  "lab/regions",
  "test/stacks",
  "test/debugger",
  "fuzz/fuzz",
  "lab/killed-parent",
  "test/declarations",
  "test/micro",
  "test/peers",
  "test/nested",
  "test/cli",
  "lab/manners",
  "lab/scale-queue",
  "runtime/test/admit",
  "node-door",
  "test262-runner",
  "bundlers",
  "webpack-esbuild",
  "admission-sound",
  "recipes-page",
  "lab/report-streams",
  "test/transform",
  "lab/curves",
  "node-process",
].map((name) => `${name}.test.ts`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((name) => moduleId.endsWith(name));
      return found === -1 ? longest.length : found;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Tests run on the sources, without a build; only those of the packaged doors need one.
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@preempt\/runtime$/, replacement: source("packages/runtime/src/index.ts") },
      {
        find: /^@preempt\/runtime\/(abi|core|partitioned|script|testing|worker)(?:\/vitest)?$/,
        replacement: `${source("packages/runtime/src")}/$1.ts`,
      },
      {
        find: /^@preempt\/runtime\/(analysis|observers)$/,
        replacement: `${source("packages/runtime/src")}/$1/index.ts`,
      },
      { find: /^@preempt\/transformer$/, replacement: source("packages/transformer/src/index.ts") },
      { find: /^@preempt\/transformer\/(vite|rollup)$/, replacement: `${source("packages/transformer/src")}/$1.ts` },
    ],
  },
  test: {
    include: ["packages/*/test/**/*.test.ts", "benchmarks/test/**/*.test.ts", "test/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/projects/**", "**/fixtures/**"],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
