/** One file of a project as it stands in the output: transformed or not, without types, and with imports that lead to other files of the output. */
import { readFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import * as ts from "typescript";
import type { CachedFiles } from "../../node/cached-files.ts";
import type { SourceMap } from "../../pipeline/transform.ts";
import type { Diagnostic } from "../../shared/diagnostics.ts";

const typeScript = /\.([cm]?)tsx?$/;
export const sourceName: RegExp = /\.[cm]?[jt]sx?$/;

export interface Emitted {
  /** Undefined if the file is copied as it is. */
  readonly code: string | undefined;
  readonly map: SourceMap | undefined;
  readonly isRewritten: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** "main.ts" is "main.js" in the output. */
export function outputName(file: string): string {
  return file.replace(typeScript, ".$1js").replace(/\.jsx$/, ".js");
}

/** @param options What types and JSX become */
export function emit(file: string, target: string, files: CachedFiles, options: ts.CompilerOptions): Emitted {
  const text = readFileSync(file, "utf8");
  const made = sourceName.test(file) ? files.make(file, text, formatOf(file)) : undefined;
  const diagnostics = made?.diagnostics ?? [];
  if (made?.isRewritten) {
    const map = made.map && (JSON.parse(made.map.text) as SourceMap);
    return { ...finished(made.code, map, file, target), isRewritten: true, diagnostics };
  }
  const isCompiled = /\.(?:[cm]?tsx?|jsx)$/.test(file);
  if (isCompiled) {
    const { outputText, sourceMapText = "" } = ts.transpileModule(text, {
      fileName: file,
      compilerOptions: { ...options, sourceMap: true, inlineSources: true, isolatedModules: true },
    });
    const code = outputText.replace(/\/\/# sourceMappingURL=.*\s*$/, "");
    return { ...finished(code, JSON.parse(sourceMapText) as SourceMap, file, target), isRewritten: false, diagnostics };
  }
  const led = sourceName.test(file) ? withOutputNames(text, file) : text;
  return { code: led === text ? undefined : led, map: undefined, isRewritten: false, diagnostics };
}

function finished(code: string, map: SourceMap | undefined, file: string, target: string) {
  const source = relative(dirname(target), file).replaceAll("\\", "/");
  return { code: withOutputNames(code, file), map: map && { ...map, sources: [source] } };
}

/** Which linkage Node gives a file: by its name, by the nearest package.json, or by what stands in it. */
function formatOf(file: string): string {
  const [, kind = ""] = /\.([cm]?)[jt]sx?$/.exec(file) ?? [];
  if (kind !== "") return kind === "m" ? "module" : "commonjs";
  const manifest = ts.findConfigFile(dirname(file), ts.sys.fileExists, "package.json");
  const { type } = JSON.parse((manifest && ts.sys.readFile(manifest)) ?? "{}") as { readonly type?: string };
  return type === "module" || type === "commonjs" ? type : "";
}

/** Imports of TypeScript files beside this one name what becomes of them, and so does `new URL("./worker.ts", import.meta.url)`. */
function withOutputNames(code: string, file: string): string {
  const { importedFiles } = ts.preProcessFile(code, true, true);
  const urls = [...code.matchAll(/\bnew\s+URL\(\s*(["'])(\.\.?\/[^"'\n]*)\1\s*,\s*import\.meta\.url/g)];
  const named = [
    ...importedFiles.map(({ fileName, pos }) => ({ name: fileName, at: code.indexOf(fileName, pos) })),
    ...urls.map((found) => ({ name: found[2] ?? "", at: found.index + found[0].indexOf(found[2] ?? "") })),
  ];
  let text = code;
  for (const { name, at } of named.sort((a, b) => b.at - a.at)) {
    if (!/^\.\.?\//.test(name) || !/\.(?:[cm]?tsx?|jsx)$/.test(name)) continue;
    if (!ts.sys.fileExists(ts.sys.resolvePath(`${dirname(file)}/${name}`))) continue;
    text = text.slice(0, at) + outputName(name) + text.slice(at + name.length);
  }
  return text;
}
