/** Functions that are preemptable because a hook of a package for a framework gets them: alone the function, which comes first. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { SingleFiles } from "../../src/integrations/single-files.ts";
import { compile, type Files, writeProject } from "../kit/project.ts";

const loop = "for (let i = 0; i < 9; i++);";
const declared = (name: string): Files => ({
  [`node_modules/@preempt/${name}/package.json`]: JSON.stringify({
    name: `@preempt/${name}`,
    type: "module",
    exports: { types: "./index.d.ts" },
  }),
  [`node_modules/@preempt/${name}/index.d.ts`]:
    "export function useJob<R>(f: (...args: never[]) => R, args: unknown, options?: object): { result: R | undefined };\n",
});
const packages: Files = { ...declared("react"), ...declared("vue"), ...declared("svelte") };
const files: Files = {
  "heavy.ts": `export function heavy(n: number): number { ${loop} return n; }\nexport function other(): void { ${loop} }\n`,
  "inline.tsx": `import { useJob } from "@preempt/react";\nexport function useA(n: number) { return useJob((m: number) => { ${loop} return m; }, [n]); }\n`,
  "named.ts": `import { useJob as useWork } from "@preempt/react";
function own(f: () => void): void { f(); ${loop} }
const argument = (): void => { ${loop} };
export function useB() { return useWork(own, [argument]); }\n`,
  "getter.ts": `import { useJob } from "@preempt/vue";\nimport { heavy } from "./heavy.js";
export const job = useJob(heavy, () => { ${loop} return [1]; }, { onMiss: () => { ${loop} } });\n`,
  "svelte.ts": `import { useJob } from "@preempt/svelte";\nimport { heavy } from "./heavy.js";\nexport const job = useJob(heavy, () => [1]);\n`,
  "elsewhere.ts": `import { useJob } from "./own-hooks.js";\nexport const job = useJob(() => { ${loop} }, []);\n`,
  "own-hooks.ts": "export function useJob(f: () => void, args: unknown[]): void { f(); void args; }\n",
};
const wanted: Readonly<Record<string, number>> = {
  "heavy.ts": 1,
  "inline.tsx": 1,
  "named.ts": 1,
  "getter.ts": 0,
  "svelte.ts": 0,
  "elsewhere.ts": 0,
};
const folder = writeProject({ ...packages, ...files });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.for(Object.entries(wanted))("%s: %i functions, without types", ([name, preemptable]) => {
  const singles = new SingleFiles({ propagate: false }, folder);
  const code = files[name] as string;
  const file = singles.wanted(join(folder, name), code);
  if (file === undefined) return expect(0).toBe(preemptable);
  const { functions, diagnostics } = singles.transform(code, file, { isCommonJs: false });
  expect({ preemptable: functions.preemptable, codes: diagnostics.map((d) => d.code) }).toEqual({
    preemptable,
    codes: [],
  });
});

test("with a program, types say what a hook is, also behind a module of the project", () => {
  const compiled = compile({
    ...packages,
    ...files,
    "again.ts": `export { useJob as useWork } from "@preempt/react";\n`,
    "behind.ts": `import { useWork } from "./again.js";\nexport const useC = () => useWork(() => { ${loop} }, []);\n`,
  });
  try {
    const bodies = /\$resumable(?:_\d+)?\(\$depth|function\* [\w$]+\$resumable/g;
    const found = [...Object.keys(wanted), "behind.ts"].map((name) => [
      name,
      compiled.output(name.replace("tsx", "ts")).match(bodies)?.length ?? 0,
    ]);
    expect(Object.fromEntries(found)).toEqual({ ...wanted, "behind.ts": 1 });
    expect(compiled.diagnostics).toEqual([]);
  } finally {
    compiled.remove();
  }
});

test("the packages themselves stay as they are, also if they are meant to be preemptable", () => {
  const singles = new SingleFiles({ packages: ["@preempt/react"] }, folder);
  const file = join(folder, "node_modules/@preempt/react/index.js");
  expect(singles.wanted(file, `export function useJob(f) { ${loop} return f; }`)).toBeUndefined();
});
