/** What bundlers leave out: functions that nobody uses, though making them preemptable is a call. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build as esbuild } from "esbuild";
import { rollup } from "rollup";
import { build as vite } from "vite";
import { afterAll, expect, test } from "vitest";
import preemptEsbuild from "../../src/esbuild.ts";
import preemptRollup from "../../src/rollup.ts";
import preemptVite from "../../src/vite.ts";
import { writeProject } from "../kit/project.ts";

const heavy = (text: string) =>
  `{ let sum = n; for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) sum += i ^ j; return call(sum) + "${text}"; }`;
const leftOut = "is left out";
const stays = "is used";
const folder = writeProject({
  "main.ts": `
    import { call } from "./call.ts";
    export { kept, table } from "./parts.ts";
    const length = /** @preempt */ function (n: number) ${heavy("runs")}.call(undefined, call.length);
    /** @preempt */
    const unused = (n: number): string => ${heavy(leftOut)};
  `,
  "call.ts": `
    /** @preempt */
    export function call(n: number): string { let s = 0; for (let i = 0; i < n; i++) s += i; return String(s); }
  `,
  "parts.ts": `
    import { call } from "./call.ts";
    export const kept = /** @preempt */ (n: number): string => ${heavy(stays)};
    export const table = { /** @preempt */ method(n: number): string ${heavy(stays)} };
    export const arrow = /** @preempt */ (n: number): string => ${heavy(leftOut)};
    export const expression = /** @preempt */ function (n: number): string ${heavy(leftOut)};
    export const named = /** @preempt */ function self(n: number): string ${heavy(leftOut)};
    export const outer = /** @preempt */ (n: number): string => {
      const inner = /** @preempt */ (n: number): string => ${heavy(leftOut)};
      return inner(n) + inner(n);
    };
    export const object = {
      /** @preempt */ method(n: number): string ${heavy(leftOut)},
      property: /** @preempt */ (n: number): string => ${heavy(leftOut)},
      /** @preempt */ container(n: number): string { const inner = /** @preempt */ () => ${heavy(leftOut)}; return inner() + inner(); },
    };
    export class Box { static made = [/** @preempt */ (n: number): string => ${heavy(leftOut)}]; }
    export const { length } = /** @preempt */ function (n: number) ${heavy(stays)};
  `,
});
afterAll(() => rmSync(folder, { recursive: true }));
const input = join(folder, "main.ts");
/** That nobody uses some of them is what it is about. */
const options = { onDiagnostic() {} };

const bundlers: Record<string, () => Promise<string>> = {
  async esbuild() {
    const { outputFiles } = await esbuild({
      absWorkingDir: folder,
      entryPoints: [input],
      bundle: true,
      minify: true,
      write: false,
      format: "esm",
      plugins: [preemptEsbuild(options)],
    });
    return outputFiles[0]?.text ?? "";
  },
  async Rollup() {
    const bundle = await rollup({ input, external: /^@preempt/, plugins: [preemptRollup(options)] });
    const { output } = await bundle.generate({ format: "esm" });
    return output[0].code;
  },
  async Vite() {
    const lib = { entry: input, formats: ["es" as const], fileName: "vite" };
    const result = await vite({
      root: folder,
      configFile: false,
      logLevel: "silent",
      build: { lib, write: false, minify: false },
      plugins: [preemptVite(options)],
    });
    const { output } = (Array.isArray(result) ? result[0] : result) as { output: { code: string }[] };
    return output[0]?.code ?? "";
  },
};

for (const [name, bundle] of Object.entries(bundlers))
  test(`${name} leaves out preemptable function expressions, arrows and methods that nobody uses`, async () => {
    const code = await bundle();
    expect(code).toContain("runs");
    expect(code).toContain(stays);
    expect(code).not.toContain(leftOut);
  });
