/**
 * Who had the thread while a user waited: joins an interaction, as Event Timing or web-vitals' INP attribution report it, with the jobs of the
 * kernel and the scripts of long animation frames. All three use the clock of `performance.now()`.
 */
import { tableOf } from "@preempt/checks";
import { type EventEntry, type FrameEntry, type ScriptEntry, watchEvents } from "../hosts/event-entries.ts";
import { soon } from "../hosts/soon.ts";
import { checkOptions } from "../input/checks.ts";
import { callable, notNegative } from "../input/errors.ts";
import type { Job } from "../kernel/job.ts";
import type { ExplainedInteraction, InteractionTimes, JobShare, ScriptShare } from "./interaction.ts";
import { sentence } from "./interaction-text.ts";
import { labelOf } from "./label.ts";
import type { Observer } from "./observer.ts";

/** What is used of `metric.attribution` in `onINP` of `web-vitals/attribution`. */
export interface InpAttribution {
  /** The element, as a selector. */
  readonly interactionTarget?: string;
  /** When the user acted, on the clock of `performance.now()`. */
  readonly interactionTime: number;
  /** "pointer" or "keyboard". */
  readonly interactionType?: string;
  /** Milliseconds from then to the first handler. */
  readonly inputDelay: number;
  /** Milliseconds in the handlers. */
  readonly processingDuration: number;
  /** Milliseconds from the last handler to the next frame. */
  readonly presentationDelay: number;
  /** The long animation frames of the interaction, where the browser has them. */
  readonly longAnimationFrameEntries?: readonly { readonly scripts?: readonly ScriptEntry[] }[];
}

/** Options of {@link InteractionReport}. */
export interface InteractionReportOptions {
  /** Called for each interaction that was slow. Default: none is reported by itself, and `explain` is called by you. */
  report?: (interaction: ExplainedInteraction) => void;
  /** Milliseconds from which an interaction is slow: 0 or above. Default 100. */
  limit?: number;
}

const names = tableOf<InteractionReportOptions>({ report: 1, limit: 1 });

interface Slice {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly isPreempted: boolean;
}

/** Slices and scripts before so many later ones are forgotten. */
const most = { slices: 4000, scripts: 200 };
/** Durations of events are rounded to 8 ms: those that end within it were presented by one frame. */
const rounding = 8;
/** Milliseconds below which a script is left out. */
const worth = 1;

/**
 * Says who had the thread while a user waited. Give it to the scheduler, and the interaction to `explain`:
 *
 *     const interactions = new InteractionReport();
 *     const rt = new Scheduler({ observer: interactions });
 *     onINP((metric) => console.log(interactions.explain(metric.attribution).text)); // of web-vitals/attribution
 *
 * Or without web-vitals: `new InteractionReport({ report: ({ text }) => console.log(text) })`. `close()` ends that.
 */
export class InteractionReport implements Observer {
  readonly #report: ((interaction: ExplainedInteraction) => void) | undefined;
  readonly #limit: number;
  readonly #end: () => void;
  #slices: Slice[] = [];
  #scripts: ScriptEntry[] = [];
  #running: Job | undefined;
  #from = 0;

  /** @throws PreemptError for an option out of range */
  constructor(options: InteractionReportOptions = {}) {
    checkOptions(options, "the interaction report", names);
    const { report, limit = 100 } = options ?? {};
    if (report !== undefined) callable(report, "report", "what reports interactions");
    this.#report = report;
    this.#limit = notNegative(limit, "limit", "from when an interaction is slow");
    this.#end = watchEvents(
      (entries) => this.#heard(entries),
      (frames) => this.#noteFrames(frames),
    );
  }

  /** Stops watching the page. */
  close(): void {
    this.#end();
  }

  /** Says who had the thread during an interaction: one of your own, or `metric.attribution` of web-vitals' `onINP`. */
  explain(interaction: InteractionTimes | InpAttribution): ExplainedInteraction {
    const times = "interactionTime" in interaction ? timesOf(interaction) : interaction;
    const given = "interactionTime" in interaction ? (interaction.longAnimationFrameEntries ?? []) : [];
    const { start, duration, processingStart, processingEnd } = times;
    const end = start + duration;
    const slices = this.#slices.filter(({ from, to }) => to > start && from < end);
    const jobs = jobsIn(slices, start, end);
    const scripts = scriptsIn(given.length > 0 ? scriptsOf(given) : this.#scripts, slices, start, end);
    const busy = [...jobs, ...scripts].reduce((sum, { ms }) => sum + ms, 0);
    const explained = {
      ...times,
      inputDelay: processingStart - start,
      processing: processingEnd - processingStart,
      presentationDelay: end - processingEnd,
      ...{ jobs, scripts, other: Math.max(0, duration - busy) },
    };
    return { ...explained, text: sentence(explained) };
  }

  jobDispatched(job: Job, now: number): void {
    this.#endSlice(now, false);
    this.#running = job;
    this.#from = now;
  }

  jobPreempted(job: Job, now: number): void {
    if (job === this.#running) this.#endSlice(now, true);
  }

  jobBlocked(job: Job, now: number): void {
    if (job === this.#running) this.#endSlice(now, false);
  }

  jobFinished(job: Job, now: number): void {
    if (job === this.#running) this.#endSlice(now, false);
  }

  roundEnded(now: number): void {
    this.#endSlice(now, false);
  }

  #endSlice(to: number, isPreempted: boolean): void {
    const job = this.#running;
    if (job === undefined) return;
    this.#running = undefined;
    this.#slices.push({ name: labelOf(job), from: this.#from, to, isPreempted });
    if (this.#slices.length >= 2 * most.slices) this.#slices = this.#slices.slice(-most.slices);
  }

  #noteFrames(frames: readonly FrameEntry[]): void {
    this.#scripts = [...this.#scripts, ...scriptsOf(frames)].slice(-most.scripts);
  }

  #heard(entries: readonly EventEntry[]): void {
    const report = this.#report;
    if (report === undefined) return;
    const longest = new Map<number, EventEntry>();
    for (const entry of entries) {
      const { interactionId = 0, duration } = entry;
      const known = longest.get(interactionId);
      if (interactionId > 0 && duration >= this.#limit && (known?.duration ?? 0) < duration) {
        longest.set(interactionId, entry);
      }
    }
    if (longest.size === 0) return;
    const slow = [...longest.values()].map((entry) => together(entry, entries));
    // Browsers tell of the frame a little later than of the event.
    soon(() => {
      for (const interaction of slow) report(this.explain(interaction));
    });
  }
}

/** The events that were presented by the same frame: a key is a keydown, an input and more. */
function together(longest: EventEntry, entries: readonly EventEntry[]): InteractionTimes {
  const { name: type, startTime: start, duration } = longest;
  const same = entries.filter((one) => Math.abs(one.startTime + one.duration - start - duration) <= rounding);
  return {
    ...{ type, start, duration },
    processingStart: Math.max(start, Math.min(...same.map((one) => one.processingStart))),
    processingEnd: Math.min(start + duration, Math.max(...same.map((one) => one.processingEnd))),
  };
}

function timesOf(attribution: InpAttribution): InteractionTimes {
  const { interactionTarget, interactionTime: start, interactionType = "interaction" } = attribution;
  const { inputDelay, processingDuration, presentationDelay } = attribution;
  const processingStart = start + inputDelay;
  return {
    type: interactionType,
    ...{ start, duration: inputDelay + processingDuration + presentationDelay },
    ...{ processingStart, processingEnd: processingStart + processingDuration },
    ...(interactionTarget && { target: interactionTarget }),
  };
}

function scriptsOf(frames: readonly { readonly scripts?: readonly ScriptEntry[] }[]): ScriptEntry[] {
  return frames.flatMap(({ scripts = [] }) => scripts);
}

function jobsIn(slices: readonly Slice[], start: number, end: number): JobShare[] {
  const byName = new Map<string, JobShare>();
  for (const { name, from, to, isPreempted } of slices) {
    const length = Math.min(end, to) - Math.max(start, from);
    const { ms = 0, longest = 0, preemptions = 0 } = byName.get(name) ?? {};
    byName.set(name, {
      name,
      ms: ms + length,
      longest: Math.max(longest, to - from),
      preemptions: preemptions + Number(isPreempted),
    });
  }
  return [...byName.values()].sort((a, b) => b.ms - a.ms);
}

/** Jobs run inside of scripts, as the browser sees it: in a handler, or in the kernel's round. Their time is theirs. */
function scriptsIn(
  scripts: readonly ScriptEntry[],
  slices: readonly Slice[],
  start: number,
  end: number,
): ScriptShare[] {
  return scripts
    .flatMap(({ startTime, duration, invoker = "", sourceURL = "", sourceFunctionName = "" }): ScriptShare[] => {
      const [from, to] = [Math.max(start, startTime), Math.min(end, startTime + duration)];
      const inJobs = slices.reduce((sum, one) => sum + Math.max(0, Math.min(to, one.to) - Math.max(from, one.from)), 0);
      const ms = to - from - inJobs;
      return ms < worth ? [] : [{ name: sourceFunctionName, invoker, url: sourceURL, ms }];
    })
    .sort((a, b) => b.ms - a.ms);
}
