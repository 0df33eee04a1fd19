/**
 * Babel: the programs `exec.js` and `exec.mjs` of the fixtures, as they are written, without Babel. Only decorators, which engines do
 * not know yet, are lowered (by esbuild).
 */
import { transformSync } from "esbuild";
import { filesIn, programsOf } from "../files.ts";
import type { Kind } from "../program.ts";

export const babel: Kind = {
  about: "Babel: exec.js and exec.mjs in the fixtures of its packages",
  collect: (root) =>
    programsOf(
      root,
      filesIn(root, ["packages/*/test/fixtures/**/exec.js", "packages/*/test/fixtures/**/exec.mjs"]),
      ["expect", "require"],
      (path, text) => (path.endsWith(".mjs") || /^\s*(?:import|export)\b(?!\s*\()/m.test(text()) ? "module" : "script"),
    ).map((program) => ({ ...program, load: () => withoutDecorators(program.load() as string) })),
};

function withoutDecorators(text: string): string {
  if (!/^\s*@[\w(]|[\s(,]@[\w(]/m.test(text)) return text;
  try {
    return transformSync(text, { target: "es2022", logLevel: "silent" }).code;
  } catch {
    return text;
  }
}
