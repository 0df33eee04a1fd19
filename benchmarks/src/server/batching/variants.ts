/** The ways to deliver messages that are compared, and what the study reports of them. */
import type { BatchOptions } from "@preempt/server/events";

/** What the messages of a chat are, and how many of a hundred. */
export const kinds = { alert: 10, chat: 60, typing: 30 } as const;
export type Kind = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as Kind[];

export interface Variant {
  /** Node's own emitter; or batches, with one queue for each room, or for each room and kind. */
  readonly delivers: "at once" | "by room" | "by room and kind";
  readonly policy?: "fifo" | "fp" | "edf";
  /** Of batches, by kind. */
  readonly batches?: Readonly<Record<Kind, BatchOptions>>;
}

const same = (options: BatchOptions) => ({ alert: options, chat: options, typing: options });

/** By kind, as priorities and deadlines have them. Milliseconds. */
const byKind = {
  alert: { priority: "high", maxInterval: 2, deadline: 10 },
  chat: { priority: "normal", maxInterval: 20, deadline: 100 },
  typing: { priority: "low", maxInterval: 100, deadline: 500 },
} as const;

export const variants: Readonly<Record<string, Variant>> = {
  "plain emit": { delivers: "at once" },
  batches: { delivers: "by room", policy: "fifo", batches: same({ maxInterval: 20 }) },
  priorities: { delivers: "by room and kind", policy: "fp", batches: byKind },
  EDF: { delivers: "by room and kind", policy: "edf", batches: byKind },
  "EDF, adaptive": {
    delivers: "by room and kind",
    policy: "edf",
    batches: {
      alert: { ...byKind.alert, maxInterval: { least: 0, most: 5 } },
      chat: { ...byKind.chat, maxInterval: { least: 2, most: 50 } },
      typing: { ...byKind.typing, maxInterval: { least: 20, most: 200 } },
    },
  },
};

export const variantNames: readonly string[] = Object.keys(variants);
/** With what the others are compared. */
export const baseline = "plain emit";

/** Batches by room, of one size and interval. */
export function sweptVariant(maxSize: number, maxInterval: number): Variant {
  return { delivers: "by room", policy: "fifo", batches: same({ maxSize, maxInterval }) };
}

/** What the study reports of its batches, in percent of its plain server. */
export const study = { requests: 64, cpu: -37, switches: -42 } as const;
