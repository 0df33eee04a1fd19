/** Which search is under way, and which answer is shown: a newer query always calls the older search off. */
import { Latest } from "../latest.ts";
import type { System } from "../scenario.ts";
import type * as Work from "./work.ts";
import type { Found, Rows } from "./work.ts";

export interface Answer {
  readonly query: string;
  readonly rows: Rows;
  readonly found: Found;
  /** Milliseconds from the keystroke to the result. */
  readonly responseTime: number;
}

export interface FinderEvents {
  /** Rows are being made; nothing can be found yet. */
  preparing(): void;
  /** The file could not be read, or could be: then nothing is wrong any more. */
  unreadable(name: string | undefined): void;
  answered(answer: Answer): void;
  /** How many searches have been called off since the system began. */
  calledOff(count: number): void;
}

/** A file that has been read. */
interface TextFile {
  readonly text: string;
}

export const topCount = 8;
const mostLines = 500_000;

export class Finder {
  readonly #events: FinderEvents;
  #system: System | undefined;
  #work: typeof Work | undefined;
  #query: string;
  /** Whose lines are searched, until other rows are chosen. */
  #file: TextFile | undefined;
  /** Dropped last; it may still be read. */
  #dropped: File | undefined;
  #chosen: string | undefined;
  #rows: Rows | undefined;
  /** What the rows were made of: they are kept as long as it stays the same. */
  #origin: unknown;
  readonly #latest = new Latest();

  constructor(query: string, events: FinderEvents) {
    this.#query = query;
    this.#events = events;
  }

  start(system: System, work: typeof Work): void {
    this.#system = system;
    this.#work = work;
    this.#latest.forget();
    this.#events.calledOff(0);
    if (this.#chosen !== system.options.rows) this.#file = this.#dropped = undefined;
    this.#chosen = system.options.rows;
    const origin = this.#file ?? system.options.rows;
    if (this.#rows !== undefined && this.#origin === origin) this.#search();
    else void this.#prepare(origin);
  }

  typed(query: string): void {
    this.#query = query;
    this.#search();
  }

  /** Searches in the lines of a file from now on; in those there are if it cannot be read. */
  async read(file: File): Promise<void> {
    this.#dropped = file;
    // It may be a folder, or have been removed.
    const text = await file.text().catch(() => undefined);
    if (this.#dropped !== file) return;
    this.#events.unreadable(text === undefined ? file.name : undefined);
    if (text === undefined) return;
    this.#file = { text };
    void this.#prepare(this.#file);
  }

  async #prepare(origin: TextFile | string | undefined): Promise<void> {
    const [system, work] = [this.#system, this.#work];
    if (system === undefined || work === undefined) return;
    this.#callOff();
    this.#rows = undefined;
    this.#origin = origin;
    this.#events.preparing();
    try {
      const rows =
        typeof origin === "object"
          ? await system.release("prepare", work.rowsOfFile, origin.text, mostLines)
          : await system.release("prepare", work.makeRows, Number(origin));
      // Meanwhile another system may have begun, or another file been dropped.
      if (this.#system !== system || this.#origin !== origin) return;
      this.#rows = rows;
      this.#search();
    } catch {
      // The system has ended, or has told the person what is wrong.
    }
  }

  #search(): void {
    const [system, work, rows, query] = [this.#system, this.#work, this.#rows, this.#query];
    if (system === undefined || work === undefined || rows === undefined) return;
    if (system.signal.aborted) return;
    this.#callOff();
    this.#latest.ask(
      () => system.release("search", work.search, rows, query, topCount),
      (found, { responseTime = 0 }) => this.#events.answered({ query, rows, found, responseTime }),
    );
  }

  #callOff(): void {
    if (this.#latest.callOff()) this.#events.calledOff(this.#latest.calledOff);
  }
}
