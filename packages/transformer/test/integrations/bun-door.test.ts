/** The door for Bun, by what Bun asks of plugins: in a build, and without one. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { drive } from "@preempt/runtime/testing";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import preempt, { type BunBuilder } from "../../src/bun.ts";
import { counting, sum, writeProject } from "../kit/project.ts";

const folder = writeProject({
  "work.ts": `/** @preempt */ export const work = ${sum.replace("n)", "n: number)")};`,
  "view.tsx": `/** @preempt */ export const view = ${sum}; export const item = <li />;`,
  "plain.ts": "export enum Kind { A }",
  "old.js": `exports.old = ${sum};`,
  "older.cjs": `/** @preempt */ exports.older = ${sum};`,
  ...counting,
  "node_modules/other/index.js": "export {};",
});
beforeAll(() => vi.spyOn(process, "cwd").mockReturnValue(folder));
afterAll(() => rmSync(folder, { recursive: true }));

type OnLoad = Parameters<BunBuilder["onLoad"]>;

/** What Bun would do with a file; "Bun's" is one that it does not ask for. */
function loaderFor(options: Parameters<typeof preempt>[0], config?: object) {
  const asked: OnLoad[] = [];
  preempt(options).setup({ ...(config && { config }), onLoad: (...all) => asked.push(all) });
  const [[{ filter }, load]] = asked as [OnLoad];
  return (name: string) => (filter.test(join(folder, name)) ? load({ path: join(folder, name) }) : "Bun's");
}

test("annotated functions, and packages named in `all`, are preemptable; source maps come along", async () => {
  const load = loaderFor({ all: ["counting"] });
  for (const name of ["work.ts", "node_modules/counting/index.js"]) {
    const { contents, loader } = load(name) as { contents: string; loader: string };
    expect(loader).toBe("js");
    expect(contents).toContain("//# sourceMappingURL=data:application/json;base64,");
    const made = writeProject({ "out.js": contents });
    const [fn] = Object.values((await import(join(made, "out.js"))) as Record<string, (n: number) => number>);
    rmSync(made, { recursive: true });
    expect(drive(fn as (n: number) => number, { args: [100], budget: 9 }).preemptions).toBeGreaterThan(0);
  }
  expect(load("view.tsx")).toMatchObject({ loader: "jsx", contents: expect.stringContaining("<li />") });
});

test("without a build every file that Bun asks for is answered, and it asks for no CommonJS and no other packages", () => {
  const load = loaderFor({});
  expect(load("plain.ts")).toEqual({ contents: "export enum Kind { A }", loader: "ts" });
  expect(load("older.cjs")).toBe("Bun's");
  expect(load("node_modules/other/index.js")).toBe("Bun's");
  const warn = vi.spyOn(process, "emitWarning").mockReturnValue();
  load("old.js");
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("bun_commonjs: "), { type: "PreemptWarning" });
  warn.mockRestore();
});

test("in a build files without anything to transform are left to Bun, and CommonJS requires the runtime", () => {
  const load = loaderFor({}, {});
  expect(load("plain.ts")).toBeUndefined();
  expect(load("node_modules/other/index.js")).toBeUndefined();
  expect(load("older.cjs")).toMatchObject({ contents: expect.stringContaining('require("@preempt/runtime/abi")') });
});
