/**
 * What is made of files, kept on disk. The key of an entry is all that is known of the file itself: its text, its name, the options,
 * and the versions of what transforms it. The entry names what else was read, with the answers; if one of them is another now, it is
 * made anew.
 */
import { createRequire } from "node:module";
import type { ChosenFiles } from "../chosen-files.ts";
import type { Diagnostic } from "../diagnostics.ts";
import type { PluginOptions } from "../plugin-options.ts";
import type { Question } from "../reads.ts";
import type { SourceMap } from "../transform.ts";
import { Answers, sha256 } from "./answers.ts";
import type { Compiled, Compiler, Linkage, Meaning } from "./compiler.ts";
import type { DiskCache } from "./disk-cache.ts";
import { versionOfTransform } from "./version.ts";

/** What was made of a file, in the form in which it is used. */
export interface MadeFile {
  readonly isRewritten: boolean;
  readonly linkage: Linkage;
  readonly diagnostics: readonly Diagnostic[];
  /** "" if the file stays as it is. */
  readonly code: string;
}

/** How an integration uses what is made. */
export interface Use {
  /** Tells entries of this use from others. */
  readonly name: string;
  readonly meaning: Meaning;
  /** What is kept of a result that is used. */
  text(result: { readonly code: string; readonly map: SourceMap | undefined }): string;
}

interface Head extends Omit<MadeFile, "code"> {
  readonly questions: readonly Question[];
}

const require = createRequire(import.meta.url);

export class CachedFiles {
  readonly #options: PluginOptions;
  readonly #root: string;
  readonly #chosen: ChosenFiles;
  readonly #cache: DiskCache | undefined;
  readonly #use: Use;
  readonly #answers: Answers;
  #settings: string | undefined;
  #compiler: Compiler | undefined;
  #isLoading = false;

  constructor(options: PluginOptions, root: string, chosen: ChosenFiles, cache: DiskCache | undefined, use: Use) {
    this.#options = options;
    this.#root = root;
    this.#chosen = chosen;
    this.#cache = cache;
    this.#use = use;
    this.#answers = new Answers(chosen);
  }

  /** Whether TypeScript is being loaded, so that hooks leave files alone. */
  get isLoading(): boolean {
    return this.#isLoading;
  }

  /** Undefined if nothing in the file can be wanted. */
  make(file: string, code: string, format: string): MadeFile | undefined {
    const choice = this.#chosen.of(file, code);
    if (choice === undefined) return undefined;
    if (this.#cache === undefined) return this.#made(this.compiler().compile(file, code, format));
    const { isWhole } = choice;
    const key = sha256(
      [this.#settingsText(), process.cwd(), file, format, isWhole, this.#chosen.exclusivityOf(file), code].join("\0"),
    );
    const known = this.#kept(key);
    if (known !== undefined) return known;
    const compiled = this.compiler().compile(file, code, format);
    const made = this.#made(compiled);
    if (isLasting(made)) {
      const { code: text, ...rest } = made;
      const head: Head = { ...rest, questions: [...compiled.asked.questions.values()] };
      this.#cache.set(key, `${JSON.stringify(head)}\n${text}`);
    }
    return made;
  }

  /** Loads TypeScript, which costs more than all the rest of a start. */
  compiler(): Compiler {
    if (this.#compiler !== undefined) return this.#compiler;
    const { Compiler } = this.#load();
    this.#compiler = new Compiler(
      this.#options,
      this.#root,
      this.#chosen,
      this.#use.meaning,
      this.#cache !== undefined,
    );
    return this.#compiler;
  }

  isAnnotated(file: string, code: string): boolean {
    return this.#load().isAnnotated(file, code);
  }

  #load(): typeof import("./compiler.ts") {
    const wasLoading = this.#isLoading;
    this.#isLoading = true;
    try {
      // Of the sources, which have the other ending, as of what is built.
      return require(`./compiler${import.meta.url.slice(-3)}`) as typeof import("./compiler.ts");
    } finally {
      this.#isLoading = wasLoading;
    }
  }

  #kept(key: string): MadeFile | undefined {
    const text = this.#cache?.get(key);
    if (text === undefined) return undefined;
    const end = text.indexOf("\n");
    const { questions, ...rest } = JSON.parse(text.slice(0, end)) as Head;
    return questions.every((q) => this.#answers.isStill(q)) ? { ...rest, code: text.slice(end + 1) } : undefined;
  }

  #made({ result, linkage }: Compiled): MadeFile {
    const { isRewritten = false, diagnostics = [] } = result ?? {};
    return { isRewritten, linkage, diagnostics, code: result && isRewritten ? this.#use.text(result) : "" };
  }

  #settingsText(): string {
    const { propagate = false, strategy = "capture", optimize = "speed", accesses = false } = this.#options;
    const told = [this.#use.name, this.#use.meaning, propagate, strategy, optimize, accesses];
    this.#settings ??= JSON.stringify([versionOfTransform(), ...told]);
    return this.#settings;
  }
}

/** How deep the stack is, is another matter the next time. */
function isLasting({ diagnostics }: MadeFile): boolean {
  return !diagnostics.some(({ name }) => name === "too_deep");
}
