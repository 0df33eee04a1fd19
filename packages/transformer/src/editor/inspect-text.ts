/** What the first phases find in the text of a file, and what is planned for its functions: nothing is emitted. */
import * as ts from "typescript";
import { JobCalls } from "../2-find/job-calls.ts";
import { mayHoldAnnotation } from "../2-find/misspelt.ts";
import { mentionedIn } from "../2-find/our-packages.ts";
import { noPassing } from "../2-find/passing.ts";
import type { FilePlan } from "../4-plan/function-plan.ts";
import { planFile } from "../4-plan/plan-file.ts";
import { type Inspection, inspectFile } from "../pipeline/inspect.ts";
import { explain } from "../report/explain.ts";
import { pointsOf } from "../report/plan-text.ts";
import { type Diagnostic, diagnose, spanOf } from "../shared/diagnostics.ts";
import { release } from "../syntax/initialisers.ts";
import { isLoop } from "../syntax/nodes.ts";
import { aboutProblem } from "../syntax/too-deep.ts";
import { placeOf } from "./place.ts";

/** What is known of a file beside its text. */
export interface InspectTextOptions {
  /** Its name; the extension decides between TS, TSX, JS and JSX. */
  fileName: string;
  /** Which functions become preemptable: annotated ones and those that they reach (default), or every function with a preemption point. */
  functions?: "annotated" | "all";
  /** Whether functions of this file that an annotated one reaches become preemptable as well. Default true. */
  propagate?: boolean;
  /** Calls that run the functions passed to them as jobs, beside those that are recognised: "rt.submit". Default: none. */
  jobs?: readonly string[];
}

/** What becomes of one function. */
export interface InspectedFunction {
  /** Its name, or a description. */
  readonly name: string;
  /** Where its name starts, or its first word; in UTF-16 units, as `length`. */
  readonly start: number;
  /** The length of that. */
  readonly length: number;
  /** Where the function ends. */
  readonly end: number;
  /** Whether it will be preemptable. */
  readonly isPreemptable: boolean;
  /** "preemptable, annotated: two plain bodies, 3 points", "left alone: …". */
  readonly summary: string;
  /** What would make it faster, or preemptable; empty where there is nothing simple. */
  readonly advice: string;
}

/** What was found in a file. */
export interface InspectedText {
  /** In the order of the file. */
  readonly diagnostics: readonly Diagnostic[];
  /** Functions that were to be preemptable, in the order of the file. Others have nothing said of them. */
  readonly functions: readonly InspectedFunction[];
}

const nothing: InspectedText = { diagnostics: [], functions: [] };

/**
 * Looks at one file as the transform would. What other files say is not known here: functions that others pass to a scheduler count as
 * plain, and calls of imported functions are not judged. `preempt check` knows the whole project.
 *
 * A file with syntax errors gives nothing: the editor says what is wrong with it.
 */
export function inspectText(code: string, options: InspectTextOptions): InspectedText {
  const { fileName, functions = "annotated", propagate = true, jobs = [] } = options;
  const mayCall = new JobCalls(jobs).mayBeIn(code);
  const isAsked = functions === "all" || mayCall || mayHoldAnnotation(code);
  if (!isAsked && !mentionedIn(code).runtime) return nothing;
  const sourceFile = ts.createSourceFile(fileName, code, ts.ScriptTarget.ESNext, true);
  if (sourceFile.isDeclarationFile || hasSyntaxErrors(sourceFile)) return nothing;
  try {
    const passing = { ...noPassing, jobs, mayCall };
    const inspection = inspectFile(sourceFile, {}, { functions, propagate, script: false, passing });
    return { diagnostics: inspection.diagnostics, functions: functionsOf(inspection, sourceFile) };
  } catch (problem) {
    return { diagnostics: [aboutProblem(fileName, problem)], functions: [] };
  }
}

function hasSyntaxErrors(file: ts.SourceFile): boolean {
  // Not in the types, though tools use it: there is no program to ask.
  return (file as unknown as { readonly parseDiagnostics: readonly unknown[] }).parseDiagnostics.length > 0;
}

function functionsOf({ result }: Inspection, sourceFile: ts.SourceFile): InspectedFunction[] {
  if (result === undefined) return [];
  try {
    const plan = planFile(result, {});
    const kept = keptIn(plan);
    const refused = [...result.checked.refused.values()].map(({ candidate: { node }, refusal }): InspectedFunction => {
      const { code, message, hint } = diagnose(sourceFile, spanOf(node, sourceFile), refusal.name, refusal.holes);
      const reason = message.replace(/; it stays un-preempted\.$/, ".");
      return {
        ...placeOf(node, sourceFile),
        isPreemptable: false,
        summary: `left alone (${code}): ${reason}`,
        advice: hint,
      };
    });
    return [...kept, ...refused].sort((a, b) => a.start - b.start);
  } finally {
    release([...result.checked.kept.keys()]);
  }
}

function keptIn(plan: FilePlan): InspectedFunction[] {
  const { sourceFile } = plan;
  return explain(plan).flatMap(({ node, form, why, advice }) => {
    const planned = isLoop(node) ? undefined : plan.functions.get(node as never);
    if (planned === undefined) return [];
    const points = planned.form.kind === "plain" ? pointsOf(plan, planned.candidate.node, planned.form).length : 0;
    const count = points === 0 || planned.isBounded ? "" : `, ${points} point${points === 1 ? "" : "s"}`;
    const because = form === "generator" || planned.isBounded ? `, because ${why}` : "";
    const summary = `preemptable, ${asked[planned.candidate.why]}: ${form}${count}${because}`;
    return [{ ...placeOf(node, sourceFile), isPreemptable: true, summary, advice }];
  });
}

const asked = {
  annotated: "annotated",
  reached: "reached from a preemptable function",
  all: "as all functions of the file",
  callback: "a callback of a built-in",
  short: "short",
} as const;
