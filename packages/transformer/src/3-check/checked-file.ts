/**
 * Which functions of a file will be preemptable, and which cannot be: what the first three phases found.
 */
import * as ts from "typescript";
import { dropOrphans } from "../1-resolve/language/builtin-callbacks.ts";
import { reach } from "../1-resolve/reach.ts";
import { analyzeScopes, type Scopes } from "../1-resolve/scopes.ts";
import { targetsByScope } from "../1-resolve/targets-by-scope.ts";
import type { Found } from "../2-find/annotations.ts";
import { type Candidate, findCandidates } from "../2-find/candidates.ts";
import type { FileProfile } from "../2-find/profiled.ts";
import { enclose, initialiserOf, isInitialised, release } from "../syntax/initialisers.ts";
import { isPreemptable, type Preemptable } from "../syntax/nodes.ts";
import { type CheckOptions, type Refusal, refuse } from "./refusals.ts";

export interface CheckedFile {
  readonly sourceFile: ts.SourceFile;
  readonly found: Found;
  readonly scopes: Scopes;
  readonly check: CheckOptions;
  /** What will be preemptable. */
  readonly kept: Map<Preemptable, Candidate>;
  /** What was to be and cannot. */
  readonly refused: Map<Preemptable, { readonly candidate: Candidate; readonly refusal: Refusal }>;
}

/** Which functions of a file are wanted. */
export interface Selection {
  readonly found: Found;
  /** Every function that has a preemption point. */
  readonly all: boolean;
  /** Those that annotated functions reach, of this file or of all. */
  readonly reached: ReadonlySet<ts.Node>;
  /** What a recording says of the file. */
  readonly profile?: FileProfile | undefined;
}

/** Functions that could not be rewritten, and what went wrong. */
export type Failed = ReadonlyMap<ts.Node, string>;

export function checkFile(
  sourceFile: ts.SourceFile,
  { found, all, reached, profile }: Selection,
  compilerOptions: ts.CompilerOptions,
  failed: Failed = new Map(),
  scopes: Scopes = analyzeScopes(sourceFile),
): CheckedFile {
  const kept = findCandidates(sourceFile, found, scopes, all, reached, profile);
  // Refusals look at what is around a function.
  enclose(kept.keys());
  const check = { scopes, compilerOptions, erased: found.decorators, wanted: kept, failed };
  const refused = new Map<Preemptable, { candidate: Candidate; refusal: Refusal }>();
  for (const candidate of [...kept.values()]) {
    const refusal = refuse(candidate, check);
    if (refusal === undefined) continue;
    kept.delete(candidate.node);
    refused.set(candidate.node, { candidate, refusal });
  }
  dropOrphans(kept);
  release([...kept.keys(), ...refused.keys()]);
  return { sourceFile, found, scopes, check, kept, refused };
}

export function isAnythingWanted({ found, all, reached }: Selection): boolean {
  return all || reached.size > 0 || found.annotated.size > 0 || found.decorators.size > 0;
}

/** The same of a file of which nothing but its text is known; undefined if nothing in it is wanted. */
export function checkFileAlone(
  sourceFile: ts.SourceFile,
  found: Found,
  options: {
    readonly all: boolean;
    readonly propagate: boolean;
    /** Where functions start that are reached from other files, when somebody has looked. */
    readonly reached?: readonly number[] | undefined;
    readonly failed?: Failed | undefined;
    readonly profile?: FileProfile | undefined;
  },
  compilerOptions: ts.CompilerOptions,
): CheckedFile | undefined {
  const { failed, profile } = options;
  const select = (reached: ReadonlySet<ts.Node>): Selection => ({ found, all: options.all, reached, profile });
  if (options.reached !== undefined) {
    const selection = select(functionsAt(sourceFile, options.reached));
    return isAnythingWanted(selection) ? checkFile(sourceFile, selection, compilerOptions, failed) : undefined;
  }
  if (!isAnythingWanted(select(new Set()))) return undefined;
  const scopes = analyzeScopes(sourceFile);
  const reached = options.propagate
    ? reach(found.annotated, targetsByScope(sourceFile, scopes), (f) => !found.excluded.has(f))
    : new Map();
  return checkFile(sourceFile, select(new Set(reached.keys())), compilerOptions, failed, scopes);
}

function functionsAt(sourceFile: ts.SourceFile, starts: readonly number[]): Set<ts.Node> {
  const wanted = new Set(starts);
  const functions = new Set<ts.Node>();
  if (wanted.size > 0) visit(sourceFile);
  return functions;

  function visit(node: ts.Node): void {
    if (isPreemptable(node) && wanted.has(node.getStart(sourceFile))) functions.add(node);
    else if (ts.isPropertyDeclaration(node) && isInitialised(node) && !isPreemptable(node.initializer)) {
      if (wanted.has(node.initializer.getStart(sourceFile))) functions.add(initialiserOf(node));
    }
    ts.forEachChild(node, visit);
  }
}
