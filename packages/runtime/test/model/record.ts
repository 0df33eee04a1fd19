/** What the oracle knows of one job, from events and from what the job's own code does; nothing from the kernel. */
import type { Job, JobGroup, ProtocolName, Resource, Server, Task } from "@preempt/runtime";
import type { ServerPlan } from "./program.ts";

export interface ModelResource {
  readonly index: number;
  readonly real: Resource;
  readonly protocol: ProtocolName;
  /** The smallest key of a declared user, for immediate ceilings. */
  ceiling: number;
  owner: JobRecord | "outside" | undefined;
  /** Woken to take it, and not there yet. */
  called: JobRecord | undefined;
}

export interface ModelServer {
  plan: ServerPlan;
  readonly real: Server;
  /** Where a period began, and all others are counted from. */
  origin: number;
  /** The period from then on. */
  next: { readonly from: number; readonly period: number } | undefined;
  /** What became of its jobs when it was disposed of. */
  gone: "cancel" | "release" | undefined;
}

/** When the period that is under way at `now` ends. */
export function periodEnd(server: ModelServer, now: number): number {
  const { next } = server;
  if (next !== undefined && next.from <= now) {
    server.origin = next.from;
    server.plan = { ...server.plan, period: next.period };
    server.next = undefined;
  }
  const { period } = server.plan;
  return server.origin + (Math.floor((now - server.origin) / period) + 1) * period;
}

export interface ModelGroup {
  readonly real: JobGroup;
  readonly places: number;
  paused: boolean;
}

export interface JobRecord {
  readonly job: Job;
  readonly number: number;
  readonly task: Task | undefined;
  server: ModelServer | undefined;
  group: ModelGroup | undefined;
  phase: "pending" | "ready" | "running" | "blocked" | "ended";
  /** Blocked in a finalizer: no event tells when that is over. */
  blockedClosing: boolean;
  hasStarted: boolean;
  dispatchedAt: number;
  /** Numbers of events: when it became ready, when it was released, when it last used a whole slice up. */
  readySince: number;
  releasedAs: number;
  usedSliceUp: number;
  /** Time that its code took, all in all and when its turn among equals began. */
  executed: number;
  turn: number;
  /** Critical sections entered, resources under NPCS included. */
  sections: number;
  /** Critical sections alone: nothing may be awaited in them. */
  noWaiting: number;
  /** What it waits for, from the moment it says so until an event says that it has come. */
  waitsFor: { readonly resource: ModelResource } | { readonly job: JobRecord } | undefined;
  /** When it gives up waiting for a resource. */
  waitsUntil: number;
  /** Awaits a promise that nobody settles before the end. */
  awaitsNever: boolean;
  threw: unknown[];
  cancelReasons: unknown[];
  /** Finalizers that will run, and that ran. */
  guards: number;
  finalizers: number;
  timesMissed: number;
  /** Cancelled when that instant comes, or when it has run for so long, if it has not ended by then. */
  timesOutAt: number;
  limit: number;
  refusedLate: boolean;
  /** How often the functions of its limits were called. */
  calls: Map<string, number>;
  timesFinished: number;
  timesSettled: number;
  awaited: boolean;
}

export function record(job: Job, number: number): JobRecord {
  return {
    job,
    number,
    task: job.task as Task | undefined,
    server: undefined,
    group: undefined,
    phase: "pending",
    blockedClosing: false,
    hasStarted: false,
    dispatchedAt: Number.NaN,
    readySince: 0,
    releasedAs: 0,
    usedSliceUp: 0,
    executed: 0,
    turn: 0,
    sections: 0,
    noWaiting: 0,
    waitsFor: undefined,
    waitsUntil: Number.POSITIVE_INFINITY,
    awaitsNever: false,
    threw: [],
    cancelReasons: [],
    guards: 0,
    finalizers: 0,
    timesMissed: 0,
    timesOutAt: Number.POSITIVE_INFINITY,
    limit: Number.POSITIVE_INFINITY,
    refusedLate: false,
    calls: new Map(),
    timesFinished: 0,
    timesSettled: 0,
    awaited: false,
  };
}
