/**
 * The transformer's public door. The default export is the ts-patch plugin.
 */
export { type Diagnostic, type DiagnosticName, formatDiagnostic } from "./diagnostics.ts";
export type { ImportedFile, ReadImport } from "./imported-files.ts";
export type { Optimizations, Optimize } from "./optimize.ts";
export {
  type FunctionSummary,
  type SourceMap,
  type TransformOptions,
  type TransformResult,
  transform,
} from "./transform.ts";
export { default, type PluginConfig } from "./ts-plugin.ts";
