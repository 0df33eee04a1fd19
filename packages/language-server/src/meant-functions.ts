/** The function that a name at a call means, in the same file or in another one of the project. */
import { readFileSync } from "node:fs";
import {
  type EditorProject,
  exportedFunction,
  type InspectedFunction,
  inspectText,
  isShown,
  type Meaning,
  meaningAt,
} from "@preempt/transformer/editor";
import type { Inspected } from "./inspections.ts";
import { functionNamedAt } from "./marks.ts";

/** Files that pass on what others export; more are a circle. */
const mostFiles = 8;

export interface OtherFiles {
  readonly project: EditorProject;
  /** The text of an open document, which may be newer than the file. */
  openText(fileName: string): string | undefined;
}

/** Undefined where nothing is known of it: it is none of Preempt's, or only types say what is called. */
export function functionMeantAt(
  inspected: Inspected,
  offset: number,
  others: OtherFiles,
): InspectedFunction | undefined {
  const own = functionNamedAt(inspected, offset);
  if (own !== undefined) return own;
  const { code, fileName, functions, isOnDisk } = inspected;
  const meaning = meaningAt(code, fileName, offset);
  if (meaning === undefined) return undefined;
  if ("start" in meaning) return functions.find(({ start }) => start === meaning.start);
  return isOnDisk ? importedFunction(meaning, fileName, others) : undefined;
}

function importedFunction(imported: Meaning, from: string, others: OtherFiles): InspectedFunction | undefined {
  let meaning: Meaning | undefined = imported;
  let fileName: string | undefined = from;
  for (let files = 0; files < mostFiles && meaning !== undefined && "specifier" in meaning; files++) {
    fileName = others.project.resolve(meaning.specifier, fileName);
    if (fileName === undefined || !isShown(fileName)) return undefined;
    const code: string = others.openText(fileName) ?? readFileSync(fileName, "utf8");
    meaning = exportedFunction(code, fileName, meaning.name);
    if (meaning === undefined || !("start" in meaning)) continue;
    const { start } = meaning;
    const { isExcluded = false, ...options } = others.project.optionsFor(fileName);
    if (isExcluded) return undefined;
    return inspectText(code, { ...options, fileName }).functions.find((one) => one.start === start);
  }
  return undefined;
}
