/** What the demo's page answers, see packages/demo/src/macro/: everything is computed there, and shown here. */

export interface PageOptions {
  readonly seconds: number;
  readonly repetitions: number;
  /** The run ends when there are so many. */
  readonly upTo?: number;
}

export interface PageState {
  readonly phase: "idle" | "calibrating" | "running" | "done" | "stopped" | "failed";
  readonly done: number;
  readonly total: number;
  readonly now: string;
  /** Milliseconds. */
  readonly left: number;
  readonly untilNext: number;
  readonly error?: string;
}

export interface PageTable {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface PageReport {
  readonly figures: Readonly<Record<"rates" | "intervals", string>>;
  readonly tables: Readonly<Record<"frames" | "work" | "misses", PageTable>>;
  readonly goals: readonly {
    readonly name: string;
    readonly passed: boolean | undefined;
    readonly found: string;
  }[];
  readonly remarks: readonly string[];
}

/** A browser with the page open. */
export interface PageDriver {
  /** Name and version. */
  readonly engine: string;
  /** @param before What another page has measured of the same run */
  start(options: PageOptions, before: object | undefined): Promise<void>;
  state(): Promise<PageState>;
  stop(): Promise<void>;
  result(): Promise<object | undefined>;
  report(): Promise<PageReport | undefined>;
  close(): Promise<void>;
}

/** A driver from what runs a function body in the page and answers its value, which JSON can carry. */
export function driverOf(
  engine: string,
  run: (body: string) => Promise<unknown>,
  close: () => Promise<void>,
): PageDriver {
  const ask = async <T>(expression: string) => (await run(`return ${expression};`)) as T;
  return {
    engine,
    // The run is not waited for: how it goes is asked between the subtests.
    start: async (options, before) => {
      await run(`void window.__macro.start(${JSON.stringify(options)}, ${JSON.stringify(before)});`);
    },
    state: () => ask("window.__macro.state"),
    stop: async () => {
      await run("window.__macro.stop();");
    },
    // As text: what drives the browser may be slow with large objects.
    result: async () => parsed(await ask("JSON.stringify(window.__macro.result() ?? null)")),
    report: async () => parsed(await ask(`JSON.stringify(window.__macro.report(${JSON.stringify(engine)}) ?? null)`)),
    close,
  };
}

function parsed<T>(text: string): T | undefined {
  return (JSON.parse(text) as T | null) ?? undefined;
}
