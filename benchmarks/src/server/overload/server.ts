/** A server of the comparison: Fastify, with one of the guards. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createRequestScheduler, RequestRefused } from "@preempt/server";
import fastify, { type FastifyInstance, type FastifyReply } from "fastify";
import toobusy from "toobusy-js";
import { answerAbout, serverOrder } from "../load/serve-measured.ts";
import { burn, roundsPerMillisecond } from "../priority/burn.ts";
import { type ClassName, classes, classNames, type OverloadServerOrder } from "./classes.ts";

const { guard } = serverOrder<OverloadServerOrder>();
/** The load is planned in milliseconds of computation: the machine's speed is measured again before each load. */
let rounds = roundsPerMillisecond();

/** @preempt */
function work(name: ClassName): string {
  burn(rounds * classes[name].work);
  return name;
}

const app = fastify({ keepAliveTimeout: 120_000 });
app.get("/health", async () => "ok");
if (guard.startsWith("scheduled")) await scheduled(app);
else await guarded(app);
const { port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
process.send?.({ port: Number(port) });
answerAbout({
  calibrate: () => {
    rounds = roundsPerMillisecond();
  },
});

/** Each request is a job. */
async function scheduled(app: FastifyInstance): Promise<void> {
  const run = guard === "scheduled" ? runInOne() : runInClasses();
  // As an application that has run for a while.
  for (let i = 0; i < 40; i++) await run("search");
  for (const name of classNames) {
    app.get(`/${name}`, async (_, reply) => {
      try {
        return await run(name);
      } catch (error) {
        if (error instanceof RequestRefused) return refuse(reply, error.retryAfter);
        throw error;
      }
    });
  }
}

/** One class, first come first served. */
function runInOne(): (name: ClassName) => Promise<string> {
  const rs = createRequestScheduler({ classes: { any: { maxWait: 1000, deadline: 1000 } }, queue: "fcfs" });
  return (name) => rs.run("any", work, { args: [name] });
}

/** The deadline of a request is that of its class. */
function runInClasses(): (name: ClassName) => Promise<string> {
  const rs = createRequestScheduler({
    classes: {
      login: { deadline: classes.login.deadline, priority: 2 },
      search: { deadline: classes.search.deadline, priority: 1 },
      report: { deadline: classes.report.deadline },
    },
  });
  return (name) => rs.run(name, work, { args: [name] });
}

async function guarded(app: FastifyInstance): Promise<void> {
  if (guard === "under-pressure") {
    const { default: underPressure } = await import("@fastify/under-pressure");
    await app.register(underPressure, { maxEventLoopDelay: 100, sampleInterval: 100, retryAfter: 1 });
  }
  if (guard === "toobusy") {
    toobusy.interval(100);
    app.addHook("onRequest", async (_, reply) => (toobusy() ? refuse(reply, 1) : undefined));
  }
  const isSlow = guard === "cached answers" ? slowLoop() : () => false;
  for (const name of classNames) {
    app.get(`/${name}`, async (_, reply) => {
      // A login cannot be answered from a cache.
      if (name !== "login" && isSlow()) return reply.header("x-degraded", "1").send("cached");
      return work(name);
    });
  }
}

/** Whether turns of the event loop came late in the last tenth of a second: by more than 100 ms on average. */
function slowLoop(): () => boolean {
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  let isSlow = false;
  setInterval(() => {
    isSlow = delays.mean / 1e6 > 100;
    delays.reset();
  }, 100).unref();
  return () => isSlow;
}

const refuse = (reply: FastifyReply, after: number) => reply.code(503).header("retry-after", after).send("busy");
