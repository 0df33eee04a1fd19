/** The native stack ends where both sides think it does: the transform counts depth in plain bodies, the runtime in generators. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the transform and the runtime move frames to the heap at the same depth", () => {
  const depthIn = (file: string) => /const deepest = (\d+);/.exec(readFileSync(file, "utf8"))?.[1];
  const runtime = depthIn("packages/runtime/src/realm/depth.ts");
  expect(runtime).toBeDefined();
  expect(depthIn("packages/transformer/src/5-emit/plain/frame.ts")).toBe(runtime);
});
