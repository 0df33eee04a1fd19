/**
 * An entry of the gallery: a library from npm, something that people do with it, and what is known of its limits. The
 * page runs it in four modes and measures what a person notices.
 */

export const modes = ["plain", "yields", "worker", "preempt"] as const;

/**
 * `plain`: the library is called as in most pages. `yields`: with `scheduler.yield()` written by hand, where a person can:
 * between calls of the library. `worker`: in a worker. `preempt`: as a job; the build has made the library preemptable.
 */
export type Mode = (typeof modes)[number];

/** Gives the thread back if it was held for long enough. Rejects if the answer is not wanted any more. */
export type Pause = () => Promise<void>;

/** What computes: a module that knows no page. The build makes it twice, as written and preemptable. */
export interface Work<Data, Request, Result> {
  /** What is there before a person acts. It is not measured. The worker makes its own, so that nothing has to be sent. */
  prepare(): Data | Promise<Data>;
  run(data: Data, request: Request): Result | Promise<Result>;
  /** The same with pauses. Absent if one call of the library does it all: then a person has no place for a pause. */
  runInParts?(data: Data, request: Request, pause: Pause): Promise<Result>;
  /** A short text of the result, by which the modes are compared. */
  digest(result: Result): string;
}

/** What a run asks for and shows. */
export interface Stage<Request, Result> {
  /** In the mode that runs. A request rejects with an `AbortError` if a newer one takes its place. */
  ask(request: Request): Promise<Result>;
  show(result: Result): void;
}

/** What starts a run: a button, then all goes by itself; or each key in the field. */
export type Script<Request, Result> =
  | { readonly kind: "started"; run(stage: Stage<Request, Result>): Promise<Result> }
  | { readonly kind: "typed"; readonly sample: string; request(text: string): Request };

export interface Entry<Data = unknown, Request = unknown, Result = unknown> {
  /** What happens in a run, in one or two sentences. */
  readonly summary: string;
  /** Names and versions on npm. */
  readonly libraries: readonly string[];
  /** What the person can type in the field, in a few words. */
  readonly field: string;
  /** Of the modes: what a person could do by hand, and what a worker has to send. */
  readonly byHand: string;
  readonly worker: string;
  readonly hasWorker: boolean;
  /** What Preempt does not change, in plain words. */
  readonly limits: readonly string[];
  readonly script: Script<Request, Result>;
  readonly builds: {
    readonly plain: () => Promise<Work<Data, Request, Result>>;
    readonly preempt: () => Promise<Work<Data, Request, Result>>;
  };
  /** Shows results in an empty element of the page. */
  open(place: HTMLElement): (result: Result) => void;
}
