/**
 * `propagate` for doors that see one file at a time: asks a TypeScript program, made from the nearest tsconfig.json when
 * first needed, which functions of a file are reached from annotated ones anywhere.
 */
import ts from "typescript";
import type { Project } from "./project.ts";
import { openProject } from "./settings.ts";

interface Opened {
  readonly program: ts.Program;
  readonly project: Project;
}

export class ReachedFiles {
  readonly #configs = new Map<string, string | undefined>();
  readonly #opened = new Map<string, Opened>();

  /**
   * Where the functions of `file` start that annotated functions reach. Undefined if no program holds the file with
   * this text: then only the file itself can be searched.
   */
  of(file: string, code: string): readonly number[] | undefined {
    const folder = file.replace(/[\\/][^\\/]*$/, "");
    if (!this.#configs.has(folder)) this.#configs.set(folder, ts.findConfigFile(folder, ts.sys.fileExists));
    const config = this.#configs.get(folder);
    if (config === undefined) return undefined;
    const known = this.#opened.get(config) ?? this.#open(config);
    let source = known.program.getSourceFile(file);
    if (source === undefined) return undefined;
    let { project } = known;
    if (source.text !== code) {
      // Edited since, or changed by a plugin before this one, which no program can see.
      if (ts.sys.readFile(file) !== code) return undefined;
      const next = this.#open(config, known.program);
      source = next.program.getSourceFile(file);
      project = next.project;
    }
    const starts: number[] = [];
    for (const f of project.reached().keys()) if (f.getSourceFile() === source) starts.push(f.getStart(source));
    return starts;
  }

  #open(config: string, old?: ts.Program): Opened {
    const read = ts.readConfigFile(config, ts.sys.readFile);
    const parsed = ts.parseJsonConfigFileContent(read.config ?? {}, ts.sys, config.replace(/[\\/][^\\/]*$/, ""));
    const program = ts.createProgram({
      rootNames: parsed.fileNames,
      options: { ...parsed.options, configFilePath: config, noEmit: true },
      ...(old && { oldProgram: old }),
    });
    const opened = { program, project: openProject(program, { propagate: true }) };
    this.#opened.set(config, opened);
    return opened;
  }
}
