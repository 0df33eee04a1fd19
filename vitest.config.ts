import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Tests run on the sources, without a build; only those of the packaged doors need one.
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@preempt\/runtime$/, replacement: source("packages/runtime/src/index.ts") },
      { find: /^@preempt\/runtime\/(abi|script|testing)$/, replacement: `${source("packages/runtime/src")}/$1.ts` },
      { find: /^@preempt\/runtime\/observers$/, replacement: source("packages/runtime/src/observers/index.ts") },
      { find: /^@preempt\/transformer$/, replacement: source("packages/transformer/src/index.ts") },
      { find: /^@preempt\/transformer\/(vite|rollup)$/, replacement: `${source("packages/transformer/src")}/$1.ts` },
    ],
  },
  test: {
    include: ["packages/*/test/**/*.test.ts", "benchmarks/test/**/*.test.ts", "test/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/projects/**", "**/fixtures/**"],
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
