/** Code after a minifier that the project has: names of variables are shortened, those of functions kept as properties. */
import { transformSync } from "esbuild";
import { minify_sync } from "terser";
import type { Minifier } from "./ways.ts";

/** @throws if the minifier cannot read the code */
export function minified(code: string, minifier: Minifier): string {
  if (minifier === "none") return code;
  if (minifier === "esbuild") {
    return transformSync(code, { minify: true, keepNames: true, target: "esnext", logLevel: "silent" }).code;
  }
  return minify_sync(code, { keep_fnames: true, keep_classnames: true }).code ?? "";
}
