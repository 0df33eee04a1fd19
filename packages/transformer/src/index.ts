/**
 * The transformer's public entry point. The default export is the ts-patch plugin.
 */

export { default, type PluginConfig, type PluginExtras } from "./integrations/ts-plugin.ts";
export type { ImportedFile, ReadImport } from "./pipeline/imported-files.ts";
export {
  type FunctionSummary,
  type SourceMap,
  type TransformOptions,
  type TransformResult,
  transform,
} from "./pipeline/transform.ts";
export { type Diagnostic, type DiagnosticName, formatDiagnostic, type Severity } from "./shared/diagnostics.ts";
export type { Optimizations, Optimize, Strategy } from "./shared/optimize.ts";
