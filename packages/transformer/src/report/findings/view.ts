/** What the findings look at: one file, and as much of its surroundings as is known. */

import type ts from "typescript";
import type { AccessorNames } from "../../1-resolve/accessors.ts";
import type { Scopes } from "../../1-resolve/scopes.ts";
import type { FunctionNode, Targets } from "../../1-resolve/target.ts";
import type { Weights } from "../../1-resolve/weight.ts";
import type { Found } from "../../2-find/annotations.ts";
import type { Candidate } from "../../2-find/candidates.ts";
import { type Diagnostic, type DiagnosticName, diagnose } from "../../shared/diagnostics.ts";
import { isAsync, isGenerator, isPreemptable, type Preemptable } from "../../syntax/nodes.ts";

/** What somebody asked of a function, and what came of it. */
export type Standing = "kept" | "refused" | "never" | "plain";

export interface View {
  readonly sourceFile: ts.SourceFile;
  readonly found: Found;
  readonly scopes: Scopes;
  readonly kept: ReadonlyMap<Preemptable, Candidate>;
  readonly targets: Targets;
  readonly weights: Weights;
  /** Of any function that the targets name, in whatever file. */
  standingOf(f: FunctionNode): Standing;
  /** Whether a call, which has the looks of a built-in's, goes to the platform. */
  isPlatformCall(call: ts.CallExpression | ts.NewExpression): boolean;
  /** Preemptable accessors of other files. */
  readonly accessors: AccessorNames | undefined;
  /** The rest of the program; undefined where the file stands alone. */
  readonly program: ProgramView | undefined;
}

export interface ProgramView {
  /** Uses of an exported function in other files, by the program's application code. */
  usesElsewhere(f: FunctionNode): { readonly calls: readonly ts.CallExpression[]; readonly others: number };
  /** Whether some file makes jobs. */
  readonly hasJobs: boolean;
}

/** Preemptable because somebody asked for this function: findings are about these. */
export function askedFor(view: View): Candidate[] {
  return [...view.kept.values()].filter(({ why }) => why === "annotated" || why === "reached");
}

export function find(view: View, node: ts.Node, name: DiagnosticName, holes: Record<string, string>): Diagnostic {
  const start = node.getStart(view.sourceFile);
  return diagnose(view.sourceFile, { start, length: node.end - start }, name, holes);
}

export function isKeptAsync(view: View, f: FunctionNode): boolean {
  return isPreemptable(f) && isAsync(f) && !isGenerator(f) && view.standingOf(f) === "kept";
}
