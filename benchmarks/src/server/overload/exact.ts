/** Admission in virtual time: the same load and clients, on a processor that nobody else uses. */
import { virtualScheduler } from "@preempt/runtime/testing";
import { createRequestScheduler, RequestRefused, type RequestScheduler } from "@preempt/server";
import type { PlannedRequest, SentRequest } from "../load/plan.ts";
import { type ClassName, classes } from "./classes.ts";

/** How often a client comes again, as in the real load. */
const mostRetries = 3;

export const exactNames = ["unprotected", "one class, admission", "classes", "classes, admission"] as const;
export type ExactName = (typeof exactNames)[number];

/** @param requests In order */
export async function runExactly(requests: readonly PlannedRequest[], name: ExactName): Promise<SentRequest[]> {
  const hasClasses = name.startsWith("classes");
  const { rt, host, work } = virtualScheduler({
    ...{ policy: hasClasses ? "edf" : "fifo", errors: "collect", maxSteps: 1e7 },
  });
  const overload = name.endsWith("admission") ? {} : (false as const);
  const maxQueue = Number.POSITIVE_INFINITY;
  const rs: RequestScheduler = hasClasses
    ? createRequestScheduler({
        ...{ scheduler: rt, overload },
        classes: {
          login: { deadline: classes.login.deadline, priority: 2, maxQueue },
          search: { deadline: classes.search.deadline, priority: 1, maxQueue },
          report: { deadline: classes.report.deadline, maxQueue },
        },
      })
    : createRequestScheduler({
        ...{ scheduler: rt, overload, queue: "fcfs" },
        classes: { any: { maxQueue, ...(overload !== false && { deadline: 1000 }) } },
      });
  // Without the scheduler a handler runs to its end, whether its client is still there or not.
  const isPlain = name === "unprotected";
  const results: SentRequest[] = [];
  const send = (request: PlannedRequest, retries: number) => {
    const kind = request.kind as ClassName;
    const gone = new AbortController();
    const sent = host.now();
    const end = (status: number) =>
      results.push({ kind, intended: request.at, sent, done: host.now(), status, retries, bytes: 0 });
    const patience = rt.alarm({ in: classes[kind].patience }, () => gone.abort());
    const body = work(classes[kind].work, isPlain ? Number.POSITIVE_INFINITY : undefined);
    const options = { args: [] as [], ...(!isPlain && { signal: gone.signal }) };
    rs.run(hasClasses ? kind : "any", body, options).then(
      () => {
        patience.cancel();
        end(gone.signal.aborted ? 0 : 200);
      },
      (error: unknown) => {
        patience.cancel();
        if (!(error instanceof RequestRefused)) end(0);
        else if (retries === mostRetries) end(503);
        else {
          const spread = 1 + 0.1 * ((request.at * 7919) % 1);
          rt.alarm({ in: error.retryAfter * 1000 * spread }, () => send(request, retries + 1));
        }
      },
    );
  };
  // Alarms of the kernel come between two slices, as requests do; timers of a virtual host come when nothing runs.
  for (const request of requests) rt.alarm({ in: request.at }, () => send(request, 0));
  await host.settle((requests.at(-1)?.at ?? 0) + 60_000);
  await rs.close({ deadline: 0 });
  return results;
}
