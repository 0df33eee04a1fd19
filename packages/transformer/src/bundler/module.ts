/** What plugins and loaders do with one module that a bundler loads. */
import * as ts from "typescript";
import type { ConfigReader, SingleFiles } from "../integrations/single-files.ts";
import type { Transformed } from "../pipeline/transform.ts";
import { isOfPackage } from "../project/packages.ts";
import type { PluginOptions } from "../project/plugin-options.ts";
import type { Diagnostic } from "../shared/diagnostics.ts";
import { saysCommonJs } from "./commonjs.ts";
import { componentAnnotations, componentFile } from "./component.ts";
import { type Message, messageOf } from "./message.ts";

/** What the bundler around us is like, and takes. */
export interface ModuleContext {
  /** Whether CommonJS that imports the runtime would be taken for a module: it has to require it. */
  readonly requiresRuntime: boolean;
  readonly config?: ConfigReader | undefined;
  /** A file was read for this one: it is transformed again when that changes. */
  watch(fileName: string): void;
  warn(message: Message): void;
  /** Ends the build, or this module's. */
  fail(message: Message): void;
}

/** Files that may hold something to transform, or to tell of. */
export const moduleFile: RegExp = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)(?:\?|$)/;

/** @param id The file's name, and behind it the query by which it was imported. @returns Undefined if it stays as it is */
export function transformModule(
  files: SingleFiles,
  { onDiagnostic }: PluginOptions,
  code: string,
  id: string,
  { requiresRuntime, config, ...context }: ModuleContext,
): Pick<Transformed, "code" | "map"> | undefined {
  const [file = "", query] = id.split("?", 2);
  const tell = (d: Diagnostic, text = code) => {
    if (onDiagnostic) onDiagnostic(d);
    else if (d.severity !== "info") context.warn(messageOf(d, text));
  };
  if (componentFile.test(file)) {
    // With a query it is one of the parts that the framework's compiler has made of it.
    if (query !== undefined || isOfPackage(file)) return undefined;
    // That may have been here before, and left no comments, as Astro's.
    const written = ts.sys.readFile(file) ?? code;
    for (const d of componentAnnotations(file, written)) tell(d, written);
    return undefined;
  }
  const wanted = /(^|&)(plain|raw|url)(=|&|$)/.test(query ?? "") ? undefined : files.wanted(file, code);
  if (wanted === undefined) return undefined;
  const result = files.transform(code, wanted, {
    isCommonJs: requiresRuntime && saysCommonJs(file, code),
    watch: (name) => context.watch(name),
    ...(config && { config }),
  });
  for (const d of result.diagnostics) {
    // JavaScript that TypeScript cannot parse may be valid all the same, and what it cannot print is: that stays as it is.
    const isFatal = d.name === "syntax_error" && /\.[cm]?tsx?$/.test(file);
    if (!isFatal || onDiagnostic) tell(d);
    if (isFatal) context.fail(messageOf(d, code));
  }
  // The next in the chain gets it as it was written. Printed, a file of CommonJS would say that it is a module.
  if (!result.isRewritten) return undefined;
  return result.code === code ? undefined : result;
}
