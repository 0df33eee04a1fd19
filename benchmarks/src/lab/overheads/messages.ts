/** How long messages between threads take here, measured in a process of its own with two workers. */
import { runChild } from "../../child.ts";
import { inTemporaryFolder } from "../../temporary-folder.ts";
import { showTime, textTable } from "../../text-table.ts";
import { LabError } from "../errors.ts";
import { compileBodies } from "../run/compile-bodies.ts";
import { engineFlags } from "../run/run-cell.ts";
import { type MessageTimes, messageTimes } from "../run/threads/message-times.ts";
import type { MessageParameters } from "../task-set.ts";

export interface MessagesOrder {
  /** Address of the compiled body. */
  readonly module: string;
  /** How long to look, in milliseconds. */
  readonly time: number;
}

/** In milliseconds. */
export interface ObservedMessages {
  /** From `submit` on the main thread to the first instruction on an idle worker. */
  readonly there: readonly number[];
  /** From the end of a job to where the main thread has its result. */
  readonly back: readonly number[];
  /** As `there`, of a job that is more urgent than the one that the worker executes. */
  readonly busy: readonly number[];
  /** From the end of a job on one worker to the first instruction on the other, submitted by the main thread in between. */
  readonly between: readonly number[];
  readonly machine: string;
}

export type MessageWay = Exclude<keyof ObservedMessages, "machine">;

export interface MeasuredMessages {
  /** For task-set files. */
  readonly messages: MessageParameters;
  /** In microseconds. */
  readonly seen: Readonly<Record<MessageWay, MessageTimes>>;
  readonly machine: string;
  readonly margin: number;
}

export interface MeasureMessagesOptions {
  /** Milliseconds. */
  readonly time: number;
  readonly margin: number;
  readonly signal?: AbortSignal;
}

const session = new URL("./messages-session.ts", import.meta.url);

export async function measureMessages({ time, margin, signal }: MeasureMessagesOptions): Promise<MeasuredMessages> {
  return await inTemporaryFolder("messages", async (folder) => {
    const order: MessagesOrder = { module: compileBodies("spin", ["fp"], folder).get("fp") as string, time };
    const observed = await runChild<ObservedMessages>("messages", session, order, {
      engineFlags,
      ...(signal !== undefined && { signal }),
    });
    return messagesOf(observed, margin);
  });
}

/**
 * The delay of a message: from the least that was seen, to the 99th percentile times `margin`. That a busy worker looks at messages
 * where a slice ends only is no part of the latter: the costs of a kernel have that.
 *
 * @param margin 1 or more
 * @throws LabError if there was no time to see each kind
 */
export function messagesOf({ machine, ...ways }: ObservedMessages, margin: number): MeasuredMessages {
  const empty = Object.entries(ways).find(([, times]) => times.length === 0)?.[0];
  if (empty !== undefined) {
    const words = `no message of the kind "${empty}" was seen: others had the processor, or the time was short`;
    throw new LabError("machine_busy", `${words}. Measure again when nothing else runs, or give a longer --time.`);
  }
  const { there, back, busy, between } = ways;
  const seen = {
    there: messageTimes(there),
    back: messageTimes(back),
    busy: messageTimes(busy),
    between: messageTimes(between),
  };
  const least = Math.max(0, Math.min(seen.there.least, seen.back.least, seen.busy.least));
  const most = Math.max(least, Math.ceil(margin * Math.max(seen.there.p99, seen.back.p99)));
  return { messages: { delay: [least, most] }, seen, machine, margin };
}

const names: Readonly<Record<MessageWay, string>> = {
  there: "main thread to a worker that is idle",
  back: "a result back",
  busy: "main thread to a worker that is busy",
  between: "worker to worker, through the main thread",
};

export function messagesTable({ messages, seen, machine, margin }: MeasuredMessages): string {
  const time = (us: number) => showTime(us * 1000);
  const lines = Object.entries(names).map(([way, name]) => {
    const { count, least, median, p99, most } = seen[way as MessageWay];
    return [name, String(count), ...[least, median, p99, most].map(time)];
  });
  const table = textTable(["", "seen", "least", "median", "p99", "most"], lines);
  return `${machine}\n\n${table}\n\nIn a task-set file (p99 x ${margin}): "messages": ${JSON.stringify(messages)}\n`;
}
