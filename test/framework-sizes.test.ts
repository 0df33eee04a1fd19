/** What the packages for frameworks add to a page, minified and compressed, without the framework and the runtime. */
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

test.for(["react", "svelte", "vue"])("@preempt/%s takes less than 2 kB", async (name) => {
  const { outputFiles } = await build({
    entryPoints: [`packages/${name}/dist/index.js`],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    define: { "process.env.NODE_ENV": '"production"' },
    external: ["@preempt/runtime", "react", "svelte", "svelte/*", "vue"],
  });
  const text = outputFiles[0]?.text as string;
  const size = gzipSync(text, { level: 9 }).length;
  console.log(`@preempt/${name}: ${size} bytes`);
  expect(size).toBeLessThan(2000);
  expect(size).toBeGreaterThan(700);
  expect(text).not.toContain("starts a job again");
});
