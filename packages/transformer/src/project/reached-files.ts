/**
 * `propagate` for integrations that see one file at a time: asks a TypeScript program, made from the nearest tsconfig.json when
 * first needed, which functions of a file are reached from annotated ones anywhere.
 */
import ts from "typescript";
import type { Project } from "./project.ts";
import { type Reading, unnoted } from "./reading.ts";
import { Asked } from "./reads.ts";
import { openProject } from "./settings.ts";
import type { TsConfig, TsConfigs } from "./tsconfig.ts";

interface Opened {
  readonly config: TsConfig;
  readonly program: ts.Program;
  readonly project: Project;
  /** What the program rests on. */
  readonly asked: Asked;
}

export class ReachedFiles {
  readonly #configs: TsConfigs;
  readonly #opened = new Map<string, Opened>();
  readonly #reading: Reading;
  readonly #isExcluded: (fileName: string) => boolean;

  constructor(configs: TsConfigs, reading: Reading = unnoted, isExcluded: (fileName: string) => boolean = () => false) {
    this.#configs = configs;
    this.#reading = reading;
    this.#isExcluded = isExcluded;
  }

  /**
   * Where the functions of `file` start that run as jobs, and those that annotated functions reach. Undefined if no program holds the file with
   * this text: then only the file itself can be searched.
   */
  of(file: string, code: string): readonly number[] | undefined {
    const config = this.#configs.of(file);
    if (config === undefined) return undefined;
    const opened = this.#opened.get(config.path);
    // Read anew, the project may have other files and options.
    const known = opened?.config === config ? opened : this.#open(config, opened?.program);
    this.#reading.reads.again(known.asked);
    // TypeScript drops the mark at the start of a file, bundlers leave it there.
    const mark = code.startsWith("\uFEFF") ? 1 : 0;
    const text = code.slice(mark);
    let source = known.program.getSourceFile(file);
    if (source === undefined) return undefined;
    let { project } = known;
    if (source.text !== text) {
      // Edited since, or changed by a plugin before this one, which no program can see.
      if (this.#reading.system.readFile(file) !== text) return undefined;
      const next = this.#open(config, known.program);
      source = next.program.getSourceFile(file);
      project = next.project;
    }
    const starts: number[] = [];
    // The program knows by types what is passed on to run as a job; annotations it finds as the file's own look does.
    const wanted = source === undefined ? [] : [...project.found(source).annotated, ...project.reached().keys()];
    for (const f of wanted) if (f.getSourceFile() === source) starts.push(f.getStart(source) + mark);
    return starts;
  }

  #open(config: TsConfig, old?: ts.Program): Opened {
    const { system, reads } = this.#reading;
    const asked = new Asked();
    return reads.within(asked, () => {
      const options = { ...config.options, configFilePath: config.path, noEmit: true };
      const program = ts.createProgram({
        rootNames: this.#configs.filesOf(config),
        options,
        // A program that is noted reads everything anew: what an old one has read was noted elsewhere.
        ...(old && !reads.isOn && { oldProgram: old }),
        ...(reads.isOn && { host: hostOf(options, system) }),
      });
      const project = openProject(program, { propagate: true }, system, this.#isExcluded);
      // Found now, so that whatever it reads is noted here.
      if (reads.isOn) project.reached();
      const opened = { config, program, project, asked };
      this.#opened.set(config.path, opened);
      return opened;
    });
  }
}

/** TypeScript's host, which asks `system`. */
function hostOf(options: ts.CompilerOptions, system: ts.System): ts.CompilerHost {
  const { fileExists, readFile, directoryExists, getDirectories, realpath } = system;
  return {
    ...ts.createCompilerHost(options),
    fileExists,
    readFile,
    directoryExists,
    getDirectories,
    ...(realpath && { realpath }),
    getSourceFile(fileName, versionOrOptions) {
      const text = readFile(fileName);
      return text === undefined ? undefined : ts.createSourceFile(fileName, text, versionOrOptions);
    },
  };
}
