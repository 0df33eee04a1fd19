/** Runs of resource access protocols, computed by two other simulators, reproduced to the unit. */
import { type AnyFunction, type Job, type Lock, PreemptError, type ProtocolName, Resource } from "@preempt/runtime";
import { consume, virtualScheduler } from "@preempt/runtime/testing";
import { describe, expect, test } from "vitest";
import { loadAll } from "../reference/load.ts";

interface Case {
  readonly id: string;
  readonly jobs: readonly {
    readonly name: string;
    readonly r: number;
    /** 1 is the most urgent. */
    readonly prio: number;
    readonly c: number;
    /** Resource, locked after so much of the job's own execution, unlocked after so much. */
    readonly sec: readonly (readonly [string, number, number])[];
    readonly d: number;
  }[];
  readonly result: Readonly<Record<string, Result>>;
}

type Result =
  | "deadlock"
  | {
      readonly start: readonly number[];
      readonly finish: readonly number[];
      /** Job, from, to. */
      readonly segments: readonly (readonly number[])[];
      /** Time, job, locked, unlocked or denied, resource. */
      readonly events: readonly (readonly [number, number, string, string])[];
    };

for (const { file, data } of loadAll<{ cases: Case[] }>("resources")) {
  describe(file, () => {
    for (const c of data.cases) {
      for (const [variant, expected] of Object.entries(c.result)) {
        test(`${c.id} ${variant}`, () => {
          expect(run(c, variant)).toEqual(expected);
        });
      }
    }
  });
}

function run({ jobs }: Case, variant: string): Result {
  const [policy, protocol] = variant.toLowerCase().split("/") as ["edf" | "fp", ProtocolName];
  const indexOf = (job: Job) => jobs.findIndex(({ name }) => name === job.name);
  const forever = Number.POSITIVE_INFINITY;
  const failures: unknown[] = [];
  const { rt, host, schedule } = virtualScheduler({
    policy,
    preemption: "ideal",
    slice: forever,
    round: forever,
    budget: 0,
    onError: (error) => void failures.push(error),
  });
  const resources = new Map<string, Resource>();
  for (const [name] of jobs.flatMap((job) => job.sec)) {
    if (!resources.has(name)) resources.set(name, new Resource(rt, { name, protocol }));
  }
  const started = new Map<Job, number>();
  const submitted = jobs.map(({ name, r, prio, c, sec, d }) => {
    const body: AnyFunction = function* () {
      const locks = new Map<string, Lock>();
      const points = [...new Set([0, c, ...sec.flatMap(([, lock, unlock]) => [lock, unlock])])].sort((a, b) => a - b);
      let done = 0;
      for (const point of points) {
        if (point > done) {
          yield* consume(rt, point - done);
          started.set(rt.currentJob as Job, started.get(rt.currentJob as Job) ?? host.now());
          done = point;
        }
        for (const [resource, , unlock] of [...sec].reverse()) if (unlock === point) locks.get(resource)?.unlock();
        if (point === c) break;
        for (const [resource, lock] of sec) {
          if (lock !== point) continue;
          yield; // what is released or woken at this instant is chosen first
          locks.set(resource, yield* (resources.get(resource) as Resource).acquire());
        }
        yield;
      }
    };
    const uses = [...new Set(sec.map(([name]) => resources.get(name) as Resource))];
    return rt.submit(body, { name, delay: r, priority: -prio, deadline: { at: d }, uses });
  });
  host.run();
  if (failures.some((error) => error instanceof PreemptError && error.code === "deadlock")) return "deadlock";
  expect(failures).toEqual([]);
  const segments: [number, number, number][] = [];
  for (const { job, from, to } of schedule.segments) {
    // A wait that takes no time parts nothing here.
    const last = segments.at(-1);
    if (last !== undefined && last[0] === indexOf(job) && last[2] === from) last[2] = to;
    else if (to > from) segments.push([indexOf(job), from, to]);
  }
  const letters: Record<string, string> = { locked: "L", denied: "B", unlocked: "U" };
  const events = schedule.events.flatMap(({ at, what, job, of = "" }) => {
    const letter = letters[what];
    return job === undefined || letter === undefined ? [] : [[at, indexOf(job), letter, of] as const];
  });
  return {
    start: jobs.map((_, i) => Math.min(...segments.filter(([job]) => job === i).map(([, start]) => start))),
    finish: submitted.map((job) => job.finish as number),
    segments,
    events,
  };
}
