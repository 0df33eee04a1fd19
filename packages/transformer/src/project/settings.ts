/** The plugin's entry in tsconfig.json, checked, and what it means for a program. */
import * as ts from "typescript";
import { checkOptions, isOfPatch, propagatesByDefault, settingOptions } from "../shared/options.ts";
import type { Disk } from "./disk.ts";
import { ExclusivityOf } from "./exclusivity.ts";
import { matchFiles } from "./globs.ts";
import { type Project, projectOf } from "./project.ts";
import { tellFormerNames, wholeFiles } from "./whole-files.ts";

/** Which functions of a program become preemptable. */
export interface Settings {
  /** Those annotated (default), or every one that has a preemption point. */
  functions?: "annotated" | "all";
  /**
   * Packages in which every function that has a preemption point becomes preemptable, by their names. For `preempt build` and
   * `preempt check`: TypeScript's compiler transforms no packages. Default: none.
   */
  packages?: readonly string[];
  /** Files in which every such function becomes preemptable: globs and paths, relative to tsconfig.json. Default: none. */
  include?: readonly string[];
  /** Files in which no function becomes preemptable, whatever else selects it: globs and paths. Default: none. */
  exclude?: readonly string[];
  /**
   * Whether every function of the program that a preemptable one reaches becomes preemptable as well: through calls,
   * callbacks, and methods with those that override or implement them. Not those marked `@preempt never`, nor packages.
   * Default: false.
   */
  propagate?: boolean;
  /** Calls that run the functions passed to them as jobs: "rt.submit", "enqueue". Default: those that types show. */
  jobs?: readonly string[];
  /**
   * Files in which one job at a time may be, whatever the transform finds: globs and paths, relative to tsconfig.json. Default: none;
   * only where functions of a file write state that outlives their call, and may be preempted before they read it.
   */
  exclusive?: readonly string[];
  /** Files in which jobs may interleave at every preemption point, whatever the transform finds. Default: none. */
  reentrant?: readonly string[];
  /** @deprecated The former name of `packages` and `include`, which took both. */
  all?: readonly string[];
}

/** @throws TypeError if a setting has a name or a value that does not exist */
export function checkSettings(settings: Settings): void {
  checkOptions(settings, settingOptions, isOfPatch);
}

/** @param isExcluded Files that are excluded beside those that the settings name */
export function openProject(
  program: ts.Program,
  settings: Settings,
  disk: Disk = ts.sys,
  isExcluded: (fileName: string) => boolean = () => false,
): Project {
  const {
    functions = "annotated",
    exclude = [],
    propagate = propagatesByDefault,
    jobs = [],
    exclusive = [],
    reentrant = [],
  } = settings;
  checkSettings(settings);
  tellFormerNames(settings);
  const folder = folderOf(program);
  const whole = wholeFiles(settings).filter((one): one is string => typeof one === "string");
  const isWhole = matchFiles(whole, folder);
  const matchesExcluded = matchFiles(exclude, folder);
  const exclusivity = new ExclusivityOf({ exclusive, reentrant }, folder, disk);
  return projectOf(program, {
    ...{ functions, propagate, jobs, exclusivity, disk, isWhole },
    isExcluded: (fileName) => matchesExcluded(fileName) || isExcluded(fileName),
    key: [functions, propagate, jobs, whole, exclude, exclusive, reentrant],
  });
}

/** Where relative paths of the settings start. */
function folderOf(program: ts.Program): string {
  const path = program.getCompilerOptions().configFilePath;
  return typeof path === "string" ? path.replace(/[\\/][^\\/]*$/, "") : program.getCurrentDirectory();
}

/** A script has no imports: it reaches the runtime through a global symbol. */
export function isScript(sourceFile: ts.SourceFile): boolean {
  return !ts.isExternalModule(sourceFile);
}
