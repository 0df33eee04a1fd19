/** "Make f preemptable": a refactoring, as it is no answer to a finding. */
import { annotationFor } from "@preempt/transformer/editor";
import type ts from "typescript";
import { changeOf } from "./diagnostics.ts";
import type { InspectedFile } from "./files.ts";

const refactorName = "preempt-annotate";
const actionName = "annotate";
/** Editors group actions by their kind. */
const kind = "refactor.rewrite.preempt";

const positionOf = (at: number | ts.TextRange): number => (typeof at === "number" ? at : at.pos);

export function refactorsAt(
  { code }: InspectedFile,
  fileName: string,
  at: number | ts.TextRange,
): ts.ApplicableRefactorInfo[] {
  const fix = code === "" ? undefined : annotationFor(code, fileName, positionOf(at));
  if (fix === undefined) return [];
  const action = { name: actionName, description: fix.title, kind };
  return [{ name: refactorName, description: "Preempt", actions: [action] }];
}

export function editsForRefactor(
  { code }: InspectedFile,
  fileName: string,
  at: number | ts.TextRange,
  refactor: string,
): ts.RefactorEditInfo | undefined {
  if (refactor !== refactorName) return undefined;
  const fix = annotationFor(code, fileName, positionOf(at));
  return { edits: [{ fileName, textChanges: (fix?.edits ?? []).map(changeOf) }] };
}
