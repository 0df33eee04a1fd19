/**
 * A test suite as the adapters in frameworks/ collect it: groups with hooks, and cases. Collecting runs no test.
 */

// biome-ignore lint/suspicious/noExplicitAny: test bodies take whatever their framework hands them
export type Body = (this: any, ...args: any[]) => unknown;

/** A body, or what makes it when its turn has come. */
export type BodySource = Body | { readonly prepare: () => Body };

export interface Case {
  readonly name: string;
  readonly body: BodySource;
  readonly thisArg: unknown;
  readonly args: readonly unknown[];
  /** Whether the body calls back when it is done; the callback is its last argument. */
  readonly callsBack: boolean;
  readonly skipped: boolean;
  /** Looks at what the body left behind. Throws if the test failed without saying so by an exception. */
  readonly verify?: () => void;
}

export type HookName = "before" | "after" | "beforeEach" | "afterEach";

export interface Group {
  readonly name: string;
  readonly parent: Group | undefined;
  readonly skipped: boolean;
  readonly items: (Case | Group)[];
  readonly hooks: Readonly<Record<HookName, Body[]>>;
}

export const isGroup = (item: Case | Group): item is Group => "items" in item;

export class Suite {
  readonly root: Group = group("", undefined, false);
  #current = this.root;
  /** Bodies of groups that return a promise; collecting is over when all have settled. */
  readonly #collecting: Promise<unknown>[] = [];

  /** Collects what `body` registers into a group. */
  describe(name: string, body: Body, thisArg: unknown, skipped = false): void {
    const inner = group(name, this.#current, skipped || this.#current.skipped);
    this.#current.items.push(inner);
    const outer = this.#current;
    this.#current = inner;
    try {
      const result = body.call(thisArg);
      if (result instanceof Promise) this.#collecting.push(result);
    } finally {
      this.#current = outer;
    }
  }

  add(name: string, body: BodySource, details: Partial<Case> = {}): void {
    const skipped = (details.skipped ?? false) || this.#current.skipped;
    const defaults = { name, body, thisArg: undefined, args: [], callsBack: false };
    this.#current.items.push({ ...defaults, ...details, skipped });
  }

  hook(when: HookName, body: Body): void {
    this.#current.hooks[when].push(body);
  }

  /** Runs a case that the body of another one has come up with, at once. Set while the suite runs. */
  runNow: (name: string, body: Body, details: Partial<Case>) => Promise<void> = async () => {
    throw new Error("no test is running");
  };

  async collected(): Promise<void> {
    await Promise.all(this.#collecting);
  }
}

function group(name: string, parent: Group | undefined, skipped: boolean): Group {
  return { name, parent, skipped, items: [], hooks: { before: [], after: [], beforeEach: [], afterEach: [] } };
}

/** The suite of this process: a process collects and runs one library's tests, one way. */
export const suite = new Suite();
