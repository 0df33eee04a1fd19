/**
 * Files in which a framework's compiler finds the script. It gives that to the bundler in a form of its own, in which annotations no
 * longer stand where they stood, or not at all: nothing in there is made preemptable.
 */
import ts from "typescript";
import { type Diagnostic, diagnose } from "../diagnostics.ts";

export const componentFile: RegExp = /\.(?:vue|svelte|astro)$/;

const annotation = /\/\*\*(?:(?!\*\/).)*?(@preempt)(?![\w/-]|\s+never)/dgs;

/** A finding for each annotation in such a file. */
export function componentAnnotations(fileName: string, code: string): Diagnostic[] {
  if (!code.includes("@preempt")) return [];
  const file = ts.createSourceFile(fileName, code, ts.ScriptTarget.ESNext);
  const [kind = ""] = componentFile.exec(fileName) ?? [];
  return Array.from(code.matchAll(annotation), ({ indices }) => {
    const [start = 0, end = 0] = indices?.[1] ?? [];
    return diagnose(file, { start, length: end - start }, "component_file", { kind });
  });
}
