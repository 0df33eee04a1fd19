/**
 * For editors and linters: what the transform says of one file, what becomes of its functions, and edits that mend what it found. Only the
 * text of the file is looked at, so that it is quick enough to be done at each key.
 */
export { annotationFor, type Edit, type Fix, fixesFor } from "./editor/fixes.ts";
export {
  type InspectedFunction,
  type InspectedText,
  type InspectTextOptions,
  inspectText,
} from "./editor/inspect-text.ts";
export { type Diagnostic, type DiagnosticName, docsOf, type Severity } from "./shared/diagnostics.ts";
