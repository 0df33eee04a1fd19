/**
 * What is made of files, kept on disk. The key of an entry is all that is known of the file itself: its text, its name, the options,
 * and the versions of what transforms it. The entry names what else was read, with the answers; if one of them is another now, it is
 * made anew.
 */
import { createRequire } from "node:module";
import type { FunctionSummary, SourceMap } from "../pipeline/transform.ts";
import type { ChosenFiles } from "../project/chosen-files.ts";
import type { PluginOptions } from "../project/plugin-options.ts";
import type { Question } from "../project/reads.ts";
import { BuildSummary, type FileCounts } from "../report/build-summary.ts";
import type { Diagnostic } from "../shared/diagnostics.ts";
import { propagatesByDefault } from "../shared/options.ts";
import { Answers, sha256 } from "./answers.ts";
import type { Compiled, Compiler, Linkage, Meaning } from "./compiler.ts";
import type { DiskCache } from "./disk-cache.ts";
import { versionOfTransform } from "./version.ts";

/** What was made of a file, in the form in which it is used. */
export interface MadeFile {
  readonly isRewritten: boolean;
  readonly linkage: Linkage;
  readonly diagnostics: readonly Diagnostic[];
  /** What became of its functions. */
  readonly counts: FileCounts;
  /** With what the use puts behind it; "" if the file stays as it is. */
  readonly code: string;
  readonly map: MadeMap | undefined;
}

/** A source map, and where it stands on disk, if it does. */
export interface MadeMap {
  readonly text: string;
  readonly place?: string;
}

/** How an integration uses what is made. */
export interface Use {
  /** Tells entries of this use from others. */
  readonly name: string;
  readonly meaning: Meaning;
  /** What is kept of the map of a file. */
  mapOf(file: string, map: SourceMap): SourceMap;
  /** What stands behind the code. */
  ending(map: MadeMap | undefined): string;
}

interface Head extends Omit<MadeFile, "code" | "map"> {
  /** The name of the map. */
  readonly map: string | undefined;
  readonly questions: readonly Question[];
}

const decoder = new TextDecoder();
const require = createRequire(import.meta.url);

export class CachedFiles {
  readonly #options: PluginOptions;
  readonly #root: string;
  readonly #chosen: ChosenFiles;
  readonly #cache: DiskCache | undefined;
  readonly #use: Use;
  readonly #answers: Answers;
  /** What has become of the functions so far. */
  readonly summary: BuildSummary = new BuildSummary();
  #settings: string | undefined;
  #profileText = "";
  #profileHash = "";
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
  make(file: string, code: string | Uint8Array, format: string): MadeFile | undefined {
    const made = this.#make(file, code, format);
    this.summary.note(file, made?.counts ?? countsOf());
    return made;
  }

  #make(file: string, code: string | Uint8Array, format: string): MadeFile | undefined {
    const source = typeof code === "string" ? code : Buffer.from(code.buffer, code.byteOffset, code.byteLength);
    const choice = this.#chosen.of(file, source);
    if (choice === undefined) return undefined;
    const compile = () => this.compiler().compile(file, typeof code === "string" ? code : decoder.decode(code), format);
    if (this.#cache === undefined) return this.#finished(this.#made(file, compile()));
    const { isWhole, passing } = choice;
    const content = sha256(source);
    const exclusivity = this.#chosen.exclusivityOf(file);
    const starts = isWhole ? [] : this.#chosen.startingFiles(file);
    const given = JSON.stringify([passing, starts, this.#profile()]);
    const about = [process.cwd(), file, format, isWhole, exclusivity, given, content];
    const key = sha256([this.#settingsText(), ...about].join("\0"));
    const known = this.#kept(key);
    if (known !== undefined) return known;
    const compiled = compile();
    const made = this.#made(file, compiled);
    if (!isLasting(made)) return this.#finished(made);
    const { code: text, map, ...rest } = made;
    const name = map && this.#cache.setMap(map.text);
    if (map !== undefined && name === undefined) return this.#finished(made);
    const head: Head = { ...rest, map: name, questions: [...compiled.asked.questions.values()] };
    this.#cache.set(key, `${JSON.stringify(head)}\n${text}`);
    return this.#finished({ ...made, map: name === undefined ? undefined : (this.#cache.getMap(name) ?? map) });
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
    const bytes = this.#cache?.get(key);
    if (bytes === undefined) return undefined;
    const end = bytes.indexOf("\n");
    const { questions, map: name, ...rest } = JSON.parse(bytes.toString("utf8", 0, end)) as Head;
    if (!questions.every((q) => this.#answers.isStill(q))) return undefined;
    const map = name === undefined ? undefined : this.#cache?.getMap(name);
    if (name !== undefined && map === undefined) return undefined;
    if (!rest.isRewritten) return { ...rest, map, code: "" };
    // One text in one piece: V8, and Node's look for the ends of its lines, are twice as slow with one that is put together of two.
    const code = Buffer.concat([bytes.subarray(end + 1), Buffer.from(this.#use.ending(map))]).toString("utf8");
    return { ...rest, map, code };
  }

  #made(file: string, { result, linkage }: Compiled): MadeFile {
    if (!result?.isRewritten) {
      const { diagnostics = [], functions } = result ?? {};
      return { isRewritten: false, linkage, diagnostics, counts: countsOf(functions), code: "", map: undefined };
    }
    const { code, diagnostics, functions } = result;
    const map = result.map && { text: JSON.stringify(this.#use.mapOf(file, result.map)) };
    return { isRewritten: true, linkage, diagnostics, counts: countsOf(functions), code, map };
  }

  #finished(made: MadeFile): MadeFile {
    return made.isRewritten ? { ...made, code: made.code + this.#use.ending(made.map) } : made;
  }

  /** What is made depends on the whole recording: on names of other files. */
  #profile(): string {
    const text = this.#chosen.profileText;
    if (text !== this.#profileText) [this.#profileText, this.#profileHash] = [text, sha256(text)];
    return this.#profileHash;
  }

  #settingsText(): string {
    const {
      propagate = propagatesByDefault,
      strategy = "capture",
      optimize = "speed",
      accesses = false,
    } = this.#options;
    const told = [this.#use.name, this.#use.meaning, propagate, strategy, optimize, accesses];
    this.#settings ??= JSON.stringify([versionOfTransform(), ...told]);
    return this.#settings;
  }
}

/** What is kept of it. */
function countsOf({ preemptable = 0, refused = [] }: Partial<FunctionSummary> = {}): FileCounts {
  return { preemptable, refused: refused.map(({ name }) => ({ name })) };
}

/** How deep the stack is, is another matter the next time. */
function isLasting({ diagnostics }: MadeFile): boolean {
  return !diagnostics.some(({ name }) => name === "too_deep");
}
