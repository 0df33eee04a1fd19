/**
 * Files in which a framework's compiler finds the script. It gives that to the bundler in a form of its own, in which annotations no
 * longer stand where they stood, or not at all: nothing in there is made preemptable.
 */
import * as ts from "typescript";
import { type Diagnostic, diagnose } from "../shared/diagnostics.ts";

export const componentFile: RegExp = /\.(?:vue|svelte|astro)$/;

/** Where a doc comment starts, where any comment ends, and an annotation. */
const mark = /\/\*\*(?!\/)|\*\/|(@preempt)(?![\w/-]|\s+never)/g;

/** A finding for each annotation in such a file. */
export function componentAnnotations(fileName: string, code: string): Diagnostic[] {
  if (!code.includes("@preempt")) return [];
  const file = ts.createSourceFile(fileName, code, ts.ScriptTarget.ESNext);
  const [kind = ""] = componentFile.exec(fileName) ?? [];
  const findings: Diagnostic[] = [];
  let isInComment = false;
  for (const { 0: text, 1: annotation, index } of code.matchAll(mark)) {
    if (annotation === undefined) isInComment = text !== "*/";
    // The first of a comment is enough.
    else if (isInComment) {
      findings.push(diagnose(file, { start: index, length: annotation.length }, "component_file", { kind }));
      isInComment = false;
    }
  }
  return findings;
}
