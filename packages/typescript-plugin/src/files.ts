/** What was found in each file, once for each version of it: an editor asks for several things after each key. */
import { type InspectedText, type InspectTextOptions, inspectText, isShown } from "@preempt/transformer/editor";
import type ts from "typescript";

/** A file as it is now. */
export interface InspectedFile extends InspectedText {
  readonly code: string;
}

const nothing: InspectedFile = { code: "", diagnostics: [], functions: [] };

export class Files {
  readonly #host: ts.LanguageServiceHost;
  readonly #options: Omit<InspectTextOptions, "fileName">;
  readonly #known = new Map<string, { readonly version: string; readonly file: InspectedFile }>();

  constructor(host: ts.LanguageServiceHost, { functions, propagate, jobs }: Omit<InspectTextOptions, "fileName">) {
    this.#host = host;
    this.#options = {
      ...(functions !== undefined && { functions }),
      ...(propagate !== undefined && { propagate }),
      ...(jobs !== undefined && { jobs }),
    };
  }

  of(fileName: string): InspectedFile {
    if (!isShown(fileName)) return nothing;
    const version = this.#host.getScriptVersion(fileName);
    const known = this.#known.get(fileName);
    if (known?.version === version) return known.file;
    const snapshot = this.#host.getScriptSnapshot(fileName);
    if (snapshot === undefined) return nothing;
    const code = snapshot.getText(0, snapshot.getLength());
    const file = { code, ...inspectText(code, { ...this.#options, fileName }) };
    this.#known.set(fileName, { version, file });
    return file;
  }
}
