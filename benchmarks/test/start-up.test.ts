import { expect, test } from "vitest";
import { startUpTable } from "../src/start-up.ts";

test("plain is what the others are compared with", () => {
  const start = (cpu: number, hasCompiler = false) => ({ cpu, memory: 100, hasCompiler });
  const table = startUpTable({
    starts: {
      plain: start(400),
      first: start(14_000, true),
      cached: start(480),
      built: start(440),
      compiled: start(360),
    },
  });
  const cells = table.split("\n").map((line) => line.trim().split(/ {2,}/));
  expect(cells.slice(1)).toEqual([
    ["plain", "400 ms", "1.00x", "100 MB", "no"],
    ["transformed, first start", "14000 ms", "35.00x", "100 MB", "yes"],
    ["transformed, from the cache", "480 ms", "1.20x", "100 MB", "no"],
    ["as preempt build writes it", "440 ms", "1.10x", "100 MB", "no"],
    ["the same, with NODE_COMPILE_CACHE", "360 ms", "0.90x", "100 MB", "no"],
  ]);
});
