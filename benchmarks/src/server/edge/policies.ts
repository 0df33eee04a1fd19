/** Who decides which request goes first, and which is refused. */
import {
  createRequestScheduler,
  type RequestScheduler,
  type RequestSchedulerOptions,
  type ServiceTimes,
} from "@preempt/server";
import { pareto, slack, type TimedRequest } from "./requests.ts";

export const policyNames = [
  "FCFS",
  "EDF with patient clients",
  "EDF",
  "EDF with admission",
  "EDF with admission and known services",
  "EDF with admission by size",
  "shortest first",
  "shortest first with admission by size",
] as const;
export type PolicyName = (typeof policyNames)[number];

/** Handlers on the event loop run to their ends, in the order of arrival. */
export const isPlain = (name: PolicyName): boolean => name === "FCFS";

/** Whether clients hang up at their deadlines, which cancels what waits or runs for them. */
export const hangsUp = (name: PolicyName): boolean => name !== "FCFS" && name !== "EDF with patient clients";

/** Requests of a class are at most twice as long as each other. */
const sizes = Array.from(
  { length: Math.ceil(Math.log2(pareto.most / pareto.least)) },
  (_, i) => `${pareto.least * 2 ** i} ms`,
);

function sizeOf(service: number): string {
  const place = Math.floor(Math.log2(service / pareto.least));
  return sizes[Math.min(sizes.length - 1, Math.max(0, place))] as string;
}

const isBySize = (name: PolicyName) => name.endsWith("by size");

/** @param more The scheduler, if it is not a new one */
export function requestSchedulerOf(
  name: PolicyName,
  more: Pick<RequestSchedulerOptions, "scheduler"> = {},
): RequestScheduler {
  const maxQueue = Number.POSITIVE_INFINITY;
  const classes = Object.fromEntries(
    (isBySize(name) ? sizes : ["any"]).map((size, i) => [
      size,
      { maxQueue, deadline: deadlineOf(isBySize(name) ? pareto.least * 1.5 * 2 ** i : pareto.least), priority: -i },
    ]),
  );
  return createRequestScheduler({
    ...more,
    ...{ classes, onUnpreemptable: "ignore" },
    queue: isPlain(name) ? "fcfs" : name.startsWith("shortest") ? "priority" : "edf",
    ...(!name.includes("admission") && { overload: false }),
  });
}

/** A usual one. */
const deadlineOf = (service: number) => slack.base + (service * (slack.least + slack.most)) / 2;

/** Where nothing is left to be learned. */
const known = (service: number): ServiceTimes => ({ count: 1, mean: service, learn: () => {} });

/** What a request scheduler is told of a request: its class, and its options. */
export function askedOf(name: PolicyName, { release, service, deadline }: TimedRequest) {
  return {
    class: isBySize(name) ? sizeOf(service) : "any",
    options: {
      deadline: deadline - release,
      ...(name.startsWith("shortest") && { priority: -service }),
      ...(name.endsWith("known services") && { times: known(service) }),
    },
  };
}

export interface EdgeServerOrder {
  readonly policy: PolicyName;
}

export const pathTo = "/work";

/** What a server executed since it was asked last: as planned, and as it took. Milliseconds. */
export interface Executed {
  readonly planned: number;
  readonly cpu: number;
}
