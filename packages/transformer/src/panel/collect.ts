/**
 * What the page measures for the advisor: events (Event Timing), long animation frames, and stacks of the JS Self-Profiling API where the
 * browser has them. Firefox has events only.
 */
import { type EventEntry, type Interaction, inpOf, interactionsOf } from "../advisor/recording.ts";
import type { SelfProfile } from "../profiles/timed-samples.ts";

/** What is sent to the server. */
export interface Measured {
  readonly entries: readonly object[];
  readonly profiles: readonly SelfProfile[];
}

interface Profiler {
  stop(): Promise<SelfProfile>;
  addEventListener(type: "samplebufferfull", listener: () => void): void;
}

interface EventTiming extends PerformanceEntry {
  readonly processingStart: number;
  readonly processingEnd: number;
  readonly interactionId?: number;
  readonly target: Node | null;
}

/** Milliseconds between two samples, and how many a profile has at most: some 100 s. */
const sampling = { sampleInterval: 10, maxBufferSize: 10_000 };
/** Older ones are forgotten. */
const most = { events: 1000, frames: 100, profiles: 20 };

export class Collector {
  readonly #slow: number;
  readonly #isOwn: (target: Node) => boolean;
  #events: EventEntry[] = [];
  #frames: object[] = [];
  #profiles: SelfProfile[] = [];
  #profiler: Profiler | undefined;

  /**
   * @param slow Milliseconds from which an interaction is slow
   * @param isOwn Whether an event is one on the panel
   * @param changed Called after interactions
   */
  constructor(slow: number, isOwn: (target: Node) => boolean, changed: (isSlow: boolean) => void) {
    this.#slow = slow;
    this.#isOwn = isOwn;
    this.#startProfiler();
    observe("event", { durationThreshold: 16 }, (entries) => {
      const mine = (entries as readonly EventTiming[]).filter(({ target }) => target === null || !this.#isOwn(target));
      this.#events = [...this.#events, ...mine.map(plainEvent)].slice(-most.events);
      const ofUser = mine.filter(({ interactionId = 0 }) => interactionId > 0);
      if (ofUser.length > 0) changed(ofUser.some(({ duration }) => duration >= slow));
    });
    observe("long-animation-frame", {}, (entries) => {
      this.#frames = [...this.#frames, ...entries.map((entry) => entry.toJSON() as object)].slice(-most.frames);
    });
  }

  get interactions(): readonly Interaction[] {
    return interactionsOf(this.#events);
  }

  get inp(): number | undefined {
    return inpOf(this.interactions);
  }

  /** All that was measured so far. The profiler goes on with a new profile. */
  async measured(): Promise<Measured> {
    await this.#takeProfile();
    return {
      entries: [...this.#events.map((event) => ({ ...event, entryType: "event" })), ...this.#frames],
      profiles: this.#profiles,
    };
  }

  #startProfiler(): void {
    const { Profiler } = globalThis as { Profiler?: new (options: typeof sampling) => Profiler };
    try {
      this.#profiler = Profiler && new Profiler(sampling);
      this.#profiler?.addEventListener("samplebufferfull", () => void this.#takeProfile());
    } catch {
      // The page came without the header, for example from another server.
      this.#profiler = undefined;
    }
  }

  async #takeProfile(): Promise<void> {
    const profiler = this.#profiler;
    if (profiler === undefined) return;
    this.#profiler = undefined;
    const profile = await profiler.stop();
    this.#startProfiler();
    // Only what was sampled during slow interactions is of use.
    const slow = this.interactions.filter(({ duration }) => duration >= this.#slow);
    const samples = profile.samples.filter(({ timestamp }) =>
      slow.some(({ start, duration }) => timestamp >= start && timestamp <= start + duration),
    );
    if (samples.length > 0) this.#profiles = [...this.#profiles, { ...profile, samples }].slice(-most.profiles);
  }
}

function observe(type: string, options: object, callback: (entries: readonly PerformanceEntry[]) => void): void {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
  new PerformanceObserver((list) => callback(list.getEntries())).observe({ type, buffered: true, ...options });
}

function plainEvent(entry: EventTiming): EventEntry {
  const { name, startTime, duration, processingStart, processingEnd, interactionId = 0, target } = entry;
  const selector = target instanceof Element ? { target: selectorOf(target) } : {};
  return { name, startTime, duration, processingStart, processingEnd, interactionId, ...selector };
}

/** "input#query", "button.primary": short, and not unique. */
function selectorOf(element: Element): string {
  const tag = element.localName;
  if (element.id !== "") return `${tag}#${element.id}`;
  const name = element.getAttribute("name");
  if (name !== null) return `${tag}[name=${name}]`;
  const [first] = element.classList;
  return first === undefined ? tag : `${tag}.${first}`;
}
