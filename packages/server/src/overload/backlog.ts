/**
 * How much work comes before a request, and how long it takes.
 *
 *                    work of requests that go before it + its own
 *   it ends after   ────────────────────────────────────────────────
 *                    part of the thread that these get
 *
 * Where places of its class are short, it starts no sooner than one is free, as fast as they became free lately.
 *
 * That part is what the event loop leaves to jobs, less what more urgent classes will take meanwhile, if they go on as they did
 * lately. All of it is a guess, from learned times; reading it takes no longer with more requests.
 */
import type { Flow } from "../requests/flow.ts";
import type { QueueDiscipline } from "../requests/options.ts";
import type { RequestClass } from "../requests/request-class.ts";
import type { Throughput } from "./throughput.ts";

/** What is asked about: how urgent it is, and how long it runs. */
export interface Asked {
  /** Milliseconds after its arrival. */
  readonly deadline: number;
  readonly priority: number;
  readonly need: number;
  /** Whose it is, if that makes a difference. */
  readonly flow?: Pick<Flow, "limit" | "weight" | "living" | "waiting" | "work"> | undefined;
}

/** Milliseconds from now. */
export interface Forecast {
  readonly start: number;
  readonly finish: number;
}

/** Nobody is left with less of the thread than this in a forecast: what more urgent classes took lately they may not take again. */
const leastPart = 0.05;

export class Backlog {
  readonly #classes: readonly RequestClass[];
  readonly #throughput: Throughput;
  readonly #headStart: (other: RequestClass, asked: Asked) => number;
  readonly #now: () => number;

  constructor(
    classes: readonly RequestClass[],
    discipline: QueueDiscipline,
    patience: number,
    throughput: Throughput,
    now: () => number,
  ) {
    this.#classes = classes;
    this.#throughput = throughput;
    this.#headStart = headStarts(patience)[discipline];
    this.#now = now;
  }

  /** When a request of `one` that comes now would start, and end. */
  forecast(one: RequestClass, asked: Asked): Forecast {
    const now = this.#now();
    let ahead = 0;
    let taken = 0;
    for (const other of this.#classes) {
      const work = other === one ? shared(one, asked) : other.work;
      // How much older a request of the other class has to be than one that comes now, to go before it.
      const headStart = this.#headStart(other, asked);
      if (headStart <= 0) {
        ahead += work;
        if (other !== one && headStart < 0) taken += other.usage(now);
      } else if (work > 0 && other.oldest > headStart) ahead += work * (1 - headStart / other.oldest);
      // It has its share, however urgent others are.
      if (other.share !== undefined && other !== one && work > 0 && headStart > 0) taken += other.share;
    }
    const jobs = this.#throughput.share;
    const rest = Math.max(leastPart, 1 - taken) * jobs;
    // Of its share it is sure, however much others have to do.
    const own = shared(one, asked);
    const sure = (one.share ?? 0) * jobs;
    const computing = Math.min(ahead / rest, sure > 0 ? own / sure : Number.POSITIVE_INFINITY);
    const start = Math.max(computing, one.placeFreeIn);
    return { start, finish: start + asked.need / Math.max(rest, sure) };
  }
}

/** How much work of its own class comes before a request: with keys, that of its own one, and as much of each of the others at most. */
function shared({ work, flows }: RequestClass, { flow, need }: Asked): number {
  if (flow === undefined || flow.limit === Number.POSITIVE_INFINITY) return work;
  const others = flows.size - (flow.living > 0 ? 1 : 0);
  return Math.min(work, flow.work + ((flow.work + need) * others) / flow.weight);
}

/** By how many milliseconds a request of the other class has to have come earlier to go first. Below 0: it goes first though it comes later. */
function headStarts(patience: number): Record<QueueDiscipline, (other: RequestClass, asked: Asked) => number> {
  const byPriority = (other: RequestClass, { priority }: Asked) =>
    other.priority === priority ? 0 : (priority - other.priority) * Number.POSITIVE_INFINITY;
  return {
    edf: (other, asked) => {
      const { deadline } = asked;
      const later = other.deadline - deadline;
      return Number.isNaN(later) ? byPriority(other, asked) : later;
    },
    priority: byPriority,
    aging: (other, { priority }) => (priority - other.priority) * patience,
    fcfs: () => 0,
  };
}
