/** Transforms a library's files as they are loaded, and counts what was done to its functions. */
import { type Optimize, transform } from "@preempt/transformer";
import ts from "typescript";
import { countFunctions } from "../../benchmarks/src/count-functions.ts";

/** What became of the functions in the library's files that were loaded. */
export interface Coverage {
  files: number;
  /** All functions with a body. */
  functions: number;
  /** Of these, the functions that were made preemptable. */
  preemptable: number;
  /** Diagnostic code → how many functions were refused with it. */
  refused: Record<string, number>;
}

export interface SourceFile {
  readonly file: string;
  readonly text: string;
  /** Else it is CommonJS. */
  readonly isModule: boolean;
  /** Else it is a test, which is not counted. */
  readonly isLibrary: boolean;
}

export class Transformer {
  readonly coverage: Coverage = { files: 0, functions: 0, preemptable: 0, refused: {} };
  readonly #untouched: boolean;
  readonly #optimize: Optimize;
  /** Some tests load a file again and again. */
  readonly #done = new Map<string, string>();

  /** @param untouched Leave the code as it is; types are taken out nevertheless. */
  constructor(untouched: boolean, optimize: Optimize) {
    this.#untouched = untouched;
    this.#optimize = optimize;
  }

  transformFile({ file, text, isModule, isLibrary }: SourceFile): string {
    const known = this.#done.get(file);
    if (known !== undefined) return known;
    const code = this.#untouched && !file.endsWith(".ts") ? text : this.#transform(file, text, isModule, isLibrary);
    this.#done.set(file, code);
    return code;
  }

  transformRival(text: string): string {
    return transform(text, { fileName: "rival.ts", optimize: this.#optimize, sourceMap: false }).code;
  }

  #transform(fileName: string, text: string, module: boolean, count: boolean): string {
    const functions = this.#untouched ? "annotated" : "all";
    const result = transform(text, { fileName, functions, module, optimize: this.#optimize, sourceMap: false });
    const broken = result.diagnostics.find((d) => d.name === "syntax_error");
    if (broken !== undefined) throw new Error(`${fileName}:${broken.line}:${broken.column} ${broken.message}`);
    if (count) this.#count(fileName, text, result.functions);
    return result.code;
  }

  #count(fileName: string, text: string, { preemptable, refused }: ReturnType<typeof transform>["functions"]): void {
    const { coverage } = this;
    coverage.files++;
    coverage.functions += countFunctions(ts.createSourceFile(fileName, text, ts.ScriptTarget.ESNext));
    coverage.preemptable += preemptable;
    for (const { code } of refused) coverage.refused[code] = (coverage.refused[code] ?? 0) + 1;
  }
}
