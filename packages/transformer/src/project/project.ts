/**
 * A whole program: which functions of which file are wanted, and what stands behind a call that leaves its file.
 * Everything is found when it is first asked for, and once per program.
 */

import { serverPackage } from "@preempt/abi";
import * as ts from "typescript";
import { type AccessorNames, type AccessorsByName, accessorsByName } from "../1-resolve/accessors.ts";
import { isToJSON } from "../1-resolve/language/to-json.ts";
import { type Reached, reach } from "../1-resolve/reach.ts";
import { type TypedTargets, targetsByType } from "../1-resolve/targets-by-type.ts";
import { type Weights, weigh } from "../1-resolve/weight.ts";
import { type Found, findAnnotations } from "../2-find/annotations.ts";
import { JobCalls } from "../2-find/job-calls.ts";
import { pathOf, type Registrars } from "../2-find/passed.ts";
import { type CheckedFile, checkFile, type Failed, isAnythingWanted } from "../3-check/checked-file.ts";
import type { Exclusivity } from "../4-plan/shared-state/exclusive-unit.ts";
import { viewProgram } from "../report/findings/program-view.ts";
import type { ProgramView } from "../report/findings/view.ts";
import { memo } from "../shared/memo.ts";
import { isGenerator, isPreemptable, type Preemptable } from "../syntax/nodes.ts";
import { unlessTooDeep } from "../syntax/too-deep.ts";
import type { Disk } from "./disk.ts";
import { OwnPackages } from "./own-packages.ts";

export interface ProjectOptions {
  readonly functions: "annotated" | "all";
  readonly propagate: boolean;
  readonly jobs: readonly string[];
  /** Whether every function of a file is wanted, or none. */
  readonly isWhole: (fileName: string) => boolean;
  readonly isExcluded: (fileName: string) => boolean;
  /** What jobs that meet in a file may do. */
  readonly exclusivity: { of(fileName: string): Exclusivity };
  readonly disk: Disk;
  /** What the others are made of: with the same, a program is looked at once. */
  readonly key: readonly unknown[];
}

export interface Project {
  readonly targets: TypedTargets;
  readonly weights: Weights;
  /** What findings ask of the program. */
  readonly program: ProgramView;
  /** The program's own source files. */
  readonly files: readonly ts.SourceFile[];
  /** Whether this very tree is one of them: another transformer may have put its own in place. */
  owns(sourceFile: ts.SourceFile): boolean;
  /** What the settings say of jobs that meet in the file. */
  exclusivityOf(sourceFile: ts.SourceFile): Exclusivity;
  found(sourceFile: ts.SourceFile): Found;
  /**
   * Undefined if nothing in the file is wanted.
   *
   * @param failed Functions of the file that turned out not to be rewritable: it is checked anew, without them
   */
  checked(sourceFile: ts.SourceFile, failed?: Failed): CheckedFile | undefined;
  /** The names of preemptable accessors of all files. */
  accessors(): AccessorNames;
  /** Whether a file has an annotated `toJSON`. */
  hasToJSON(): boolean;
  /** Functions that are preemptable because others reach them. Empty without `propagate`. */
  reached(): Reached;
}

const projects = new WeakMap<ts.Program, Map<string, Project>>();

export function projectOf(program: ts.Program, options: ProjectOptions): Project {
  const known = memo(projects, program, () => new Map<string, Project>());
  return memo(known, JSON.stringify(options.key), () => createProject(program, options));
}

function createProject(program: ts.Program, options: ProjectOptions): Project {
  const targets = targetsByType(program);
  const files = program.getSourceFiles().filter((file) => targets.isProject(file));
  const own = new Set(files);
  const ours = new OwnPackages(options.disk);
  const registrars = registrarsIn(program, ours, new JobCalls(options.jobs));
  const alone = new Map<ts.SourceFile, Found>();
  const annotations = new Map<ts.SourceFile, Found>();
  let passed: ReadonlySet<Preemptable> | undefined;
  const checkedFiles = new Map<ts.SourceFile, CheckedFile | undefined>();
  let everywhere: Reached | undefined;
  let accessors: AccessorsByName | undefined;
  let hasToJSON: boolean | undefined;
  return {
    files,
    targets,
    weights: weigh(targets),
    program: viewProgram(program, files),
    owns: (file) => own.has(file),
    exclusivityOf: ({ fileName }) => options.exclusivity.of(fileName),
    found,
    checked,
    accessors: () => (accessors ??= accessorsByName(files.flatMap(keptIn))),
    hasToJSON: () => (hasToJSON ??= files.some(annotatesToJSON)),
    reached,
  };

  function annotatesToJSON(file: ts.SourceFile): boolean {
    return file.text.includes("toJSON") && unlessTooDeep(() => [...found(file).annotated].some(isToJSON), false);
  }

  function keptIn(file: ts.SourceFile): readonly Preemptable[] {
    // Most files declare none, and are not looked at for it.
    if (!/\b[gs]et\s/.test(file.text)) return [];
    return unlessTooDeep(() => [...(checked(file)?.kept.keys() ?? [])], []);
  }

  function found(file: ts.SourceFile): Found {
    return memo(annotations, file, () => {
      const inFile = foundAlone(file);
      for (const f of passedOn()) if (f.getSourceFile() === file && !inFile.excluded.has(f)) inFile.annotated.add(f);
      return inFile;
    });
  }

  function foundAlone(file: ts.SourceFile): Found {
    return memo(alone, file, () => findAnnotations(file, registrars));
  }

  /** Functions that any file passes on to run as jobs, wherever they are declared. */
  function passedOn(): ReadonlySet<Preemptable> {
    passed ??= new Set(
      files
        .flatMap((file) => unlessTooDeep(() => declaredByPassed(file), []))
        .filter((f): f is Preemptable => isPreemptable(f) && !isGenerator(f) && own.has(f.getSourceFile())),
    );
    return passed;
  }

  function declaredByPassed(file: ts.SourceFile): readonly ts.Node[] {
    return foundAlone(file).passed.flatMap(({ value }) => targets.of(value)?.declared ?? []);
  }

  function reached(): Reached {
    everywhere ??= options.propagate ? reach(roots(), targets, mayBePreemptable) : new Map();
    return everywhere;
  }

  function roots(): Preemptable[] {
    return files.filter(mayHold).flatMap((file) => unlessTooDeep(() => [...found(file).annotated], []));
  }

  function mayBePreemptable(f: Preemptable): boolean {
    const file = f.getSourceFile();
    return own.has(file) && mayHold(file) && unlessTooDeep(() => !found(file).excluded.has(f), false);
  }

  function mayHold({ fileName }: ts.SourceFile): boolean {
    return !ours.holds(fileName) && !options.isExcluded(fileName);
  }

  function checked(file: ts.SourceFile, failed?: Failed): CheckedFile | undefined {
    if (!checkedFiles.has(file) || failed?.size) checkedFiles.set(file, checkAnew(file, failed));
    return checkedFiles.get(file);
  }

  function checkAnew(file: ts.SourceFile, failed: Failed | undefined): CheckedFile | undefined {
    if (!mayHold(file)) return undefined;
    const all = options.functions === "all" || options.isWhole(file.fileName);
    const inFile = [...reached().keys()].filter((f) => f.getSourceFile() === file);
    const selection = { found: found(file), all, reached: new Set<ts.Node>(inFile) };
    return isAnythingWanted(selection) ? checkFile(file, selection, program.getCompilerOptions(), failed) : undefined;
  }
}

/** What people call schedulers. */
const schedulerName = /^rt$|scheduler$/i;

/** By their types; methods that have none are meant where the file mentions the packages, or by their object's name. */
function registrarsIn(program: ts.Program, ours: OwnPackages, jobs: JobCalls): Registrars {
  const checker = program.getTypeChecker();
  let hasRoutes: boolean | undefined;
  let hasRuntime: boolean | undefined;
  return {
    isScheduler(method) {
      const home = homeOf(method);
      if (home !== undefined) return ours.holds(home);
      hasRuntime ??= program.getSourceFiles().some(({ fileName }) => ours.holds(fileName));
      return hasRuntime && schedulerName.test(pathOf(method.parent as ts.Expression).at(-2) ?? "");
    },
    isJobCall: (path) => jobs.has(path),
    takesRequests(method) {
      const home = homeOf(method);
      return home === undefined ? method.getSourceFile().text.includes(serverPackage) : ours.isServer(home);
    },
    isOfServer(name) {
      const home = homeOf(name);
      return home !== undefined && ours.isServer(home);
    },
    isHook(name) {
      const home = homeOf(name);
      return home !== undefined && ours.isOfFramework(home);
    },
    get hasRoutes() {
      hasRoutes ??= program.getSourceFiles().some(({ fileName }) => ours.isServer(fileName));
      return hasRoutes;
    },
  };

  /** The file that declares it. */
  function homeOf(name: ts.MemberName): string | undefined {
    const symbol = checker.getSymbolAtLocation(name);
    const isAlias = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    const [declaration] = (isAlias ? checker.getAliasedSymbol(symbol) : symbol)?.declarations ?? [];
    return declaration?.getSourceFile().fileName;
  }
}
