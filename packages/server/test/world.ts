/** A request scheduler under virtual time. */
import { type VirtualScheduler, virtualScheduler } from "@preempt/runtime/testing";
import { createRequestScheduler, type RequestScheduler, type RequestSchedulerOptions } from "@preempt/server";
import { policyOf } from "../src/requests/discipline.ts";

export interface World<C extends string> extends VirtualScheduler {
  readonly rs: RequestScheduler<C>;
  /** What happened when. */
  readonly log: string[];
  /** Sends a request that takes `ms`, and writes down how it ended. */
  send(className: C, ms: number, options?: { signal?: AbortSignal; key?: unknown; deadline?: number }): void;
}

export function world<C extends string>(options: Omit<RequestSchedulerOptions<C>, "scheduler">): World<C> {
  const { queue = "edf", patience = 1000 } = options;
  const made = virtualScheduler({ policy: policyOf(queue, patience), round: 1, errors: "collect" });
  const rs = createRequestScheduler<C>({ ...options, scheduler: made.rt });
  const log: string[] = [];
  let count = 0;
  const send: World<C>["send"] = (className, ms, more) => {
    const name = `${className}${++count}`;
    rs.run(className, made.work(ms) as () => Generator<undefined, number, void>, more).then(
      () => void log.push(`${made.host.now()} ${name} done`),
      (error) =>
        void log.push(`${made.host.now()} ${name} ${error.name === "RequestRefused" ? error.code : error.name}`),
    );
  };
  return { ...made, rs, log, send };
}
