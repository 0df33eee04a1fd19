/**
 * The bundler door, for Vite and Rollup (and whatever else unplugin serves): transforms the project's annotated
 * files, and whole packages on request.
 */
import { createRequire } from "node:module";
import { dirname } from "node:path";
import ts from "typescript";
import { createUnplugin, type UnpluginInstance } from "unplugin";
import type { Strategy } from "./4-rewrite/unit.ts";
import { isCommonJs, saysCommonJs } from "./bundler/commonjs.ts";
import { type Diagnostic, formatDiagnostic } from "./diagnostics.ts";
import { matchFiles } from "./globs.ts";
import { type ImportedFile, ImportedFiles, readRelative } from "./imported-files.ts";
import { checkOptimize, type Optimize } from "./optimize.ts";
import { ReachedFiles } from "./reached-files.ts";
import { abiModule } from "./runtime-names.ts";
import { transformFile } from "./transform.ts";

/** Options of the Vite and Rollup plugins. */
export interface PluginOptions {
  /**
   * Files in which every function that has a preemption point becomes preemptable: npm package names ("markdown-it";
   * CommonJS as well, which Vite's server serves bundled), globs and paths from the project's root ("src/solver/**",
   * "./src/parse.ts"), or regular expressions that the absolute file name is tested with. Default: none; annotated
   * functions only.
   */
  all?: readonly (string | RegExp)[];
  /**
   * Whether the functions that an annotated one reaches become preemptable as well. With a tsconfig.json above a file,
   * TypeScript's checker follows calls through the project that it describes; else only calls within the file are
   * followed. Packages are not. When a file is edited while a server runs, files that it newly reaches follow when they
   * are loaded again. Default: false.
   */
  propagate?: boolean;
  /** "capture" (default) or "paper". */
  strategy?: Strategy;
  /** "speed" (default), or "size": shorter output, which is slower. */
  optimize?: Optimize;
  /** Called with each finding. Default: the bundler's own warnings, without suggestions. */
  onDiagnostic?: (diagnostic: Diagnostic) => void;
}

const sourceFile = /\.[cm]?[jt]sx?$/;

/** The plugin, once per bundler that unplugin knows. */
export const preempt: UnpluginInstance<PluginOptions | undefined> = createUnplugin<PluginOptions | undefined>(
  (options = {}) => {
    const all = options.all ?? [];
    const { propagate = false, strategy = "capture", optimize = "speed" } = options;
    checkOptimize(optimize);
    const packages = all.filter((a): a is string => typeof a === "string" && packageName.test(a));
    const expressions = all.filter((a): a is RegExp => typeof a !== "string");
    const globs = all.filter((a): a is string => typeof a === "string" && !packageName.test(a));
    let root = process.cwd();
    let matchesGlob = matchFiles(globs, root);
    const reached = new ReachedFiles();
    const settings = new Map<string, ts.CompilerOptions>();
    let imports = new ImportedFiles(readImport);
    let hasCommonJsPlugin = false;
    /** A file is transformed again when one of its imports changes: what was short may have got a loop. */
    let watch: (file: string) => void = () => {};
    return {
      name: "preempt",
      enforce: "pre",

      async resolveId(this: unknown, id: string, importer: string | undefined) {
        // Packages that are transformed whole do not depend on the runtime themselves; the application does.
        if (id !== abiModule || importer === undefined || !importer.includes("node_modules")) return null;
        return resolveFrom(root);
      },

      transform(code: string, id: string) {
        const [file = "", query] = id.split("?", 2);
        if (!sourceFile.test(file) || /(^|&)(plain|raw|url)(=|&|$)/.test(query ?? "")) return null;
        const isWhole = isWanted(file.replaceAll("\\", "/"));
        if (!isWhole && file.includes("/node_modules/")) return null;
        const starts = propagate && !isWhole ? reached.of(file, code) : undefined;
        if (!isWhole && !starts?.length && !mayHoldAnnotations(code)) return null;
        const functions = isWhole ? "all" : "annotated";
        const compilerOptions = compilerOptionsFor(file, settings);
        const how = { fileName: file, functions, propagate, strategy, optimize, compilerOptions } as const;
        watch = (name) => this.addWatchFile(name);
        // Rolldown takes a file for CommonJS that imports the runtime and assigns to `exports`; Rollup's plugin for a module.
        const isTaken = hasCommonJsPlugin && saysCommonJs(file, code);
        const result = transformFile(code, how, { reached: starts, imports, isCommonJs: isTaken });
        for (const d of result.diagnostics) {
          // JavaScript that TypeScript cannot parse may be valid all the same: it stays as it is.
          if (d.severity === "error" && /\.[cm]?tsx?$/.test(file)) this.error(formatDiagnostic(d));
          else if (options.onDiagnostic) options.onDiagnostic(d);
          else if (d.severity !== "info") this.warn(formatDiagnostic(d));
        }
        // Printed, a file of CommonJS would say that it is a module.
        if (!result.isRewritten && /\.[cm]?jsx?$/.test(file)) return null;
        return result.code === code ? null : { code: result.code, map: result.map ?? null };
      },

      watchChange() {
        imports = new ImportedFiles(readImport);
      },

      rollup: {
        buildStart({ plugins }) {
          hasCommonJsPlugin = plugins.some(isCommonJsPlugin);
        },
      },

      vite: {
        config(config: { readonly root?: string | undefined }) {
          return { optimizeDeps: dependenciesOf(packages, config.root ?? process.cwd(), options) };
        },
        configResolved(config: { readonly root: string; readonly plugins: readonly Named[] }) {
          root = config.root;
          hasCommonJsPlugin = config.plugins.some(isCommonJsPlugin);
          matchesGlob = matchFiles(globs, root);
        },
      },
    };

    function readImport(specifier: string, importer: string): ImportedFile | undefined {
      const imported = readRelative(specifier, importer);
      if (imported !== undefined) watch(imported.fileName);
      return imported;
    }

    function isWanted(file: string): boolean {
      return (
        packages.some((name) => file.includes(`/node_modules/${name}/`)) ||
        expressions.some((expression) => expression.test(file)) ||
        matchesGlob(file)
      );
    }
  },
);

interface Named {
  readonly name: string;
}

/** Rollup's, which Vite had within it until version 7. */
function isCommonJsPlugin({ name }: Named): boolean {
  return name === "commonjs";
}

/**
 * What Vite's server does with the packages: it serves modules as they are, where the plugin sees them; CommonJS it can only serve
 * bundled, and then the plugin is the bundler's.
 */
function dependenciesOf(packages: readonly string[], root: string, options: PluginOptions) {
  const bundled = packages.filter((name) => isCommonJs(name, root));
  const exclude = packages.filter((name) => !bundled.includes(name));
  if (bundled.length === 0) return { exclude };
  const plugin = preempt.rolldown({ ...options, all: bundled });
  return { exclude, include: bundled, rolldownOptions: { plugins: [plugin] } };
}

/** "markdown-it", "@scope/name"; whatever else a string is, it is a glob. */
const packageName = /^(@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*$/;

/** Cheap enough to ask of every file; a false yes costs only time. */
function mayHoldAnnotations(code: string): boolean {
  return code.includes("@preempt");
}

function resolveFrom(root: string): string | null {
  try {
    return createRequire(`${root}/package.json`).resolve(abiModule);
  } catch {
    return null;
  }
}

/** The options of the nearest tsconfig.json that change what the code means. */
function compilerOptionsFor(file: string, cache: Map<string, ts.CompilerOptions>): ts.CompilerOptions {
  const folder = dirname(file);
  const cached = cache.get(folder);
  if (cached !== undefined) return cached;
  const options: ts.CompilerOptions = {};
  const path = file.includes("/node_modules/") ? undefined : ts.findConfigFile(folder, ts.sys.fileExists);
  if (path !== undefined) {
    const read = ts.readConfigFile(path, ts.sys.readFile);
    const parsed = ts.parseJsonConfigFileContent(read.config ?? {}, ts.sys, dirname(path)).options;
    for (const name of [
      "experimentalDecorators",
      "emitDecoratorMetadata",
      "useDefineForClassFields",
      "verbatimModuleSyntax",
    ] as const) {
      if (parsed[name] !== undefined) options[name] = parsed[name];
    }
  }
  cache.set(folder, options);
  return options;
}
