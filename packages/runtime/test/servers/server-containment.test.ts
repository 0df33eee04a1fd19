/** Whatever a job in a server starts stays in that server, by whichever way it is started. */
import { EventEmitter } from "node:events";
import {
  ConstantBandwidthServer,
  DeferrableServer,
  type Job,
  PollingServer,
  Scheduler,
  type Server,
  TotalBandwidthServer,
} from "@preempt/runtime";
import { admitBy, exactAdmission } from "@preempt/runtime/analysis";
import { consume, VirtualHost, virtualScheduler } from "@preempt/runtime/testing";
import { expect, test } from "vitest";

interface Ways {
  readonly rt: Scheduler;
  readonly host: VirtualHost;
  readonly server: Server;
  readonly hog: () => Generator<undefined, void>;
}

const urgent = { deadline: 0.001 };

/** How a job may start something. */
const ways: Record<string, (w: Ways) => void> = {
  "a job": ({ rt, hog }) => void rt.submit(hog, urgent),
  "a job that takes nothing over": ({ rt, hog }) => void rt.submit(hog, { ...urgent, inherit: false }),
  "a job with a delay": ({ rt, hog }) => void rt.submit(hog, { ...urgent, delay: 5 }),
  "an alarm": ({ rt, hog }) => void rt.alarm({ in: 0 }, () => rt.submit(hog, urgent)),
  "an alarm that computes": ({ rt, hog }) => void rt.alarm({ in: 0 }, hog as never),
  "alarms again and again": ({ rt, hog }) => void rt.alarm({ every: 5, in: 0 }, () => rt.submit(hog, urgent)),
  "an alarm in an alarm": ({ rt, hog }) =>
    void rt.alarm({ in: 0 }, () => rt.alarm({ in: 1 }, () => rt.submit(hog, urgent))),
  "a task": ({ rt, hog }) => void rt.task(hog, { period: 200, deadline: 0.001 }),
  "a sporadic task": ({ rt, hog }) => void rt.task(hog, { interArrival: 1, deadline: 0.001 }).release(),
  "what a task does on a miss": ({ rt, hog }) =>
    void rt.task(hog, { period: 200, deadline: 0.001, onMiss: () => void rt.submit(hog, urgent) }),
  "a job that is awaited": ({ rt, hog }) => void rt.submit(() => rt.submit(hog, urgent)),
  "jobs of a task that queue up": ({ rt, hog }) => void rt.task(hog, { period: 12, deadline: 0.001 }),
  "a promise reaction": ({ rt, hog }) => void Promise.resolve().then(() => rt.submit(hog, urgent)),
  "a chain of promise reactions": ({ rt, hog }) =>
    void Promise.resolve()
      .then(() => {})
      .then(async () => {
        await null;
        rt.submit(hog, urgent);
      }),
  "a reaction to a job": ({ rt, hog }) => void rt.submit(() => 1).then(() => rt.submit(hog, urgent)),
  "an async function": ({ rt, hog }) =>
    void rt.submit(async () => {
      await null;
      await null;
      rt.submit(hog, urgent);
    }),
  "a microtask": ({ rt, hog }) => queueMicrotask(() => rt.submit(hog, urgent)),
  "process.nextTick": ({ rt, hog }) => process.nextTick(() => rt.submit(hog, urgent)),
  "a listener of an emitter of its own": ({ rt, hog }) => {
    const emitter = new EventEmitter();
    emitter.on("event", () => rt.submit(hog, urgent));
    rt.alarm({ in: 1 }, () => void emitter.emit("event"));
  },
  "an observer": ({ rt, hog }) => {
    const { [Symbol.dispose]: remove } = rt.observe({
      jobFinished() {
        remove();
        rt.submit(hog, urgent);
      },
    });
  },
  "an observer that computes": ({ rt, host }) => {
    // No more than what fits into the slack of those outside at once.
    rt.observe({ jobFinished: () => host.advance(1) });
  },
  "another server": ({ rt, hog }) =>
    void new ConstantBandwidthServer(rt, { budget: 9, period: 10 }).submit(hog, urgent),
  "a deferrable server": ({ rt, hog }) =>
    void new DeferrableServer(rt, { budget: 0.01, period: 0.01 }).submit(hog, urgent),
  "a total bandwidth server": ({ rt, hog }) =>
    void new TotalBandwidthServer(rt, { bandwidth: 1 }).submit(hog, { wcet: 0.001 }),
  yieldNow: ({ rt, hog }) => void rt.yieldNow(urgent).then(() => rt.submit(hog, urgent)),
};

const kinds = { ConstantBandwidthServer, DeferrableServer, PollingServer };

for (const [kind, Kind] of Object.entries(kinds)) {
  test.each(Object.entries(ways))(`${kind}: %s`, async (_, start) => {
    const { rt, host } = virtualScheduler({ slice: 1, preemption: "ideal", budget: 0 });
    const server = new Kind(rt, { budget: 1, period: 10 });
    const good = rt.task(
      function* () {
        yield* consume(rt, 4);
      },
      { period: 10, name: "good" },
    );
    let hogged = 0;
    function* hog() {
      hogged++;
      yield* consume(rt, 50);
    }
    server.submit(function* script() {
      start({ rt, host, server, hog });
    });
    await host.settle(150);
    expect({ misses: good.misses, released: good.released }).toEqual({ misses: 0, released: 16 });
    // It does run, when the server has time for it.
    if (!/computes$/.test(_) || hogged > 0) expect(hogged).toBeGreaterThan(0);
  });
}

test("in real time, in Node: timers, immediates and files know where they were started", async () => {
  const rt = new Scheduler();
  const server = new DeferrableServer(rt, { budget: 1, period: 5 });
  const inServer = (job: Job) => (job as unknown as { server?: { name: string } }).server?.name;
  const seen: Record<string, string | undefined> = {};
  await server.submit(async () => {
    const look = (what: string) => {
      seen[what] = inServer(rt.submit(() => 1) as Job);
    };
    look("at once");
    await new Promise<void>((resolve) =>
      setTimeout(() => {
        look("timer");
        resolve();
      }, 1),
    );
    look("after it");
    await new Promise<void>((resolve) =>
      setImmediate(() => {
        look("immediate");
        resolve();
      }),
    );
    const { stat } = await import("node:fs");
    await new Promise<void>((resolve) =>
      stat(".", () => {
        look("file");
        resolve();
      }),
    );
  });
  const name = 'server "deferrable"';
  expect(seen).toEqual({ "at once": name, timer: name, "after it": name, immediate: name, file: name });
});

test("who awaits a job of a server from outside stays outside", async () => {
  const { rt, host } = virtualScheduler();
  const server = new DeferrableServer(rt, { budget: 1, period: 10 });
  const jobs: Job[] = [];
  const outside = (async () => {
    await server.submit(() => 1);
    jobs.push(rt.submit(() => 1, { delay: 1 }) as Job);
    await server.submit(() => 2).then(() => jobs.push(rt.submit(() => 1, { delay: 1 }) as Job));
  })();
  await host.settle(5);
  await outside;
  expect(jobs.map((job) => job.urgency === job)).toEqual([true, true]);
  await host.settle();
});

test("observers from outside, and tasks from outside that a server's job releases, stay outside", async () => {
  const { rt, host, schedule } = virtualScheduler();
  const server = new DeferrableServer(rt, { budget: 1, period: 100 });
  const task = rt.task(
    function* () {
      yield* consume(rt, 3);
    },
    { interArrival: 1, name: "service" },
  );
  let told = false;
  rt.observe({
    jobFinished(job) {
      if (job.name !== "script" || told) return;
      told = true;
      rt.submit(
        function* () {
          yield* consume(rt, 3);
        },
        { name: "told" },
      );
    },
  });
  server.submit(() => void task.release(), { name: "script" });
  await host.settle(50);
  expect(schedule.responseTimes("service")).toEqual([3]);
  expect(schedule.responseTimes("told").length).toBe(1);
  expect(schedule.responseTimes("told")[0]).toBeLessThan(10);
});

test("an observer of a server hears nothing while that has no budget left", async () => {
  const { rt, host, work } = virtualScheduler({ slice: 1 });
  const server = new DeferrableServer(rt, { budget: 2, period: 100 });
  let heard = 0;
  server.submit(function* () {
    rt.observe({
      jobFinished() {
        heard++;
        host.advance(1.5);
      },
    });
    yield* consume(rt, 0.1);
  });
  for (let i = 0; i < 20; i++) rt.submit(work(1));
  host.run(90);
  // The second one takes more than there is; from then on it waits for the next period.
  expect(heard).toBe(2);
});

test("an alarm of a server comes first there, so that it can end a job that does not end", async () => {
  for (const Kind of Object.values(kinds)) {
    const { rt, host, schedule } = virtualScheduler({ slice: 1 });
    const server = new Kind(rt, { budget: 1, period: 10 });
    let isOver = false;
    const job = server.submit(
      function* () {
        rt.alarm({ in: 35 }, () => {
          isOver = true;
        });
        while (!isOver) yield* consume(rt, 0.5);
      },
      { name: "endless" },
    );
    server.submit(() => {}, { name: "waits" });
    await host.settle(100);
    expect([job.state, isOver]).toEqual(["done", true]);
    expect(schedule.responseTimes("waits").length).toBe(1);
  }
});

test("an alarm of a server that is called off does not come, though it is due already", () => {
  const { rt, host } = virtualScheduler({ slice: 1 });
  const server = new DeferrableServer(rt, { budget: 1, period: 10 });
  let came = 0;
  server.submit(function* () {
    const alarm = rt.alarm({ in: 1 }, () => came++);
    yield* consume(rt, 1);
    rt.alarm({ every: 1 }, () => came++);
    alarm.cancel();
    yield* consume(rt, 0.5);
  });
  host.run(9);
  expect(came).toBe(0);
  host.run(60);
  // What comes each millisecond is served as there is budget, and never queues up.
  expect(came).toBeGreaterThan(3);
  expect(server.waiting).toBeLessThanOrEqual(1);
});

test("a job in a critical section is not displaced by an alarm of its server", () => {
  const { rt, host, schedule } = virtualScheduler({ slice: 1 });
  const server = new DeferrableServer(rt, { budget: 5, period: 10 });
  server.submit(
    function* () {
      rt.alarm({ in: 1 }, function alarm() {});
      using _section = rt.criticalSection();
      yield* consume(rt, 3);
    },
    { name: "section" },
  );
  host.run(30);
  expect(schedule.segmentsOf("section").map(({ from, to }) => [from, to])).toEqual([[0, 3]]);
});

test("nothing is promised to a task that would run in a server", async () => {
  const host = new VirtualHost();
  const rt = new Scheduler({ host, admission: admitBy(exactAdmission) });
  const server = new DeferrableServer(rt, { budget: 1, period: 10, name: "scripts" });
  const answer = server.submit(() => rt.admit(() => {}, { name: "mine", period: 10, wcet: 1 }));
  host.run(5);
  expect(await answer).toEqual({
    admitted: false,
    reason: 'Task "mine" would run in server "scripts", like all that its jobs start: nothing is promised there.',
    task: "mine",
  });
});

test("who holds another server may use it: its budget bounds that", async () => {
  const { rt, host, schedule } = virtualScheduler({ slice: 1 });
  const [first, second] = [1, 2].map((budget) => new DeferrableServer(rt, { budget, period: 10 }));
  first?.submit(() => {
    second?.submit(
      function* () {
        yield* consume(rt, 4);
      },
      { name: "there" },
    );
  });
  await host.settle(50);
  expect(schedule.segmentsOf("there").map(({ from, to }) => [from, to])).toEqual([
    [0, 2],
    [10, 12],
  ]);
});

test("where nothing goes along with promises, what a job does itself stays in its server, alarms and tasks too", async () => {
  class Browser extends VirtualHost {
    // biome-ignore lint/suspicious/noExplicitAny: as a host that has none
    override context: any = undefined;
    // biome-ignore lint/suspicious/noExplicitAny: as a host that has none
    override carrier: any = undefined;
  }
  for (const way of ["a job", "an alarm", "a task", "an observer", "what a task does on a miss", "another server"]) {
    const host = new Browser();
    const rt = new Scheduler({ host, slice: 1 });
    const server = new ConstantBandwidthServer(rt, { budget: 1, period: 10 });
    const good = rt.task(
      function* () {
        yield* consume(rt, 4);
      },
      { period: 10, name: "good" },
    );
    server.submit(() =>
      ways[way]?.({
        rt,
        host,
        server,
        *hog() {
          yield* consume(rt, 50);
        },
      }),
    );
    await host.settle(150);
    expect(good.misses, way).toBe(0);
  }
});
