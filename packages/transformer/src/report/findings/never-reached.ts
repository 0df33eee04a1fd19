/**
 * A function is annotated, and nothing can run it as part of a job: it is neither exported, nor used as a value, nor
 * called by a preemptable function. With a program, the same for exported functions that the program only calls from
 * code that is not preemptable, if the program makes jobs at all.
 *
 * Methods are left out: which of their calls mean them is not known well enough for an alarm.
 */
import * as ts from "typescript";
import type { Binding } from "../../1-resolve/binding.ts";
import { displayName } from "../../1-resolve/display-name.ts";
import { functionsAround } from "../../1-resolve/own-code.ts";
import { type Diagnostic, diagnose, spanOf } from "../../shared/diagnostics.ts";
import { memo } from "../../shared/memo.ts";
import { isExported, isPreemptable, outward, type Preemptable } from "../../syntax/nodes.ts";
import type { View } from "./view.ts";

export function findNeverReached(view: View): Diagnostic[] {
  const findings: Diagnostic[] = [];
  for (const { node, annotated } of view.kept.values()) {
    if (!annotated) continue;
    const why = whyNever(view, node);
    if (why === undefined) continue;
    const span = spanOf(ts.isFunctionDeclaration(node) ? node : outward(node).parent, view.sourceFile);
    findings.push(diagnose(view.sourceFile, span, "never_reached", { name: displayName(node), why }));
  }
  return findings;
}

function whyNever(view: View, f: Preemptable): string | undefined {
  const declaration = declarationOf(f);
  const binding = declaration && view.scopes.declaredBy(declaration);
  if (declaration === undefined || binding === undefined || binding.assigned) return undefined;
  if (binding.declarations.length !== 1 || mayBeNamedByText(view.sourceFile, declaration)) return undefined;
  const uses = usesOf(binding, f);
  if (uses.others > 0 || uses.calls.some((call) => isPartOfJob(view, call))) return undefined;
  const plainly = "only code that is not preemptable calls it";
  if (!isExported(declaration)) return uses.calls.length === 0 ? "nothing uses it" : plainly;
  if (!view.program?.hasJobs) return undefined;
  const elsewhere = view.program.usesElsewhere(f);
  if (elsewhere.others > 0 || elsewhere.calls.some((call) => isPartOfJob(view, call))) return undefined;
  // Exported and never used here: for somebody else.
  return elsewhere.calls.length > 0 ? `in this program ${plainly}` : undefined;
}

function declarationOf(f: Preemptable): ts.FunctionDeclaration | ts.VariableDeclaration | undefined {
  if (ts.isFunctionDeclaration(f)) return f.name ? f : undefined;
  const { parent } = outward(f);
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent : undefined;
}

/** A script's globals are for every other script, and an eval may name anything. */
function mayBeNamedByText(sourceFile: ts.SourceFile, declaration: ts.Node): boolean {
  const isGlobal = functionsAround(declaration).length === 0 && !ts.isExternalModule(sourceFile);
  return isGlobal || memo(evals, sourceFile, () => ({ found: /\beval\s*\(/.test(sourceFile.text) })).found;
}

/** Files may be long, and have many functions. */
const evals = new WeakMap<ts.SourceFile, { readonly found: boolean }>();

function usesOf(binding: Binding, f: Preemptable): { calls: ts.CallExpression[]; others: number } {
  const calls: ts.CallExpression[] = [];
  let others = 0;
  for (const reference of binding.references) {
    if (reference.pos >= f.pos && reference.end <= f.end) continue;
    const call = callOf(reference);
    if (call) calls.push(call);
    else others++;
  }
  return { calls, others };
}

/** The call whose callee `reference` is. */
export function callOf(reference: ts.Expression): ts.CallExpression | undefined {
  const whole = outward(reference);
  return ts.isCallExpression(whole.parent) && whole.parent.expression === whole ? whole.parent : undefined;
}

/** Somebody asked for one of the functions around the call, even if it was refused. */
function isPartOfJob(view: View, call: ts.CallExpression): boolean {
  return functionsAround(call).some((f) => isPreemptable(f) && ["kept", "refused"].includes(view.standingOf(f)));
}
