/**
 * For editors and linters: what the transform says of one file, what becomes of its functions, and edits that mend what it found. Only the
 * text of the file is looked at, so that it is quick enough to be done at each key. {@link EditorProject} reads what its project says of it.
 */
export { annotationFor, type Edit, type Fix, fixableCodes, fixesFor } from "./editor/fixes.ts";
export {
  type InspectedFunction,
  type InspectedText,
  type InspectTextOptions,
  inspectText,
} from "./editor/inspect-text.ts";
export { exportedFunction, type Meaning, meaningAt } from "./editor/meaning.ts";
export { EditorProject, type FileOptions, type WrittenOptions } from "./editor/project.ts";
export { hoverTextOf, isShown, markOf, messageOf } from "./editor/texts.ts";
export { type Diagnostic, type DiagnosticName, docsOf, type Severity } from "./shared/diagnostics.ts";
