/**
 * The phases that edit nothing, for one file: find, analyze, check. What `preempt check` shows, and what is rewritten
 * otherwise.
 */
import * as ts from "typescript";
import type { AccessorNames } from "../1-resolve/accessors.ts";
import { analyzeCalls, type Callees } from "../1-resolve/calls.ts";
import { displayName } from "../1-resolve/display-name.ts";
import { globalObjects } from "../1-resolve/language/builtins.ts";
import type { FunctionNode } from "../1-resolve/target.ts";
import { targetsByScope } from "../1-resolve/targets-by-scope.ts";
import { weigh } from "../1-resolve/weight.ts";
import { findAnnotations } from "../2-find/annotations.ts";
import { methodNames } from "../2-find/candidates.ts";
import type { Passing } from "../2-find/passing.ts";
import type { FileProfile } from "../2-find/profiled.ts";
import { type CheckedFile, checkFileAlone, type Failed } from "../3-check/checked-file.ts";
import type { Refusal } from "../3-check/refusals.ts";
import { withoutBody } from "../4-plan/constructors.ts";
import { dropInitialisers, settleInitialisers } from "../4-plan/fields.ts";
import { type ExclusiveUnit, type Exclusivity, exclusiveUnitOf } from "../4-plan/shared-state/exclusive-unit.ts";
import { type SharedState, sharedStateOf } from "../4-plan/shared-state/shared-state.ts";
import { settleBounded } from "../4-plan/starts/bounded.ts";
import type { Project } from "../project/project.ts";
import { registrarsOf } from "../project/registrars.ts";
import type { ReachedPackages } from "../project/scheduler-imports.ts";
import { findInFile } from "../report/findings/findings.ts";
import { findGeneratedCode } from "../report/findings/generated-code.ts";
import { findOneAtATime } from "../report/findings/one-at-a-time.ts";
import { findPassedPlain, type IsPlain } from "../report/findings/passed-plain.ts";
import type { Standing, View } from "../report/findings/view.ts";
import { sentenceOf } from "../report/reasons.ts";
import { type Diagnostic, diagnose, spanOf } from "../shared/diagnostics.ts";
import { enclose } from "../syntax/initialisers.ts";
import { unwrap } from "../syntax/nodes.ts";

export interface InspectOptions {
  /** Which functions: those annotated, or all that have preemption points. */
  readonly functions: "annotated" | "all";
  /** Also those that annotated functions of the file reach. */
  readonly propagate?: boolean | undefined;
  /** Start offsets of the functions that are reached from any file, where that is known; instead of `propagate`. */
  readonly reached?: readonly number[] | undefined;
  /** What comes from other files and runs functions as jobs. Default: what the file itself mentions. */
  readonly reachedPackages?: ReachedPackages | undefined;
  /** What other files and the options say of functions that run as jobs, where no program says it. */
  readonly passing?: Passing | undefined;
  /** The program that the file belongs to; it knows better than `functions` and `propagate`. */
  readonly project?: Project | undefined;
  /** What the file's imports lead to, where no program says it. */
  readonly imports?: ImportsOf | undefined;
  /** Functions that could not be rewritten. */
  readonly failed?: Failed | undefined;
  /** What the options say of jobs that meet in the file, where no program says it. */
  readonly exclusivity?: Exclusivity;
  /** What a recording says of the file, where no program is at hand. */
  readonly profile?: FileProfile | undefined;
  /** The file is a classic script. */
  readonly script: boolean;
}

/** See imported-files.ts. */
interface ImportsOf {
  isShort(declaration: ts.ImportSpecifier | ts.ImportClause, importer: string): boolean;
  isLeftPlain(declaration: ts.ImportSpecifier | ts.ImportClause, importer: string): boolean;
  isGenerator(declaration: ts.ImportSpecifier | ts.ImportClause, importer: string): boolean;
}

export interface Inspection {
  readonly diagnostics: Diagnostic[];
  /** Undefined if nothing in the file is to become preemptable. */
  readonly result:
    | {
        readonly checked: CheckedFile;
        readonly callees: Callees;
        readonly bounded: ReadonlySet<ts.Node>;
        readonly shared: SharedState | undefined;
        /** In which functions of the file one job at a time may be. */
        readonly exclusive: ExclusiveUnit | undefined;
      }
    | undefined;
}

export function inspectFile(
  sourceFile: ts.SourceFile,
  compilerOptions: ts.CompilerOptions,
  options: InspectOptions,
): Inspection {
  const project = options.project?.owns(sourceFile) ? options.project : undefined;
  const found =
    project?.found(sourceFile) ?? findAnnotations(sourceFile, registrarsOf(options), options.passing?.names);
  const diagnostics = found.misplaced.map(({ node, what }) =>
    diagnose(sourceFile, spanOf(node, sourceFile), "not_annotatable", { what }),
  );
  const { functions, propagate = false, reached, failed, profile } = options;
  // Where all functions are meant nobody has to ask for one.
  if (functions !== "all") {
    for (const { start, length, what } of found.misspelt) {
      diagnostics.push(diagnose(sourceFile, { start, length }, "misspelt_annotation", { what }));
    }
  }
  const alone = { all: functions === "all", propagate, reached, failed, profile };
  const checked = project
    ? project.checked(sourceFile, failed)
    : checkFileAlone(sourceFile, found, alone, compilerOptions);
  const passed = () =>
    findPassedPlain(found, sourceFile, project ? isPlainIn(project) : isPlainAlone(options, sourceFile));
  if (checked === undefined) return { diagnostics: [...diagnostics, ...passed()], result: undefined };

  const { scopes, kept, refused } = checked;
  enclose(kept.keys());
  for (const { candidate, refusal } of refused.values()) {
    if (!candidate.annotated) continue;
    diagnostics.push(diagnose(sourceFile, spanOf(candidate.node, sourceFile), refusal.name, refusal.holes));
  }
  const bounded = new Set<ts.Node>();
  const methodsInFile = methodNames(kept);
  const { script, imports } = options;
  const accessors = project ? project.accessors() : accessorsOf(options);
  const callees = analyzeCalls(scopes, kept, {
    script,
    methodsInFile,
    bounded,
    sourceFile,
    targets: project?.targets,
    isGeneratorImport: imports && ((declaration) => imports.isGenerator(declaration, sourceFile.fileName)),
    accessors,
    shortNames: profile?.shortNames,
    isToJSONElsewhere: project ? project.hasToJSON() : options.passing?.toJSON,
    isShortImport: imports && ((declaration) => imports.isShort(declaration, sourceFile.fileName)),
  });
  settleBounded(kept, bounded, callees);
  const view = () => viewOf(checked, project, methodsInFile, accessors);
  settleInitialisers(checked, view);
  for (const { candidate, reason } of withoutBody(checked, callees)) {
    const refusal: Refusal = {
      name: "constructor_stays",
      holes: { name: displayName(candidate.node), what: `cannot be suspended, because ${sentenceOf(reason)}` },
    };
    checked.refused.set(candidate.node, { candidate, refusal });
    if (candidate.annotated)
      diagnostics.push(diagnose(sourceFile, spanOf(candidate.node, sourceFile), refusal.name, refusal.holes));
  }
  dropInitialisers(kept);
  if ([...kept.values()].some((candidate) => candidate.why === "annotated" || candidate.why === "reached")) {
    diagnostics.push(...findInFile(view()));
  }
  diagnostics.push(...passed());
  if (kept.size > 0) diagnostics.push(...findGeneratedCode(sourceFile, scopes));
  const shared = sharedStateOf({ sourceFile, scopes, kept, callees, reentrant: found.reentrant });
  const exclusivity = project ? project.exclusivityOf(sourceFile) : options.exclusivity;
  const exclusive = exclusiveUnitOf({ sourceFile, found, kept, shared, options: exclusivity });
  // What the user has decided needs no finding.
  const isDecided = found.unit !== undefined || exclusivity !== undefined;
  if (exclusive !== undefined && !isDecided) diagnostics.push(...findOneAtATime(sourceFile, shared, found.exclusive));
  const result = { checked, callees, bounded, shared, exclusive };
  return { diagnostics: diagnostics.sort((a, b) => a.start - b.start), result };
}

function accessorsOf({ passing }: InspectOptions): AccessorNames | undefined {
  return passing && { get: new Set(passing.accessors.get), set: new Set(passing.accessors.set) };
}

/** Whether a value is a function of the program that loops or recurses, and stays plain. */
function isPlainIn(project: Project): IsPlain {
  return (value) => {
    for (const f of project.targets.of(value)?.declared ?? []) {
      const file = f.getSourceFile();
      if (!project.owns(file) || project.found(file).excluded.has(f as never)) continue;
      const checked = project.checked(file);
      if (checked?.kept.has(f as never) || checked?.refused.has(f as never)) continue;
      if (project.weights.heavy(f) !== undefined) return true;
    }
    return false;
  };
}

/** The same of what is imported, as far as somebody has looked. */
function isPlainAlone({ imports, propagate, reached }: InspectOptions, sourceFile: ts.SourceFile): IsPlain {
  if (imports === undefined || propagate || reached !== undefined) return () => false;
  const clauses = sourceFile.statements.flatMap((s) => (ts.isImportDeclaration(s) ? (s.importClause ?? []) : []));
  return (value) => {
    if (!ts.isIdentifier(value)) return false;
    for (const clause of clauses) {
      const { name, namedBindings } = clause;
      if (name?.text === value.text) return imports.isLeftPlain(clause, sourceFile.fileName);
      if (namedBindings === undefined || !ts.isNamedImports(namedBindings)) continue;
      const element = namedBindings.elements.find((e) => e.name.text === value.text);
      if (element !== undefined) return imports.isLeftPlain(element, sourceFile.fileName);
    }
    return false;
  };
}

function viewOf(
  checked: CheckedFile,
  project: Project | undefined,
  methodsInFile: ReadonlySet<string>,
  accessors: AccessorNames | undefined,
): View {
  return project ? viewInProject(checked, project) : viewAlone(checked, methodsInFile, accessors);
}

function viewInProject(checked: CheckedFile, project: Project): View {
  const { targets, weights, program } = project;
  return {
    ...checked,
    targets,
    weights,
    program,
    accessors: project.accessors(),
    standingOf(f) {
      const file = f.getSourceFile();
      // Not ours to judge.
      if (!project.owns(file)) return "never";
      return standingIn(file === checked.sourceFile ? checked : project.checked(file), project.found(file).excluded, f);
    },
    isPlatformCall: (call) => targets.isPlatform(call.expression),
  };
}

function viewAlone(
  checked: CheckedFile,
  methodsInFile: ReadonlySet<string>,
  accessors: AccessorNames | undefined,
): View {
  const targets = targetsByScope(checked.sourceFile, checked.scopes);
  return {
    ...checked,
    targets,
    weights: weigh(targets),
    program: undefined,
    accessors,
    standingOf: (f) => standingIn(checked, checked.found.excluded, f),
    isPlatformCall(call) {
      const callee = unwrap(call.expression);
      if (ts.isIdentifier(callee)) return checked.scopes.isGlobal(callee);
      if (!ts.isPropertyAccessExpression(callee)) return false;
      const object = unwrap(callee.expression);
      if (ts.isIdentifier(object) && globalObjects.has(object.text)) return checked.scopes.isGlobal(object);
      return !methodsInFile.has(callee.name.text);
    },
  };
}

function standingIn(checked: CheckedFile | undefined, excluded: ReadonlySet<ts.Node>, f: FunctionNode): Standing {
  if (excluded.has(f)) return "never";
  if (checked?.kept.has(f as never)) return "kept";
  return checked?.refused.has(f as never) ? "refused" : "plain";
}
