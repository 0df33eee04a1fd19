/** What was found in each file, once for each version of it: an editor asks for several things after each key. */
import {
  EditorProject,
  type FileOptions,
  type InspectedText,
  inspectText,
  isShown,
  type WrittenOptions,
} from "@preempt/transformer/editor";
import type ts from "typescript";

/** A file as it is now. */
export interface InspectedFile extends InspectedText {
  readonly code: string;
}

const nothing: InspectedFile = { code: "", diagnostics: [], functions: [] };

/** The configuration of a bundler is read again after this time, in milliseconds: nothing reports its changes. */
const freshFor = 2000;

export class Files {
  readonly #host: ts.LanguageServiceHost;
  readonly #entry: WrittenOptions;
  readonly #project = new EditorProject();
  readonly #known = new Map<string, { readonly version: string; readonly file: InspectedFile }>();
  #readAt = 0;

  /** @param options The plugin's entry in tsconfig.json */
  constructor(host: ts.LanguageServiceHost, options: object) {
    this.#host = host;
    this.#entry = { root: host.getCurrentDirectory(), options: options as Readonly<Record<string, unknown>> };
  }

  of(fileName: string): InspectedFile {
    if (!isShown(fileName)) return nothing;
    const version = this.#host.getScriptVersion(fileName);
    const known = this.#known.get(fileName);
    if (known?.version === version) return known.file;
    const snapshot = this.#host.getScriptSnapshot(fileName);
    if (snapshot === undefined) return nothing;
    const code = snapshot.getText(0, snapshot.getLength());
    const { isExcluded = false, ...options } = this.#optionsFor(fileName);
    const file = isExcluded ? nothing : { code, ...inspectText(code, { ...options, fileName }) };
    this.#known.set(fileName, { version, file });
    return file;
  }

  #optionsFor(fileName: string): FileOptions {
    const now = performance.now();
    if (now - this.#readAt > freshFor) {
      this.#project.forget();
      this.#readAt = now;
    }
    return this.#project.optionsFor(fileName, this.#entry);
  }
}
