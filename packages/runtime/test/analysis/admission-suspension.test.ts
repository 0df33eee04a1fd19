/** Jobs that await, in the kernel's own test: whatever is admitted is run by the real kernel, and no job is late. */
import { type Job, Scheduler, type Task } from "@preempt/runtime";
import { wait } from "@preempt/runtime/abi";
import { admitBy, exactAdmission, type SystemModel, type TaskModel } from "@preempt/runtime/analysis";
import { VirtualHost } from "@preempt/runtime/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Surroundings as AllSurroundings, systemOf } from "./execution.ts";

/** Without resources. */
interface Surroundings extends Omit<AllSurroundings, "protocol"> {
  readonly policy: "edf" | "fp";
}

const anySurroundings: fc.Arbitrary<Surroundings> = fc.record({
  policy: fc.constantFrom("edf", "fp"),
  slice: fc.integer({ min: 2, max: 9 }),
  step: fc.integer({ min: 1, max: 2 }),
  dispatch: fc.integer({ min: 0, max: 1 }),
  round: fc.constantFrom(10, 20),
  eventLoop: fc.integer({ min: 0, max: 2 }),
});

const anyShape = fc.record({
  weight: fc.integer({ min: 1, max: 10 }),
  period: fc.integer({ min: 60, max: 400 }),
  deadline: fc.integer({ min: 60, max: 120 }),
  awaits: fc.integer({ min: 0, max: 2 }),
  time: fc.integer({ min: 0, max: 30 }),
});
type Shape = typeof anyShape extends fc.Arbitrary<infer Value> ? Value : never;

const scaled = (shapes: readonly Shape[], scale: number): TaskModel[] =>
  shapes.map(({ weight, period, deadline, awaits, time }, i) => ({
    name: `t${i}`,
    period,
    deadline: Math.floor((period * deadline) / 100),
    wcet: Math.max(1, Math.floor((weight * scale) / 10)),
    priority: -i,
    ...(awaits > 0 && { suspension: { time, awaits } }),
  }));

/** The heaviest version that is admitted, where a mistake would show. */
function heaviestAdmitted(shapes: readonly Shape[], system: SystemModel): TaskModel[] | undefined {
  for (let scale = 200; scale > 0; scale -= 5) {
    const tasks = scaled(shapes, scale);
    if (exactAdmission(tasks, system).admitted) return tasks;
  }
  return undefined;
}

interface Arrival {
  readonly task: number;
  readonly at: number;
}

/** Runs all jobs for their whole wcet, with all their awaits; where in the job is for `random` to say. */
async function execute(
  tasks: readonly TaskModel[],
  arrivals: readonly Arrival[],
  { policy, slice, step, dispatch, round, eventLoop }: Surroundings,
  random: () => number,
) {
  const host = new VirtualHost();
  // An event loop serves what is due between two rounds. The virtual host does so when no turn is posted.
  const awaited = new Set<{ readonly due: number; readonly resolve: () => void }>();
  const serve = () => {
    for (const one of awaited) {
      if (one.due > host.now()) continue;
      awaited.delete(one);
      one.resolve();
    }
  };
  const rt = new Scheduler({
    host,
    policy,
    slice,
    round,
    margin: false,
    observer: { jobDispatched: () => host.advance(dispatch), roundEnded },
  });
  function roundEnded() {
    host.advance(eventLoop);
    serve();
  }
  const bodyOf = ({ wcet, suspension }: TaskModel) =>
    function* () {
      const { time = 0, awaits = 0 } = suspension ?? {};
      const places = Array.from({ length: awaits }, () => Math.floor(random() * wcet)).sort((a, b) => a - b);
      const first = Math.floor(random() * (time + 1));
      const pauses = awaits === 2 ? [first, time - first] : [time];
      let done = 0;
      for (const [i, until] of [...places, wcet].entries()) {
        while (done < until) {
          const next = Math.min(step, until - done);
          host.advance(next);
          done += next;
          if (done < wcet) yield;
        }
        const pause = pauses[i];
        if (i < awaits && pause !== undefined) {
          const due = host.now() + pause;
          const settled = new Promise<void>((resolve) => awaited.add({ due, resolve }));
          host.timer(due as never, serve);
          yield wait(settled);
        }
      }
    };
  const sources = tasks.map((task) =>
    rt.task(bodyOf(task) as () => void, {
      name: task.name,
      priority: task.priority,
      deadline: task.deadline,
      backlog: Number.POSITIVE_INFINITY,
    }),
  );
  const jobs: { readonly job: Job<unknown>; readonly arrival: Arrival }[] = [];
  for (const arrival of arrivals) {
    rt.alarm(arrival.at, () => {
      const job = (sources[arrival.task] as Task).release();
      job.setDeadline({ at: arrival.at + (tasks[arrival.task] as TaskModel).deadline });
      jobs.push({ job, arrival });
    });
  }
  await host.settle();
  return jobs.map(({ job, arrival }) => ({
    task: arrival.task,
    response: (job.finish ?? Number.POSITIVE_INFINITY) - arrival.at,
  }));
}

test("no job of an admitted set that awaits is late, and none responds later than the answer says", {
  timeout: 120_000,
}, async () => {
  const tightest = { edf: 0, fp: 0 };
  let sets = 0;
  await fc.assert(
    fc.asyncProperty(
      anySurroundings,
      fc.array(anyShape, { minLength: 1, maxLength: 4 }),
      fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
      async (surroundings, shapes, stream) => {
        const system = systemOf(surroundings);
        const tasks = heaviestAdmitted(shapes, system);
        fc.pre(tasks?.some(({ suspension }) => suspension !== undefined) ?? false);
        const all = tasks as TaskModel[];
        const answer = exactAdmission(all, system);
        const random = () => stream.next().value as number;
        const horizon = 3 * Math.max(...all.map(({ period }) => period));
        sets++;
        for (const [, early] of [0, 1, 3, undefined].entries()) {
          const first = Math.floor(random() * all.length);
          const arrivals = all.flatMap(({ period }, task) => {
            const own: Arrival[] = [];
            const begin = early === undefined ? Math.floor(random() * period) : task === first ? 0 : early;
            for (let at = begin; at < horizon; at += period) own.push({ task, at });
            return own;
          });
          for (const { task, response } of await execute(all, arrivals, surroundings, random)) {
            const bound = answer.admitted ? (answer.responseTimes[task] ?? Infinity) : 0;
            expect(response).toBeLessThanOrEqual(Math.min(bound, (all[task] as TaskModel).deadline));
            tightest[surroundings.policy] = Math.max(tightest[surroundings.policy], response / bound);
          }
        }
      },
    ),
    { numRuns: 120 },
  );
  expect(Math.min(tightest.edf, tightest.fp)).toBeGreaterThan(0.7);
  expect(sets).toBeGreaterThan(100);
});

const awaiting: TaskModel = {
  ...{ name: "upload", period: 100, deadline: 80, wcet: 4, priority: 1 },
  suspension: { time: 10, awaits: 2 },
};
const plain: TaskModel = { name: "draw", period: 100, deadline: 100, wcet: 10, priority: 0 };
const quiet: SystemModel = {
  ...{ policy: "fp", slice: 1, overrun: 0, switchCost: 0.5, releaseLatency: 1 },
  eventLoop: { round: 5, time: 0.5 },
};

test("each await lengthens the response by a round, a slice, the event loop and two dispatches", () => {
  const system: SystemModel = { ...quiet, eventLoop: { round: 1000, time: 0 } };
  const of = (awaits: number) => {
    const task: TaskModel = { ...awaiting, deadline: 100_000, period: 100_000, suspension: { time: 10, awaits } };
    const answer = exactAdmission([task], system);
    return answer.admitted ? (answer.responseTimes[0] as number) : Number.NaN;
  };
  // 1000 of the round, 1 of a slice, 0.5 of a dispatch after the loop, 1 of latency, 2 dispatches; and one more turn of the loop at least.
  expect(of(2) - of(1)).toBeGreaterThanOrEqual(1000 + 1 + 0.5 + 1 + 2 * 0.5 + 0.5);
});

test("a task below one that awaits may respond sooner than if that executed all the time", () => {
  const answer = exactAdmission([awaiting, plain], quiet);
  const executing = exactAdmission([{ ...awaiting, wcet: 4 + 10, suspension: undefined } as never, plain], quiet);
  if (!answer.admitted || !executing.admitted) throw new Error("refused");
  expect(answer.responseTimes[1]).toBeLessThan(executing.responseTimes[1] as number);
});

test("what no test counts beside awaits is refused, with a reason", () => {
  const reason = (tasks: readonly TaskModel[], system: SystemModel) => {
    const answer = exactAdmission(tasks, system);
    return answer.admitted ? "" : answer.reason;
  };
  expect(reason([awaiting], { ...quiet, policy: "fifo" })).toMatch(/"upload" await, and first come, first served/);
  expect(reason([awaiting, { ...plain, sections: { log: 1 } }], quiet)).toMatch(/critical sections/);
  const { eventLoop: _, ...endless } = quiet;
  expect(reason([awaiting], endless)).toMatch(/rounds, which have no end/);
  expect(reason([plain], { ...endless, policy: "fifo" })).toBe("");
  expect(() => exactAdmission([{ ...awaiting, suspension: { time: 1, awaits: 0.5 } }], quiet)).toThrow(
    "suspension_awaits",
  );
});

test("admitBy takes the awaits of a task by its name", () => {
  const host = new VirtualHost();
  const admission = admitBy(exactAdmission, { suspension: { upload: { time: 30, awaits: 1 } } });
  const rt = new Scheduler({ host, policy: "fp", admission });
  const admit = (name: string) =>
    rt.admit(() => host.advance(4), { name, period: 100, deadline: 35, wcet: 4 }).admitted;
  expect([admit("upload"), admit("draw")]).toEqual([false, true]);
});
