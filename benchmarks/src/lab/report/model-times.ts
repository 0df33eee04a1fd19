/** What sets with chains, and jobs that suspend themselves, measured beside response times. */
import { median } from "../../statistics.ts";
import type { CellResult, ChainResult, MeasuredMessages } from "../run/result.ts";
import { suspensionTime } from "../suspension.ts";
import { entryOf } from "./entry-of.ts";
import { type Description, describe } from "./statistics/describe.ts";

/** As `simulate` calls them. */
export const chainTimes = ["response", "reaction", "age", "ageUntilReplaced"] as const;
export type ChainTime = (typeof chainTimes)[number];

/** In words, as `simulate` has them. */
export const chainTimeWords: Readonly<Record<ChainTime, string>> = {
  response: "response",
  reaction: "reaction",
  age: "age",
  ageUntilReplaced: "age until replaced",
};

/** One of the times, over all chains of a variant: of each chain the longest, in µs. */
export interface ChainTimes {
  readonly variant: string;
  readonly time: ChainTime;
  readonly trigger: "event" | "time";
  readonly chains: Description;
  /** Of chains with an end-to-end deadline D, for the response or the reaction time: those above it, and how many have one. */
  readonly late: number;
  readonly withDeadline: number;
}

/** Suspensions of a variant, over all tasks whose jobs suspend themselves; in µs. */
export interface Suspensions {
  readonly variant: string;
  /** Longest suspension of a task's jobs less its S: timers are late. */
  readonly longer: Description;
  /** Mean suspension of a task's jobs over its S. */
  readonly share: Description;
}

/** What crossed from thread to thread, of a variant; in µs. */
export interface Messages {
  readonly variant: string;
  /** Messages on the way: 1 between the main thread and another one, 2 between two others. */
  readonly hops: number;
  readonly count: number;
  /** Over all cells; median and p99 are the medians of those of the cells. */
  readonly least: number;
  readonly median: number;
  readonly p99: number;
  readonly most: number;
}

/** Of one variant, as the cells come. */
export class ModelTimes {
  readonly #chains = new Map<ChainTime, { values: number[]; late: number; withDeadline: number }>();
  readonly #longer: number[] = [];
  readonly #share: number[] = [];
  readonly #messages = new Map<number, MeasuredMessages[]>();

  add({ chains = [], tasks, messages = [] }: Pick<CellResult, "chains" | "tasks" | "messages">): void {
    for (const message of messages) entryOf(this.#messages, message.hops, () => []).push(message);
    for (const chain of chains) for (const time of chainTimes) this.#addTime(chain, time);
    for (const task of tasks) {
      if (task.suspension === undefined) continue;
      const S = suspensionTime(task);
      this.#longer.push(task.suspension.max - S);
      this.#share.push(task.suspension.mean / S);
    }
  }

  chains(variant: string): ChainTimes[] {
    return chainTimes.flatMap((time) => {
      const found = this.#chains.get(time);
      if (found === undefined) return [];
      const { values, late, withDeadline } = found;
      const trigger = time === "response" ? "event" : "time";
      return [{ variant, time, trigger, chains: describe(values), late, withDeadline }];
    });
  }

  suspensions(variant: string): Suspensions[] {
    if (this.#longer.length === 0) return [];
    return [{ variant, longer: describe(this.#longer), share: describe(this.#share) }];
  }

  messages(variant: string): Messages[] {
    return [...this.#messages]
      .sort(([a], [b]) => a - b)
      .map(([hops, cells]) => ({
        variant,
        hops,
        count: cells.reduce((all, { count }) => all + count, 0),
        least: Math.min(...cells.map(({ least }) => least)),
        median: median(cells.map((cell) => cell.median)),
        p99: median(cells.map(({ p99 }) => p99)),
        most: Math.max(...cells.map(({ most }) => most)),
      }));
  }

  #addTime(chain: ChainResult, time: ChainTime): void {
    const value = timeOfChain(chain, time);
    if (value === undefined) return;
    const own = entryOf(this.#chains, time, () => ({ values: [], late: 0, withDeadline: 0 }));
    own.values.push(value);
    if (chain.D === undefined || (time !== "response" && time !== "reaction")) return;
    own.withDeadline++;
    if (value > chain.D) own.late++;
  }
}

/** Undefined: the chain has none of it, or was not gone through. */
export function timeOfChain(chain: ChainResult, time: ChainTime): number | undefined {
  return (chain as Partial<Record<ChainTime, number | null>>)[time] ?? undefined;
}
