import { expect, test } from "vitest";
import { measureDepth } from "../src/depth.ts";

// What else the machine does may spoil one measurement, not three.
test("a preemption at call depth 1000 costs at most twice that at depth 1; the paper's strategy pays for every frame", {
  retry: 2,
}, () => {
  const rows = measureDepth({ repetitions: 7 });
  const ratio = (strategy: string, depth: number) =>
    rows.find((r) => r.strategy === strategy && r.depth === depth)?.ratio;
  expect(ratio("capture", 1000)).toBeLessThan(2);
  expect(ratio("paper", 1000)).toBeGreaterThan(10);
});
