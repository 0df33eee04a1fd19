/** What users load: each entry point bundled and minified as an application's build does it, then compressed. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { build } from "vite";
import { expect, test } from "vitest";
import { bundledText } from "../benchmarks/src/bundled-text.ts";
import { minifiedSize, minifiedText } from "../benchmarks/src/minified-size.ts";
import { priceOfFirst, shown, withAll, withCore } from "./measured-sizes.ts";

/** For plain bodies and generators, calls of all kinds and loops of all kinds. */
const abi = `export { abandon, attach, attachPlain, call, iterate, miss, of, run, signal, site, state } from "@preempt/runtime/abi";`;

/** Most bytes, minified and gzipped. */
const limits: Record<string, { readonly code: string; readonly most: number }> = {
  "what emitted code needs": { code: abi, most: 3130 },
  "the core: Scheduler, edf, browser host": {
    code: `export { browserHost, edf, Scheduler } from "@preempt/runtime/core";`,
    most: 8520,
  },
  "the core, and what emitted code needs": {
    code: `export { browserHost, edf, Scheduler } from "@preempt/runtime/core";\n${abi}`,
    most: 10_650,
  },
  "the core with rounds that end with the frame": {
    code: `export { browserHost, edf, Scheduler, withFrames } from "@preempt/runtime/core";\n${abi}`,
    most: 11_700,
  },
  "the whole scheduler, with tasks, alarms, policies by name and every host": {
    code: `export { Scheduler } from "@preempt/runtime";\n${abi}`,
    most: 27_720,
  },
  "resources beside it": {
    code: `export { Resource, Scheduler } from "@preempt/runtime";\n${abi}`,
    most: 31_990,
  },
};

for (const [name, { code, most }] of Object.entries(limits)) {
  test(`${name}: at most ${most} bytes`, async () => {
    const size = await minifiedSize(code, { root: process.cwd() });
    console.log(`${name}: ${size} bytes`);
    expect(size).toBeLessThanOrEqual(most);
    // A limit that nobody comes near holds nothing.
    expect(size).toBeGreaterThan(most * 0.8);
  });
}

/** The price of an application's first preemptable function. */
const prices = [
  { name: "the core", badge: "first-with-core", scheduler: withCore, most: 9710 },
  { name: "the whole scheduler", badge: "first-with-all", scheduler: withAll, most: 26_590 },
];

for (const { name, badge, scheduler, most } of prices) {
  test(`an application's first preemptable function costs at most ${most} bytes with ${name}`, async () => {
    const price = await priceOfFirst(scheduler);
    console.log(`the first preemptable function, with ${name}: ${price} bytes`);
    expect(price).toBeLessThanOrEqual(most);
    expect(price).toBeGreaterThan(most * 0.8);
    // npm run badges
    expect(readFileSync(`docs/images/badges/${badge}.svg`, "utf8")).toContain(`${shown(price)} gzip`);
  });
}

test("what is said in development is not in what production loads", async () => {
  const built = async (mode: string) =>
    bundledText(
      await build({
        configFile: false,
        logLevel: "error",
        define: { "process.env.NODE_ENV": JSON.stringify(mode) },
        build: {
          write: false,
          minify: "oxc",
          lib: { entry: createRequire(import.meta.url).resolve("@preempt/runtime"), formats: ["es"] },
        },
      }),
    );
  const production = await built("production");
  for (const said of ["kept the thread", "larger is more urgent", "fakePerformanceNow"]) {
    expect(await built("development")).toContain(said);
    expect(production).not.toContain(said);
  }
  expect(production).not.toContain("NODE_ENV");
});

test("locks of one kind are not loaded with those of another", async () => {
  const loaded = async (name: string) =>
    minifiedText(`export { ${name}, Scheduler } from "@preempt/runtime";`, { root: process.cwd() });
  const own = { Condition: "condition_not_locked", Semaphore: "count_not_positive", ReadWriteLock: "tryRead" };
  for (const name of ["Resource", ...Object.keys(own)]) {
    const text = await loaded(name);
    for (const [other, mark] of Object.entries(own))
      expect(text.includes(mark), `${other} in ${name}`).toBe(name === other);
  }
});
