/**
 * A whole program: which functions of which file are wanted, and what stands behind a call that leaves its file.
 * Everything is found when it is first asked for, and once per program.
 */
import type ts from "typescript";
import { type Found, findAnnotations } from "./1-find/annotations.ts";
import type { ProgramKnowledge } from "./2-analyze/calls.ts";
import type { Preemptable } from "./2-analyze/nodes.ts";
import { type Reached, reach } from "./2-analyze/reach.ts";
import type { FunctionNode } from "./2-analyze/target.ts";
import { targetsByType } from "./2-analyze/targets-by-type.ts";
import { isAnythingWanted, type Plan, planFile } from "./plan.ts";

export interface ProjectOptions {
  readonly functions: "annotated" | "all";
  readonly propagate: boolean;
  /** Globs of files in which every function is wanted; matched by {@link isWhole}. */
  readonly all: readonly string[];
  readonly isWhole: (fileName: string) => boolean;
}

export interface Project extends ProgramKnowledge {
  /** The program's own source files. */
  readonly files: readonly ts.SourceFile[];
  /** Whether this very tree is one of them: another transformer may have put its own in place. */
  owns(sourceFile: ts.SourceFile): boolean;
  found(sourceFile: ts.SourceFile): Found;
  /** Undefined if nothing in the file is wanted. */
  plan(sourceFile: ts.SourceFile): Plan | undefined;
  /** Functions that are preemptable because others reach them. Empty without `propagate`. */
  reached(): Reached;
}

const projects = new WeakMap<ts.Program, Map<string, Project>>();

export function projectOf(program: ts.Program, options: ProjectOptions): Project {
  const key = JSON.stringify([options.functions, options.propagate, options.all]);
  const known = projects.get(program) ?? new Map<string, Project>();
  projects.set(program, known);
  const project = known.get(key) ?? createProject(program, options);
  known.set(key, project);
  return project;
}

function createProject(program: ts.Program, options: ProjectOptions): Project {
  const targets = targetsByType(program);
  const files = program.getSourceFiles().filter((file) => targets.isProject(file));
  const own = new Set(files);
  const annotations = new Map<ts.SourceFile, Found>();
  const plans = new Map<ts.SourceFile, Plan | undefined>();
  let everywhere: Reached | undefined;
  return { files, targets, owns: (file) => own.has(file), found, plan, reached, isKept };

  function found(file: ts.SourceFile): Found {
    let annotated = annotations.get(file);
    if (annotated === undefined) annotations.set(file, (annotated = findAnnotations(file)));
    return annotated;
  }

  function reached(): Reached {
    everywhere ??= options.propagate ? reach(roots(), targets, mayBePreemptable) : new Map();
    return everywhere;
  }

  function roots(): Preemptable[] {
    return files.flatMap((file) => [...found(file).annotated]);
  }

  function mayBePreemptable(f: Preemptable): boolean {
    const file = f.getSourceFile();
    return own.has(file) && !found(file).excluded.has(f);
  }

  function plan(file: ts.SourceFile): Plan | undefined {
    if (!plans.has(file)) plans.set(file, makePlan(file));
    return plans.get(file);
  }

  function makePlan(file: ts.SourceFile): Plan | undefined {
    const all = options.functions === "all" || options.isWhole(file.fileName);
    const inFile = [...reached().keys()].filter((f) => f.getSourceFile() === file);
    const selection = { found: found(file), all, reached: new Set<ts.Node>(inFile) };
    return isAnythingWanted(selection) ? planFile(file, selection, program.getCompilerOptions()) : undefined;
  }

  function isKept(f: FunctionNode): boolean {
    const file = f.getSourceFile();
    return own.has(file) && (plan(file)?.kept.has(f as Preemptable) ?? false);
  }
}
