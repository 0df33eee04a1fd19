/** Files that cannot be transformed: each integration says so, and leaves the file as it is. */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build as esbuild } from "esbuild";
import { type RollupLog, rollup } from "rollup";
import { afterAll, expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import preemptEsbuild from "../../src/esbuild.ts";
import { createTransformer } from "../../src/jest.ts";
import loader, { type LoaderContext } from "../../src/loader.ts";
import preemptRollup from "../../src/rollup.ts";
import { writeProject } from "../kit/project.ts";

/** TypeScript's printer fails on the last line. */
const unprintable = `/** @preempt */ export function own(n) { for (let i = 0; i < n; i++); return n; }
export class C { #m = 1; static *of(o) { yield* o?.#m; } }
`;
/** Nothing but a parser that takes too much would take it. */
const broken = "/** @preempt */ export function own(n) { for (;;) return n; }\nlet a; let a2 = ;\n";
/** More than the stack holds. */
const deep = `/** @preempt */ export function own(n) { for (;;) return n; }\nexport const sum = () => ${"1 + ".repeat(20_000)}1;\n`;

const folder = writeProject({
  "unprintable.js": unprintable,
  "broken.js": broken,
  "deep.js": deep,
  "typed.ts": unprintable.replaceAll("(n)", "(n: number)").replace("(o)", "(o: any)"),
  "tsconfig.json": JSON.stringify({ compilerOptions: { allowJs: true, noLib: true }, include: ["*.js"] }),
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const codes = { "unprintable.js": "PT1015", "broken.js": "PT1000", "deep.js": "PT1018" };

for (const [name, code] of Object.entries(codes)) {
  test(`Node's hooks say ${code}`, () => {
    // What Node cannot read either ends the program, unless somebody expects that.
    const load = `await import("./${name}").catch(() => {})`;
    const args = ["--import", "@preempt/transformer/register", "--input-type=module", "-e", load];
    const { stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
    expect(stderr).toMatch(new RegExp(`\\[${code}\\] PreemptWarning: .*${name.replace(".", "\\.")}`));
  });

  test(`loaders and Jest say ${code}`, async () => {
    const warnings: string[] = [];
    const file = join(folder, name);
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const context: LoaderContext = {
      resourcePath: file,
      rootContext: folder,
      getOptions: () => ({}),
      addDependency() {},
      emitWarning: (warning) => void warnings.push(String(warning)),
      async: () => (error, code) => resolve(error?.message ?? code),
    };
    const source = { "unprintable.js": unprintable, "broken.js": broken, "deep.js": deep }[name] as string;
    loader.call(context, source);
    expect(await promise).toBe(source);
    expect(warnings.join()).toContain(code);
    const told: string[] = [];
    const listen = (warning: Error) => void told.push(warning.message);
    process.on("warning", listen);
    const through = createTransformer({ next: false }).process(source, file, { config: { rootDir: folder } });
    await new Promise((done) => setImmediate(done));
    process.off("warning", listen);
    expect(through).toEqual({ code: source });
    expect(told.join()).toContain(code);
  });

  test(`\`preempt check\` says ${code}, and counts it`, () => {
    let out = "";
    const status = main(["check", name], { cwd: folder, isPretty: false, out: (text) => (out += text), err() {} });
    expect(out).toContain(`${code} `);
    expect(status).toBe(1);
  });
}

test("bundlers say that a file is left as it is, and go on, where they can read it", async () => {
  const external = /^@preempt\//;
  for (const name of ["unprintable.js", "typed.ts"]) {
    const built = await esbuild({
      entryPoints: [join(folder, name)],
      logLevel: "silent",
      write: false,
      plugins: [preemptEsbuild()],
    });
    expect(built.warnings.map(({ text }) => text).join()).toContain("PT1015");
    expect(built.outputFiles[0]?.text).toContain("function own");
  }
  const logs: RollupLog[] = [];
  const onLog = (_level: string, log: RollupLog) => void logs.push(log);
  await rollup({ input: join(folder, "unprintable.js"), plugins: [preemptRollup()], onLog, external });
  expect(logs.map(({ message }) => message).join()).toContain("PT1015");
});
