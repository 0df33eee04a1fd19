/** In development: finds arguments that other code changed while their job was suspended. */

import { canonical, shortened } from "../input/canonical.ts";
import type { Job } from "../kernel/job.ts";
import { hasNotes, listen, type Site, siteOf } from "../testing/races/access-notes.ts";
import type { Observer } from "./observer.ts";

declare const console: { warn(text: string): void };

/** A finding of {@link ArgumentWatch}. */
export interface ArgumentChange {
  /** The job that was suspended. */
  readonly job: Job;
  /** Which argument, counted from 0. */
  readonly index: number;
  /** The job that changed it; undefined: code between two rounds, such as an event handler. */
  readonly by: Job | undefined;
  /** The function that changed it, and its place, if the code records that: see the option `accesses` of the transform. */
  readonly place: { readonly in: string; readonly file: string; readonly line: number } | undefined;
}

/** Options of {@link ArgumentWatch}. */
export interface ArgumentWatchOptions {
  /** Receives each finding, as text and as data. Default: `console.warn`. */
  readonly report?: (text: string, change: ArgumentChange) => void;
}

/** Writes that the code notes. */
const writes = new Set<Site["kind"]>(["set", "change", "delete", "method", "done"]);
const mostCharacters = 80;

/**
 * An observer for development. It compares the arguments of suspended jobs after each turn of another job, and before each round. That
 * takes time in proportion to the size of the arguments.
 *
 *     const rt = new Scheduler({ observer: new ArgumentWatch() });
 */
export class ArgumentWatch implements Observer {
  readonly #report: NonNullable<ArgumentWatchOptions["report"]>;
  /** Suspended jobs, and their arguments as text. */
  readonly #held = new Map<Job, string[]>();
  #running: Job | undefined;
  /** What was written since the last look, and where. */
  #written = new Map<object, Site>();

  /** Creates a watch for one scheduler. */
  constructor({ report = (text) => console.warn(text) }: ArgumentWatchOptions = {}) {
    this.#report = report;
    listen((site, value) => {
      if (this.#held.size > 0 && typeof value === "object" && value !== null) this.#note(siteOf(site), value);
    });
  }

  roundStarted(): void {
    this.#look(undefined);
  }

  jobDispatched(job: Job): void {
    this.#running = job;
    this.#held.delete(job);
  }

  jobPreempted(job: Job): void {
    this.#suspended(job);
  }

  jobBlocked(job: Job): void {
    this.#suspended(job);
  }

  /** It was run in the midst of another one's turn. */
  jobHelped(job: Job): void {
    if (job.finish === undefined) this.#suspended(job);
  }

  jobFinished(job: Job): void {
    this.#held.delete(job);
    // One may be cancelled while another one runs.
    if (this.#running === job) this.#look(job);
  }

  #suspended(job: Job): void {
    this.#look(job);
    const args = job.work?.args ?? [];
    if (args.length > 0)
      this.#held.set(
        job,
        args.map((value) => canonical(value)),
      );
  }

  #note(site: Site, value: object): void {
    if (writes.has(site.kind)) this.#written.set(value, site);
  }

  /** @param by The job that ran; undefined: what runs between two rounds */
  #look(by: Job | undefined): void {
    this.#running = undefined;
    for (const [job, texts] of this.#held) {
      job.work?.args.forEach((value, index) => {
        const parts = new Map<object, number>();
        const now = canonical(value, parts);
        const before = texts[index] as string;
        if (now === before) return;
        texts[index] = now;
        const place = hasNotes() ? [...parts.keys()].map((part) => this.#written.get(part)).find(Boolean) : undefined;
        const change = { job, index, by, place: place && { in: place.in, file: place.file, line: place.line } };
        this.#report(textOf(change, before, now), change);
      });
    }
    this.#written.clear();
  }
}

function textOf({ job, index, by, place }: ArgumentChange, before: string, now: string): string {
  const whose = `argument ${index + 1} of "${job.name}" (${job.id})`;
  const from = shortened(before, now, mostCharacters);
  const to = shortened(now, before, mostCharacters);
  const who = by === undefined ? "code outside of jobs, such as an event handler" : `job "${by.name}" (${by.id})`;
  const where =
    place === undefined ? "" : `, in ${place.in === "" ? "" : `${place.in} at `}${place.file}:${place.line}`;
  return (
    `preempt: ${whose} changed while the job was suspended, from ${from} to ${to}, by ${who}${where}. ` +
    "Give the job a copy of its own: submit it with { snapshot: true }."
  );
}
