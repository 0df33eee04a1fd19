/**
 * The part of Node's hooks that needs TypeScript. It is loaded for the first file that is in no cache, from within a hook, which is
 * synchronous: so it is required.
 */
import * as ts from "typescript";
import { findAnnotations } from "../2-find/annotations.ts";
import { importsOrExports } from "../bundler/commonjs.ts";
import { SingleFiles } from "../integrations/single-files.ts";
import type { Transformed } from "../pipeline/transform.ts";
import type { ChosenFiles } from "../project/chosen-files.ts";
import type { PluginOptions } from "../project/plugin-options.ts";
import { Asked, Reads } from "../project/reads.ts";
import { notedSystem } from "./noted-system.ts";

export type Linkage = "module" | "commonjs";

/** What is made of a file, and what was read for it. */
export interface Compiled {
  readonly result: Transformed | undefined;
  readonly linkage: Linkage;
  readonly asked: Asked;
}

/** TypeScript options that change what code means. */
export type Meaning = ts.CompilerOptions;

export class Compiler {
  readonly #files: SingleFiles;
  readonly #reads: Reads;
  readonly #meaning: ts.CompilerOptions;

  /** @param isNoted Whether what is read is noted */
  constructor(
    options: PluginOptions,
    root: string,
    chosen: ChosenFiles,
    meaning: ts.CompilerOptions,
    isNoted: boolean,
  ) {
    this.#reads = new Reads(isNoted);
    const reading = { system: isNoted ? notedSystem(this.#reads) : ts.sys, reads: this.#reads };
    this.#files = new SingleFiles(options, root, reading, chosen);
    this.#meaning = meaning;
  }

  /** @param format As Node calls it; "" for what is to be seen in the file */
  compile(file: string, code: string, format: string): Compiled {
    const asked = new Asked();
    return this.#reads.within(asked, () => {
      const linkage = linkageOf(file, code, format);
      const wanted = this.#files.wanted(file, code);
      if (wanted === undefined) return { result: undefined, linkage, asked };
      const context = { isCommonJs: linkage === "commonjs", compilerOptions: this.#meaning };
      return { result: this.#files.transform(code, wanted, context), linkage, asked };
    });
  }
}

function linkageOf(file: string, code: string, format: string): Linkage {
  if (format.startsWith("module")) return "module";
  if (format.startsWith("commonjs")) return "commonjs";
  return importsOrExports(file, code, false) ? "module" : "commonjs";
}

/** Whether there is an annotation in the file. */
export function isAnnotated(file: string, code: string): boolean {
  return findAnnotations(ts.createSourceFile(file, code, ts.ScriptTarget.ESNext, true)).annotated.size > 0;
}
