/** Vitest keeps on disk what became of a file, as long as the file is the same; but that depends on others, too. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import preempt from "../../src/vite.ts";
import { writeProject } from "../kit/project.ts";

const work = `
  import { step } from "./step.ts";
  /** @preempt */
  export function work(n: number) { for (let i = 0; i < n; i++) step(i); }`;

const root = writeProject({
  "work.ts": work,
  "step.ts": "export function step(n: number) { return n + 1; }",
});
afterAll(() => rmSync(root, { recursive: true }));

type Generator = (file: { id: string; sourceCode: string }) => unknown;

/** A run of Vitest asks for the keys of files before they are transformed. */
function keys(name: "defineCacheKeyGenerator" | "experimental_defineCacheKeyGenerator"): (code: string) => unknown {
  const plugin = preempt() as unknown as Record<string, (given: object) => void>;
  plugin.configResolved?.({ root, plugins: [] });
  let made: Generator | undefined;
  plugin.configureVitest?.({
    [name](generator: Generator) {
      made = generator;
    },
  });
  return (sourceCode) => made?.({ id: join(root, "work.ts"), sourceCode });
}

test("the key of a file that is transformed is what it becomes, which a change of another file changes", () => {
  const first = keys("defineCacheKeyGenerator")(work);
  expect(first).toContain("work$resumable");
  expect(keys("experimental_defineCacheKeyGenerator")(work)).toBe(first);
  writeFileSync(join(root, "step.ts"), "export function step(n: number) { while (n > 9) n--; return n; }");
  const second = keys("defineCacheKeyGenerator")(work);
  expect(second).toContain("work$resumable");
  expect(second).not.toBe(first);
});

test("other files have the key that Vitest gives them, and what is a mistake is not kept", () => {
  const key = keys("defineCacheKeyGenerator");
  expect(key("export const a: number = 1;")).toBeUndefined();
  expect(key("/** @preempt */ export function work( {")).toBe(false);
});

test("a Vitest that keeps nothing is left alone", () => {
  const plugin = preempt() as unknown as Record<string, (given: object) => void>;
  expect(() => plugin.configureVitest?.({})).not.toThrow();
});
