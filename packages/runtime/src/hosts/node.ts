/**
 * Node, Bun and Deno: a turn of the event loop by `setImmediate` costs about 1 µs, and timers, files and sockets get
 * theirs in each; a MessageChannel would starve the timers of all three. So rounds are short: what waits for the event loop
 * waits a millisecond, and turns take a hundredth of the time or two. What is posted and what is timed keeps the process
 * alive. An idle kernel has neither.
 */

import { type Instant, lasting, later } from "../kernel/time.ts";
import { asyncCarrier, asyncContext } from "../realm/async-context.ts";
import { type EngineTimers, engineTimers, exactTimer } from "./exact-timer.ts";
import type { Host, Timer } from "./host.ts";
import { ownClock, ownTimer } from "./own-timers.ts";

/** Creates the host for Node, Bun and Deno. Its clock and its timers keep the process alive as long as there is work. `Scheduler` uses it by default. */
export function nodeHost(): Host {
  const now = ownClock() as () => Instant;
  const setImmediate = ownTimer("setImmediate") as (callback: () => void) => unknown;
  const timers = engineTimers();
  const round = lasting(2);
  return {
    now,
    resolution: 0.001,
    post: (turn) => void setImmediate(turn),
    timer: (at, callback) => processTimer(at, callback, now, timers),
    roundEnd: (start) => later(start, round),
    ...(cpuUsage && { cpuTime: () => cpuTimeBy(cpuUsage) }),
    context: asyncContext,
    carrier: asyncCarrier,
    // As what a timer's callback throws: an uncaught exception of the process.
    report(error) {
      setImmediate(() => {
        throw error;
      });
    },
  };
}

interface Usage {
  /** In microseconds. */
  readonly user: number;
  readonly system: number;
}

/** Of this thread, from Node 24 on; before, and in other engines, of the process. A call takes about 1 µs. */
const { process } = globalThis as {
  process?: Partial<Record<"threadCpuUsage" | "cpuUsage", (this: unknown) => Usage>>;
};
const cpuUsage = process?.threadCpuUsage ?? process?.cpuUsage;

function cpuTimeBy(usage: () => Usage): number {
  const { user, system } = usage.call(process);
  return (user + system) / 1000;
}

/** A timer for which the process need not stay. Deno's are numbers, and it stays for them. */
function processTimer(at: Instant, callback: () => void, now: () => Instant, { begin, end }: EngineTimers): Timer {
  let timer: Partial<Record<"ref" | "unref", () => void>>;
  let keeps = true;
  const tell = () => (keeps ? timer.ref?.() : timer.unref?.());
  const beginKnown = (fire: () => void, ms: number) => {
    timer = begin(fire, ms) as typeof timer;
    if (!keeps) tell();
    return timer;
  };
  const { cancel } = exactTimer(at, callback, now, undefined, { begin: beginKnown, end });
  return {
    cancel,
    keepAlive(yes) {
      if (yes === keeps) return;
      keeps = yes;
      tell();
    },
  };
}
