/**
 * Module hooks of a session: the library and its tests are transformed as Node loads them, and the test framework
 * that the tests ask for is an adapter of ours.
 */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { extname, join, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { compileToCommonJs, sourceOf } from "./compiled.ts";
import type { Library } from "./library.ts";
import type { Transformer } from "./transformer.ts";

export interface HookOptions {
  readonly library: Library;
  /** The library's folder. */
  readonly folder: string;
  readonly transformer: Transformer;
}

/** Which modules an adapter takes the place of, by specifier. */
const replacements: Partial<Record<Library["framework"], readonly [specifiers: RegExp, adapter: string]>> = {
  "node-test": [/^(node:)?test$/, "./frameworks/node-test.ts"],
  mocha: [/^mocha$/, "./frameworks/mocha.ts"],
  jest: [/^@jest\/globals$/, "./frameworks/jest.ts"],
  vitest: [/^vitest$/, "./frameworks/vitest.ts"],
  acorn: [/^\.\/driver\.js$/, "./frameworks/acorn.ts"],
};

const here = (file: string) => new URL(file, import.meta.url).href;

/** Extensions of code. */
const code = new Set([".js", ".mjs", ".cjs", ".ts"]);

export function installHooks({ library, folder, transformer }: HookOptions): void {
  const roots = partsOf(library, folder);
  const root = pathToFileURL(folder + sep).href;
  const replacement = replacements[library.framework];

  registerHooks({
    resolve(specifier, context, next) {
      if (specifier.startsWith("@preempt/")) return next(specifier, { ...context, parentURL: import.meta.url });
      if (context.parentURL?.startsWith(root)) {
        if (replacement?.[0].test(specifier)) return { url: here(replacement[1]), shortCircuit: true };
        const alias = library.aliases?.[specifier];
        if (alias !== undefined) {
          return { url: pathToFileURL(join(folder, "repository", alias)).href, shortCircuit: true };
        }
        const source = sourceOf(specifier, context.parentURL);
        if (source !== undefined) return { url: source, shortCircuit: true };
      }
      return next(specifier, context);
    },
    load(url, context, next) {
      if (url === here("./rival.ts")) {
        const source = transformer.transformRival(readFileSync(fileURLToPath(url), "utf8"));
        return { format: "module", source, shortCircuit: true };
      }
      const file = url.startsWith("file:") ? fileURLToPath(url) : "";
      const part = code.has(extname(file)) ? roots.find(({ path }) => isWithin(file, path)) : undefined;
      if (part === undefined) return next(url, context);
      const written = (part.prologue ?? "") + readFileSync(file, "utf8");
      const text = library.compiled ? compileToCommonJs(file, written) : written;
      const isModule = !library.compiled && formatOf(file, text, context.format) === "module";
      const source = transformer.transformFile({ file, text, isModule, isLibrary: part.isLibrary });
      return { format: isModule ? "module" : "commonjs", source, shortCircuit: true };
    },
  });
}

interface Part {
  readonly path: string;
  readonly isLibrary: boolean;
  /** Code to be put before. */
  readonly prologue?: string;
}

/** Vitest's modules have what CommonJS has. */
const prologues: Partial<Record<Library["framework"], string>> = { vitest: "const __dirname = import.meta.dirname; " };

/** What is to be transformed; the innermost folder first, since tests may stand around the library's code, or in it. */
function partsOf(library: Library, folder: string): Part[] {
  const inRepository = (path: string) => join(folder, "repository", path);
  const prologue = prologues[library.framework];
  const inPackage = (name: string) => join(folder, "node_modules", name) + sep;
  return [
    ...[...library.code.map(inRepository), ...(library.packages ?? []).map(inPackage)].map((path) => ({
      path,
      isLibrary: true,
    })),
    ...[...library.testCode.map(inRepository), ...(library.testPackages ?? []).map(inPackage)].map((path) => ({
      path,
      isLibrary: false,
      ...(prologue === undefined ? {} : { prologue }),
    })),
  ].sort((a, b) => b.path.length - a.path.length);
}

function isWithin(file: string, path: string): boolean {
  return path.endsWith(sep) ? file.startsWith(path) : file === path;
}

/** As Node decides: by extension, by what it already found out, else by syntax. */
function formatOf(file: string, text: string, known: string | null | undefined): "module" | "commonjs" {
  if (file.endsWith(".mjs")) return "module";
  if (file.endsWith(".cjs")) return "commonjs";
  if (known?.startsWith("module")) return "module";
  if (known?.startsWith("commonjs")) return "commonjs";
  // Minified code has them behind others.
  return /(?:^|[;}])\s*(?:import|export)\b(?!\s*[(.])/m.test(text) ? "module" : "commonjs";
}
