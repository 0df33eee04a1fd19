/**
 * `propagate` for integrations that see one file at a time: which functions of a file are reached from preemptable ones anywhere in the
 * project, as TypeScript's checker follows them.
 */
import type ts from "typescript";
import { type Reached, reach } from "../1-resolve/reach.ts";
import { targetsByType } from "../1-resolve/targets-by-type.ts";
import { type Found, findAnnotations } from "../2-find/annotations.ts";
import { isGenerator, isPreemptable, type Preemptable } from "../syntax/nodes.ts";
import { unlessTooDeep } from "../syntax/too-deep.ts";
import { OwnPackages } from "./own-packages.ts";
import { reachedProgram } from "./reached-program.ts";
import { type Reading, unnoted } from "./reading.ts";
import { Asked } from "./reads.ts";
import { type KnownOfFile, registrarsOf } from "./registrars.ts";
import type { TsConfigs } from "./tsconfig.ts";

interface Opened {
  readonly program: ts.Program;
  readonly reached: () => Reached;
  /** What the program rests on. */
  readonly asked: Asked;
}

/** What options and texts say, without a program. */
export interface Starts {
  /** Files of the project around a file that may hold functions in which `propagate` starts. */
  startingFiles(fileName: string): readonly string[];
  isExcluded(fileName: string): boolean;
  known(fileName: string, code: string): KnownOfFile;
}

export class ReachedFiles {
  readonly #configs: TsConfigs;
  readonly #reading: Reading;
  readonly #starts: Starts;
  readonly #own: OwnPackages;
  /** The files that are looked at with all that their imports lead to. */
  readonly #roots = new Set<string>();
  #opened: Opened | undefined;

  constructor(configs: TsConfigs, starts: Starts, reading: Reading = unnoted) {
    this.#configs = configs;
    this.#starts = starts;
    this.#reading = reading;
    this.#own = new OwnPackages(reading.system);
  }

  /** Which files there are, or what a tsconfig.json says, has changed. */
  forget(): void {
    this.#roots.clear();
    this.#opened = undefined;
  }

  /**
   * Where the functions of `file` start that run as jobs because of other files, and those that preemptable functions reach. Undefined if
   * no program can hold the file with this text: then only the file itself can be searched.
   *
   * @param mayStart Whether the text may hold a function that is preemptable by itself
   */
  of(file: string, code: string, mayStart: boolean): readonly number[] | undefined {
    const isComplete = this.#addRoots(this.#starts.startingFiles(file));
    if (this.#roots.size === 0) return [];
    if (this.#opened === undefined || !isComplete) this.#opened = this.#open();
    this.#reading.reads.again(this.#opened.asked);
    // TypeScript drops the mark at the start of a file, bundlers leave it there.
    const mark = code.startsWith("\uFEFF") ? 1 : 0;
    const text = code.slice(mark);
    let source = this.#opened.program.getSourceFile(file);
    if (source === undefined) return mayStart ? undefined : [];
    if (source.text !== text) {
      // Edited since, or changed by a plugin before this one, which no program can see.
      if (this.#reading.system.readFile(file) !== text) return undefined;
      this.#opened = this.#open();
      source = this.#opened.program.getSourceFile(file);
    }
    if (source === undefined) return [];
    const inFile = [...this.#opened.reached().keys()].filter((f) => f.getSourceFile() === source);
    return inFile.map((f) => f.getStart(source) + mark);
  }

  /** Whether the program holds them all: what starts in a file that it holds has been found. */
  #addRoots(files: readonly string[]): boolean {
    let isComplete = true;
    for (const file of files) {
      if (this.#roots.has(file)) continue;
      this.#roots.add(file);
      isComplete &&= this.#opened?.program.getSourceFile(file) !== undefined;
    }
    return isComplete;
  }

  #open(): Opened {
    const { system, reads } = this.#reading;
    const asked = new Asked();
    return reads.within(asked, () => {
      // A program that is noted reads everything anew: what an old one has read was noted elsewhere.
      const old = reads.isOn ? undefined : this.#opened?.program;
      const isPreempts = (name: string) => this.#own.holds(name);
      const program = reachedProgram([...this.#roots], this.#configs, system, isPreempts, old);
      let all: Reached | undefined;
      const reached = () => {
        all ??= this.#reachedIn(program);
        return all;
      };
      // Found now, so that whatever it reads is noted here.
      if (reads.isOn) reached();
      return { program, reached, asked };
    });
  }

  /** What runs as a job is found in each file as it is when the file is transformed; what such functions reach, by types. */
  #reachedIn(program: ts.Program): Reached {
    const targets = targetsByType(program);
    const found = new Map<ts.SourceFile, Found>();
    for (const file of program.getSourceFiles()) {
      const { fileName, text } = file;
      if (!targets.isProject(file) || this.#own.holds(fileName) || this.#starts.isExcluded(fileName)) continue;
      const known = this.#starts.known(fileName, text);
      const inFile = unlessTooDeep(() => findAnnotations(file, registrarsOf(known), known.passing?.names), undefined);
      if (inFile !== undefined) found.set(file, inFile);
    }
    const isOpen = (f: Preemptable) => found.get(f.getSourceFile())?.excluded.has(f) === false;
    const passed = [...found.values()].flatMap((one) =>
      one.passed.flatMap(({ value }) => targets.of(value)?.declared ?? []),
    );
    const passedOn = passed.filter(
      (f): f is Preemptable => isPreemptable(f) && !isGenerator(f) && isOpen(f as Preemptable),
    );
    const roots = [...[...found.values()].flatMap(({ annotated }) => [...annotated]), ...passedOn];
    const reached = new Map(reach(roots, targets, isOpen));
    for (const f of passedOn) if (!reached.has(f)) reached.set(f, f);
    return reached;
  }
}
