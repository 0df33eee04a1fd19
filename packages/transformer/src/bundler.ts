/**
 * The bundler door, for Vite and Rollup (and whatever else unplugin serves): transforms the project's annotated
 * files, and whole packages on request.
 */
import { createRequire } from "node:module";
import { dirname } from "node:path";
import ts from "typescript";
import { createUnplugin, type UnpluginInstance } from "unplugin";
import type { Strategy } from "./4-rewrite/unit.ts";
import { type Diagnostic, formatDiagnostic } from "./diagnostics.ts";
import { abiModule } from "./runtime-names.ts";
import { transform } from "./transform.ts";

/** Options of the Vite and Rollup plugins. */
export interface PluginOptions {
  /**
   * Files in which every function that has a preemption point becomes preemptable: npm package names
   * ("markdown-it"), or functions of the absolute file name. Default: none; annotated functions only.
   */
  all?: readonly (string | RegExp)[];
  /** "capture" (default) or "paper". */
  strategy?: Strategy;
  /** Called with each finding. Default: the bundler's own warnings. */
  onDiagnostic?: (diagnostic: Diagnostic) => void;
}

const sourceFile = /\.[cm]?[jt]sx?$/;

/** The plugin, once per bundler that unplugin knows. */
export const preempt: UnpluginInstance<PluginOptions | undefined> = createUnplugin<PluginOptions | undefined>(
  (options = {}) => {
    const all = options.all ?? [];
    const settings = new Map<string, ts.CompilerOptions>();
    return {
      name: "preempt",
      enforce: "pre",

      async resolveId(this: unknown, id: string, importer: string | undefined) {
        // Packages that are transformed whole do not depend on the runtime themselves; the application does.
        if (id !== abiModule || importer === undefined || !importer.includes("node_modules")) return null;
        return resolveFromProject();
      },

      transform(code: string, id: string) {
        const [file = "", query] = id.split("?", 2);
        if (!sourceFile.test(file) || /(^|&)(plain|raw|url)(=|&|$)/.test(query ?? "")) return null;
        const wholeFile = all.some((a) => matches(a, file));
        if (!wholeFile && (file.includes("/node_modules/") || !mayHoldAnnotations(code))) return null;
        const result = transform(code, {
          fileName: file,
          functions: wholeFile ? "all" : "annotated",
          strategy: options.strategy ?? "capture",
          compilerOptions: compilerOptionsFor(file, settings),
        });
        for (const d of result.diagnostics) {
          // JavaScript that TypeScript cannot parse may be valid all the same: it stays as it is.
          if (d.severity === "error" && /\.[cm]?tsx?$/.test(file)) this.error(formatDiagnostic(d));
          else if (options.onDiagnostic) options.onDiagnostic(d);
          else this.warn(formatDiagnostic(d));
        }
        return result.code === code ? null : { code: result.code, map: result.map ?? null };
      },

      vite: {
        config() {
          const packages = all.filter((a): a is string => typeof a === "string");
          // Vite's dependency bundling would hide these packages from the plugin.
          return { optimizeDeps: { exclude: packages } };
        },
      },
    };
  },
);

function matches(pattern: string | RegExp, file: string): boolean {
  const path = file.replaceAll("\\", "/");
  return typeof pattern === "string" ? path.includes(`/node_modules/${pattern}/`) : pattern.test(path);
}

/** Cheap enough to ask of every file; a false yes costs only time. */
function mayHoldAnnotations(code: string): boolean {
  return code.includes("@preempt");
}

function resolveFromProject(): string | null {
  try {
    return createRequire(`${process.cwd()}/package.json`).resolve(abiModule);
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
