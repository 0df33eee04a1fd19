/**
 * The phases that edit nothing, for one file: find, analyze, check. What `preempt check` shows, and what is rewritten
 * otherwise.
 */
import ts from "typescript";
import { findAnnotations } from "./1-find/annotations.ts";
import { methodNames } from "./2-analyze/analyze.ts";
import { settleBounded } from "./2-analyze/bounded.ts";
import { globalObjects } from "./2-analyze/builtins.ts";
import { analyzeCalls, type Callees } from "./2-analyze/calls.ts";
import { unwrap } from "./2-analyze/nodes.ts";
import type { FunctionNode } from "./2-analyze/target.ts";
import { targetsByScope } from "./2-analyze/targets-by-scope.ts";
import { weigh } from "./2-analyze/weight.ts";
import { findInFile } from "./3-check/findings/findings.ts";
import type { Standing, View } from "./3-check/findings/view.ts";
import { type Diagnostic, diagnose, spanOf } from "./diagnostics.ts";
import { type Failed, type Plan, planAlone } from "./plan.ts";
import type { Project } from "./project.ts";

export interface InspectOptions {
  /** Which functions: those annotated, or all that have preemption points. */
  readonly functions: "annotated" | "all";
  /** Also those that annotated functions of the file reach. */
  readonly propagate?: boolean | undefined;
  /** Start offsets of the functions that are reached from any file, where that is known; instead of `propagate`. */
  readonly reached?: readonly number[] | undefined;
  /** The program that the file belongs to; it knows better than `functions` and `propagate`. */
  readonly project?: Project | undefined;
  /** What the file's imports lead to, where no program says it. */
  readonly imports?: ImportsOf | undefined;
  /** Functions that could not be rewritten. */
  readonly failed?: Failed | undefined;
  /** The file is a classic script. */
  readonly script: boolean;
}

/** See imported-files.ts. */
interface ImportsOf {
  isShort(declaration: ts.ImportSpecifier | ts.ImportClause, importer: string): boolean;
}

export interface Inspection {
  readonly diagnostics: Diagnostic[];
  /** Undefined if nothing in the file is to become preemptable. */
  readonly result:
    | { readonly plan: Plan; readonly callees: Callees; readonly bounded: ReadonlySet<ts.Node> }
    | undefined;
}

export function inspectFile(
  sourceFile: ts.SourceFile,
  compilerOptions: ts.CompilerOptions,
  options: InspectOptions,
): Inspection {
  const project = options.project?.owns(sourceFile) ? options.project : undefined;
  const found = project?.found(sourceFile) ?? findAnnotations(sourceFile);
  const diagnostics = found.misplaced.map(({ node, what }) =>
    diagnose(sourceFile, spanOf(node, sourceFile), "not_annotatable", { what }),
  );
  const { functions, propagate = false, reached, failed } = options;
  const plan = project
    ? project.plan(sourceFile, failed)
    : planAlone(sourceFile, found, { all: functions === "all", propagate, reached, failed }, compilerOptions);
  if (plan === undefined) return { diagnostics, result: undefined };

  const { scopes, kept, refused } = plan;
  for (const { candidate, refusal } of refused.values()) {
    if (!candidate.annotated) continue;
    diagnostics.push(diagnose(sourceFile, spanOf(candidate.node, sourceFile), refusal.name, refusal.holes));
  }
  const bounded = new Set<ts.Node>();
  const methodsInFile = methodNames(kept);
  const { script, imports } = options;
  const callees = analyzeCalls(scopes, kept, {
    script,
    methodsInFile,
    bounded,
    sourceFile,
    targets: project?.targets,
    isShortImport: imports && ((declaration) => imports.isShort(declaration, sourceFile.fileName)),
  });
  settleBounded(kept, bounded, callees);
  if ([...kept.values()].some((candidate) => candidate.why === "annotated" || candidate.why === "reached")) {
    diagnostics.push(...findInFile(project ? viewInProject(plan, project) : viewAlone(plan, methodsInFile)));
  }
  return { diagnostics: diagnostics.sort((a, b) => a.start - b.start), result: { plan, callees, bounded } };
}

function viewInProject(plan: Plan, project: Project): View {
  const { targets, weights, program } = project;
  return {
    ...plan,
    targets,
    weights,
    program,
    standingOf(f) {
      const file = f.getSourceFile();
      // Not ours to judge.
      if (!project.owns(file)) return "never";
      return standingIn(file === plan.sourceFile ? plan : project.plan(file), project.found(file).excluded, f);
    },
    isPlatformCall: (call) => targets.isPlatform(call.expression),
  };
}

function viewAlone(plan: Plan, methodsInFile: ReadonlySet<string>): View {
  const targets = targetsByScope(plan.sourceFile, plan.scopes);
  return {
    ...plan,
    targets,
    weights: weigh(targets),
    program: undefined,
    standingOf: (f) => standingIn(plan, plan.found.excluded, f),
    isPlatformCall(call) {
      const callee = unwrap(call.expression);
      if (ts.isIdentifier(callee)) return plan.scopes.isGlobal(callee);
      if (!ts.isPropertyAccessExpression(callee)) return false;
      const object = unwrap(callee.expression);
      if (ts.isIdentifier(object) && globalObjects.has(object.text)) return plan.scopes.isGlobal(object);
      return !methodsInFile.has(callee.name.text);
    },
  };
}

function standingIn(plan: Plan | undefined, excluded: ReadonlySet<ts.Node>, f: FunctionNode): Standing {
  if (excluded.has(f)) return "never";
  if (plan?.kept.has(f as never)) return "kept";
  return plan?.refused.has(f as never) ? "refused" : "plain";
}
