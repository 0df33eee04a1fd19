/**
 * Emits a program as TypeScript does, with its functions made preemptable, and leaves out what is as the last build has left it.
 *
 * What becomes of a file without preemptable functions depends on what it imports: TypeScript's incremental compiler knows which of those
 * have to be emitted again. What becomes of a file with some may depend on every file of the program: a call elsewhere makes a function
 * preemptable, another class implements a method. So all of these are emitted again as soon as any file has changed. They are few.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as ts from "typescript";
import { type ProgramTransform, transformProgram } from "../../../integrations/program-transform.ts";
import { sha256 } from "../../../node/answers.ts";
import type { Project } from "../../../project/project.ts";
import type { FileCounts } from "../../../report/build-summary.ts";
import { type Diagnostic, diagnose } from "../../../shared/diagnostics.ts";
import { isLegal } from "../../../syntax/legal.ts";
import { compilerText } from "../../config-file.ts";
import { type BuildNotes, type FileNote, isIntact } from "./last-build.ts";

export interface Emission {
  readonly notes: BuildNotes;
  /** TypeScript's own, for the next build. */
  readonly buildInfo: string | undefined;
  /** How many files are as the last build has left them. */
  readonly upToDate: number;
}

interface Growing {
  outputs: Record<string, string>;
  counts: FileCounts;
  diagnostics: Diagnostic[];
  errors: string[];
}

const isDeclaration = /\.d\.(?:[^.]+\.)?[cm]?ts(?:\.map)?$/;

export class ProjectEmitter {
  readonly #builder: ts.EmitAndSemanticDiagnosticsBuilderProgram;
  readonly #program: ts.Program;
  readonly #project: Project;
  readonly #last: BuildNotes | undefined;
  readonly #key: string;
  readonly #cwd: string;
  readonly #made = new Map<string, Growing>();
  readonly #transformers: ts.CustomTransformers;
  #buildInfo: string | undefined;

  constructor(
    builder: ts.EmitAndSemanticDiagnosticsBuilderProgram,
    project: Project,
    settings: ProgramTransform,
    last: BuildNotes | undefined,
    { key, cwd }: { readonly key: string; readonly cwd: string },
  ) {
    this.#builder = builder;
    this.#program = builder.getProgram();
    this.#project = project;
    this.#last = last;
    this.#key = key;
    this.#cwd = cwd;
    const before = transformProgram(project, settings, {
      report: (diagnostic, { fileName }) => this.#making(fileName).diagnostics.push(diagnostic),
      finished: ({ fileName }, { preemptable, refused }) => {
        this.#making(fileName).counts = { preemptable, refused: refused.map(({ name }) => ({ name })) };
      },
    });
    this.#transformers = { before: [before] };
  }

  emit(): Emission {
    const state = stateOf(this.#program);
    const own = this.#program
      .getSourceFiles()
      .filter((file) => !file.isDeclarationFile && !this.#program.isSourceFileFromExternalLibrary(file));
    const affected = this.#emitAffected();
    const isChanged = this.#last?.state !== state;
    const files: Record<string, FileNote> = {};
    let upToDate = 0;
    for (const file of own) {
      const before = this.#last?.files[file.fileName];
      if (!affected.has(file.fileName)) {
        const isTouched = this.#made.has(file.fileName) || (isChanged && this.#dependsOnAll(file, before));
        if (before !== undefined && !isTouched && isIntact(before)) {
          files[file.fileName] = before;
          upToDate++;
          continue;
        }
        this.#making(file.fileName, true);
        const { diagnostics } = this.#program.emit(file, this.#write, undefined, false, this.#transformers);
        this.#noteErrors(file.fileName, diagnostics);
      }
      files[file.fileName] = this.#noted(file);
    }
    return { notes: { key: this.#key, state, files }, buildInfo: this.#buildInfo, upToDate };
  }

  /**
   * Emits what TypeScript finds changed.
   *
   * @returns the names of the files that are done; of some TypeScript wants the declarations alone, and these are emitted whole later
   */
  #emitAffected(): ReadonlySet<string> {
    const done = new Set<string>();
    for (;;) {
      const next = this.#builder.emitNextAffectedFile(this.#write, undefined, false, this.#transformers);
      if (next === undefined) return done;
      if (!("fileName" in next.affected)) continue;
      const { fileName } = next.affected;
      if (Object.keys(this.#made.get(fileName)?.outputs ?? {}).every((path) => isDeclaration.test(path))) continue;
      this.#noteErrors(fileName, next.result.diagnostics);
      done.add(fileName);
    }
  }

  /** Whether a change anywhere may change what becomes of the file, or what is said of it. */
  #dependsOnAll(file: ts.SourceFile, before: FileNote | undefined): boolean {
    if (before === undefined || before.counts.preemptable > 0 || before.diagnostics.length > 0) return true;
    try {
      return this.#project.checked(file) !== undefined || this.#project.found(file).passed.length > 0;
    } catch {
      // What is nested too deep is told when it is emitted.
      return true;
    }
  }

  readonly #write: ts.WriteFileCallback = (path, text, hasMark, _onError, sources) => {
    const [source] = sources ?? [];
    if (source === undefined) {
      this.#buildInfo = text;
      return;
    }
    const bytes = Buffer.from(hasMark ? `\uFEFF${text}` : text);
    this.#making(source.fileName).outputs[path] = sha256(bytes);
    if (isSame(path, bytes)) return;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  };

  #making(fileName: string, isAnew = false): Growing {
    const known = this.#made.get(fileName);
    if (known !== undefined && !isAnew) return known;
    const made: Growing = { outputs: {}, counts: { preemptable: 0, refused: [] }, diagnostics: [], errors: [] };
    this.#made.set(fileName, made);
    return made;
  }

  #noteErrors(fileName: string, diagnostics: readonly ts.Diagnostic[]): void {
    for (const one of diagnostics) this.#making(fileName).errors.push(compilerText([one], this.#cwd));
  }

  #noted(file: ts.SourceFile): FileNote {
    const made = this.#making(file.fileName);
    return { ...made, diagnostics: [...syntaxErrors(this.#program, file), ...made.diagnostics] };
  }
}

function syntaxErrors(program: ts.Program, file: ts.SourceFile): Diagnostic[] {
  const found = program.getSyntacticDiagnostics(file).filter((d) => !isLegal(d));
  return found.map(({ start, length, messageText }) =>
    diagnose(file, { start, length }, "syntax_error", { what: ts.flattenDiagnosticMessageText(messageText, "\n") }),
  );
}

/** Which files there are, and what stands in them. */
function stateOf(program: ts.Program): string {
  const files = program.getSourceFiles() as readonly (ts.SourceFile & { readonly version?: string })[];
  return sha256(files.map(({ fileName, version }) => `${fileName} ${version}\n`).join(""));
}

function isSame(path: string, bytes: Buffer): boolean {
  try {
    return readFileSync(path).equals(bytes);
  } catch {
    return false;
  }
}
