/** The plugin's entry in tsconfig.json, checked, and what it means for a program. */
import ts from "typescript";
import { checkFiles, checkJobs } from "../shared/option-names.ts";
import type { Disk } from "./disk.ts";
import { ExclusivityOf } from "./exclusivity.ts";
import { matchFiles } from "./globs.ts";
import { type Project, projectOf } from "./project.ts";

/** Which functions of a program become preemptable. */
export interface Settings {
  /** Those annotated (default), or every one that has a preemption point. */
  functions?: "annotated" | "all";
  /**
   * Files in which every function that has a preemption point becomes preemptable: globs and paths, relative to
   * tsconfig.json. Default: none.
   */
  all?: readonly string[];
  /**
   * Whether every function of the program that an annotated one reaches becomes preemptable as well: through calls,
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
}

/** @throws TypeError if a setting has a value that does not exist */
export function openProject(program: ts.Program, settings: Settings, disk: Disk = ts.sys): Project {
  const { functions = "annotated", all = [], propagate = false, jobs = [], exclusive = [], reentrant = [] } = settings;
  if (functions !== "annotated" && functions !== "all") {
    throw new TypeError(`functions is ${JSON.stringify(functions)}. Give "annotated" or "all".`);
  }
  if (!Array.isArray(all)) throw new TypeError(`all is ${JSON.stringify(all)}. Give a list of globs.`);
  if (typeof propagate !== "boolean") {
    throw new TypeError(`propagate is ${JSON.stringify(propagate)}. Give true or false.`);
  }
  checkJobs(jobs);
  checkFiles("exclusive", exclusive);
  checkFiles("reentrant", reentrant);
  const folder = folderOf(program);
  const isWhole = matchFiles(all, folder);
  const exclusivity = new ExclusivityOf({ exclusive, reentrant }, folder, disk);
  return projectOf(program, { functions, propagate, jobs, all, isWhole, exclusive, reentrant, exclusivity, disk });
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
