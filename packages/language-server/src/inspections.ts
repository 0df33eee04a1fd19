/**
 * What was found in each open document. A version of a text is inspected once, after a pause in typing. Requests that come before wait for
 * that. So an editor that sends requests at each key causes no work that the next key makes useless.
 */
import { type FileOptions, type InspectedText, inspectText } from "@preempt/transformer/editor";
import type { CancellationToken } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type ShownFile, shownFileOf } from "./file-names.ts";
import type { Settings } from "./settings.ts";

/** A document as it was when it was looked at. */
export interface Inspected extends InspectedText, ShownFile {
  /** A copy, because the editor's document continues to change. */
  readonly document: TextDocument;
  readonly code: string;
  readonly settings: Settings;
  /** The project excludes the file: nothing is said of it. */
  readonly isExcluded: boolean;
}

export interface InspectionHost {
  document(uri: string): TextDocument | undefined;
  settingsOf(uri: string): Promise<Settings>;
  optionsOf(file: ShownFile, settings: Settings): FileOptions;
  /** Called after each inspection. */
  show(inspected: Inspected): void;
  /** An inspection failed: that is a fault of ours. */
  failed(error: unknown): void;
}

/**
 * In milliseconds. Two keys are some 100 to 200 ms apart. If an inspection takes longer than that, the pause is as long as the inspection.
 * So at most half of a processor's time is spent on texts that are still changing.
 */
const shortestPause = 120;
const longestPause = 500;

interface Waiting {
  readonly timer: NodeJS.Timeout;
  readonly done: Promise<void>;
  readonly finish: () => void;
}

export class Inspections {
  readonly #host: InspectionHost;
  readonly #known = new Map<string, Inspected>();
  readonly #waiting = new Map<string, Waiting>();
  readonly #pauses = new Map<string, number>();

  constructor(host: InspectionHost) {
    this.#host = host;
  }

  /** The document was opened, or changed. It is inspected after a pause, which starts anew; the first time, without a pause. */
  changed(uri: string): void {
    this.#inspectAfter(this.#pauses.get(uri) ?? 0, uri);
  }

  #inspectAfter(pause: number, uri: string): void {
    const document = this.#host.document(uri);
    if (document === undefined || shownFileOf(document) === undefined) return;
    const before = this.#waiting.get(uri);
    clearTimeout(before?.timer);
    const { promise, resolve } = Promise.withResolvers<void>();
    const [done, finish] = before === undefined ? [promise, resolve] : [before.done, before.finish];
    const timer = setTimeout(() => void this.#inspect(uri, waiting), pause);
    const waiting: Waiting = { timer, done, finish };
    this.#waiting.set(uri, waiting);
  }

  closed(uri: string): void {
    const waiting = this.#waiting.get(uri);
    clearTimeout(waiting?.timer);
    this.#waiting.delete(uri);
    waiting?.finish();
    this.#known.delete(uri);
    this.#pauses.delete(uri);
  }

  /** Settings or the project have changed, perhaps in several files one after the other. */
  changedAll(uris: readonly string[]): void {
    this.#known.clear();
    for (const uri of uris) this.#inspectAfter(shortestPause, uri);
  }

  /** What was found in the newest version, which may be awaited; undefined where nothing is to be said, or nobody waits any more. */
  async of(uri: string, token: CancellationToken): Promise<Inspected | undefined> {
    for (let waiting = this.#waiting.get(uri); waiting !== undefined; waiting = this.#waiting.get(uri)) {
      await unlessCancelled(waiting.done, token);
      if (token.isCancellationRequested) return undefined;
    }
    return this.#known.get(uri);
  }

  async #inspect(uri: string, waiting: Waiting): Promise<void> {
    try {
      const settings = await this.#host.settingsOf(uri);
      // Meanwhile the document may have been changed again, or closed.
      const document = this.#host.document(uri);
      const file = document && shownFileOf(document);
      if (this.#waiting.get(uri) !== waiting || document === undefined || file === undefined) return;
      const start = performance.now();
      const inspected = this.#look(document, file, settings);
      const took = performance.now() - start;
      this.#pauses.set(uri, Math.min(longestPause, Math.max(shortestPause, took)));
      this.#known.set(uri, inspected);
      this.#host.show(inspected);
    } catch (error) {
      this.#known.delete(uri);
      this.#pauses.set(uri, shortestPause);
      this.#host.failed(error);
    } finally {
      if (this.#waiting.get(uri) === waiting) {
        this.#waiting.delete(uri);
        waiting.finish();
      }
    }
  }

  #look(document: TextDocument, file: ShownFile, settings: Settings): Inspected {
    const code = document.getText();
    const { isExcluded = false, ...options } = this.#host.optionsOf(file, settings);
    const found = isExcluded ? nothing : inspectText(code, { ...options, fileName: file.fileName });
    const copy = TextDocument.create(document.uri, document.languageId, document.version, code);
    return { ...found, ...file, document: copy, code, settings, isExcluded };
  }
}

const nothing: InspectedText = { diagnostics: [], functions: [] };

function unlessCancelled(done: Promise<void>, token: CancellationToken): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const listening = token.onCancellationRequested(() => resolve());
  return Promise.race([done, promise]).finally(() => listening.dispose());
}
