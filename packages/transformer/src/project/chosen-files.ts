/**
 * Which files may hold something to transform, as far as names, options and a look at the text tell. It takes no compiler to say so:
 * Node's hooks load that only for what is in no cache.
 */

import { JobCalls } from "../2-find/job-calls.ts";
import { mayHoldAnnotation } from "../2-find/misspelt.ts";
import { mentionedIn } from "../2-find/our-packages.ts";
import { noPassing, type Passing } from "../2-find/passing.ts";
import type { FileProfile } from "../2-find/profiled.ts";
import type { Exclusivity } from "../4-plan/shared-state/exclusive-unit.ts";
import { checkOptions, pluginOptions, propagatesByDefault } from "../shared/options.ts";
import type { Disk } from "./disk.ts";
import { ExclusivityOf } from "./exclusivity.ts";
import { FileSet } from "./file-set.ts";
import { slashed } from "./globs.ts";
import { handsJobs, handsRequests } from "./hands.ts";
import { OwnPackages } from "./own-packages.ts";
import { isOfPackage } from "./packages.ts";
import { PassedFunctions } from "./passed/passed-functions.ts";
import type { PluginOptions } from "./plugin-options.ts";
import { ProfileFile } from "./profile-file.ts";
import { isRecording } from "./recording.ts";
import { asPaths, tellFormerNames, wholeFiles } from "./whole-files.ts";

const sourceFile = /\.[cm]?[jt]sx?$/;

function mayHandOver(code: string): boolean {
  if (handsJobs(code) || handsRequests(code)) return true;
  const { server, framework } = mentionedIn(code);
  return server || framework;
}

/** Those of the names that the text may call as schedulers. */
function calledIn(text: string, hands: (text: string) => boolean, names: ReadonlySet<string>): string[] {
  return names.size > 0 && hands(text) ? [...names].filter((name) => text.includes(name)).sort() : [];
}

/** A text, or its bytes, which are decoded only where they have to be. */
export interface Text {
  includes(part: string): boolean;
  toString(): string;
}

export interface Choice {
  /** Whether all functions of the file are wanted. */
  readonly isWhole: boolean;
  /** Whether there is something to look at; otherwise other files of the project decide. */
  readonly isSure: boolean;
  readonly passing: Passing;
}

export class ChosenFiles {
  readonly #whole: FileSet;
  readonly #excluded: FileSet;
  readonly #exclusivity: ExclusivityOf;
  readonly #own: OwnPackages;
  readonly #propagate: boolean;
  readonly #passed: PassedFunctions;
  readonly #profile: ProfileFile;
  readonly #jobs: readonly string[];
  readonly #jobCalls: JobCalls;
  /** Files that hold starts of `propagate` and are loaded, though the project does not have them. */
  readonly #otherStarts = new Set<string>();

  /** @throws TypeError if an option has a value that does not exist */
  constructor(options: PluginOptions, root: string, disk: Disk) {
    checkOptions(options, pluginOptions);
    tellFormerNames(options);
    this.#whole = new FileSet(wholeFiles(options), root, disk);
    this.#excluded = new FileSet(asPaths(options.exclude ?? []), root, disk);
    this.#exclusivity = new ExclusivityOf(options, root, disk);
    this.#own = new OwnPackages(disk);
    this.#propagate = options.propagate ?? propagatesByDefault;
    this.#profile = new ProfileFile(options.profile, root, disk);
    this.#jobs = options.jobs ?? [];
    this.#jobCalls = new JobCalls(this.#jobs);
    this.#passed = new PassedFunctions(this.#jobs, root, disk);
  }

  /** The names of the packages that are transformed whole. */
  get packages(): readonly string[] {
    return this.#whole.packages;
  }

  /** Names of packages that nobody has, as far as was seen: they are misspelt, or of a folder. */
  get unknownPackages(): readonly string[] {
    return this.#whole.unknownPackages;
  }

  /** Where globs and paths start, and packages are looked for. */
  startAt(root: string): void {
    this.#whole.startAt(root);
    this.#excluded.startAt(root);
    this.#exclusivity.startAt(root);
    this.#passed.startAt(root);
    this.#profile.startAt(root);
  }

  forget(): void {
    this.#own.forget();
    this.#passed.forget();
    this.#profile.forget();
  }

  /** Undefined if nothing in the file can be wanted. Cheap for most. */
  of(fileName: string, code: Text): Choice | undefined {
    if (isRecording() || !sourceFile.test(fileName) || this.isExcluded(fileName)) return undefined;
    const isWhole = this.isWhole(fileName);
    if (!isWhole && isOfPackage(fileName)) return undefined;
    if (this.#own.holds(fileName, isWhole ? code : "")) return undefined;
    const text = code.toString();
    const passing = isWhole ? this.#passingOfWhole(fileName, text) : this.passingOf(fileName, text);
    // Cheap enough to ask of every file; a false yes costs only time.
    const isSure = isWhole || mayHoldAnnotation(text) || passing.mayCall || passing.names.length > 0;
    // One of another package of the workspace, or a test that is run.
    const isStart = this.#propagate && isSure && !isWhole;
    if (isStart && !this.#passed.startingFiles(fileName).includes(slashed(fileName))) this.#otherStarts.add(fileName);
    const isAsked = isSure || mayHandOver(text) || this.startingFiles(fileName).length > 0;
    return isAsked ? { isWhole, isSure, passing } : undefined;
  }

  /** What is known of who runs its functions as jobs, and of what it calls. */
  passingOf(fileName: string, text: string): Passing {
    const { runtime, server } = this.#passed.schedulerNames(fileName);
    const schedulers = { runtime: calledIn(text, handsJobs, runtime), server: calledIn(text, handsRequests, server) };
    const mayCall = schedulers.runtime.length + schedulers.server.length > 0 || this.#jobCalls.mayBeIn(text);
    const accessors = () => this.#accessorsIn(fileName, text);
    const toJSON = () => this.#mayMeetToJSON(fileName, text);
    return {
      names: this.#passed.namesIn(fileName),
      jobs: this.#jobs,
      schedulers,
      // For these the text is searched for many names, and most files are not transformed.
      get accessors() {
        return accessors();
      },
      get toJSON() {
        return toJSON();
      },
      mayCall,
    };
  }

  /** All of its functions are preemptable, whoever passes them on. */
  #passingOfWhole(fileName: string, text: string): Passing {
    if (isOfPackage(fileName)) return noPassing;
    const accessors = this.#accessorsIn(fileName, text);
    return { ...noPassing, accessors, toJSON: this.#mayMeetToJSON(fileName, text) };
  }

  #mayMeetToJSON(fileName: string, text: string): boolean {
    // The text last: to search it takes longer.
    return this.#passed.hasToJSON(fileName) && text.includes("stringify");
  }

  /** Those of the project's annotated accessors that the file may read or assign. */
  #accessorsIn(fileName: string, text: string): Passing["accessors"] {
    const { get, set } = this.accessorsFor(fileName);
    return { get: get.filter((name) => text.includes(name)), set: set.filter((name) => text.includes(name)) };
  }

  /** The names of the project's annotated accessors. */
  accessorsFor(fileName: string): Passing["accessors"] {
    const lists = this.#passed.accessorNames(fileName);
    const those = (kind: "get" | "set") => [...new Set(lists.flatMap((list) => [...list[kind]]))].sort();
    return { get: those("get"), set: those("set") };
  }

  /** Whether a file may meet an annotated `toJSON` of the project. */
  meetsToJSON(fileName: string): boolean {
    return !isOfPackage(fileName) && this.#passed.hasToJSON(fileName);
  }

  /** The names by which the file exports functions that other files pass on to run as jobs. */
  passedIn(fileName: string): readonly string[] {
    return this.#passed.namesIn(fileName);
  }

  /** Files of the project around a file that may hold functions in which `propagate` starts. */
  startingFiles(fileName: string): readonly string[] {
    return this.#propagate ? [...this.#passed.startingFiles(fileName), ...this.#otherStarts] : [];
  }

  isWhole(fileName: string): boolean {
    return this.#whole.has(slashed(fileName)) && !this.isExcluded(fileName);
  }

  /** Whether no function of the file is wanted, whatever selects it. */
  isExcluded(fileName: string): boolean {
    return this.#excluded.has(slashed(fileName));
  }

  /** What the options say of jobs that meet in the file. */
  exclusivityOf(fileName: string): Exclusivity {
    return this.#exclusivity.of(fileName);
  }

  /** What the recorded runs say of the file. */
  profileOf(fileName: string): FileProfile | undefined {
    return this.#profile.of(fileName);
  }

  /** @throws TypeError if the option `profile` names no recording */
  checkProfile(): void {
    if (!isRecording()) this.#profile.text;
  }

  /** The text of the recording; "" if there is none. */
  get profileText(): string {
    return this.#profile.text;
  }
}
