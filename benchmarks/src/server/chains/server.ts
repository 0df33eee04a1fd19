/** The server: Fastify, and each stage as a callback of the event loop, or as a job. */
import { createServer, type IncomingMessage } from "node:http";
import { createRequestScheduler } from "@preempt/server";
import fastify, { type FastifyReply } from "fastify";
import { sentAtHeader } from "../load/plan.ts";
import { answerAbout, serverOrder } from "../load/serve-measured.ts";
import { type ChainServerOrder, type KindName, kindNames, kinds } from "./kinds.ts";
import { type Begun, now, StageRecorder } from "./recorder.ts";
import { type Progress, stagesOf } from "./stages.ts";

const { variant } = serverOrder<ChainServerOrder>();
const requests = createRequestScheduler({
  classes: {
    page: { deadline: kinds.page.D },
    login: { deadline: kinds.login.D },
    report: { deadline: kinds.report.D },
  },
  // Nothing is refused: it is to be measured.
  overload: false,
});
const recorder = new StageRecorder(() =>
  kindNames.some((kind) => requests.load[kind].ready + requests.load[kind].running > 0),
);
/** Requests whose handlers have not been found. */
const arrived = new WeakMap<IncomingMessage, Pick<Begun, "start" | "waitedAtStart">>();

interface Served extends Progress {
  readonly kind: KindName;
  readonly sent: number;
  readonly reply: FastifyReply;
}

const app = fastify({
  keepAliveTimeout: 120_000,
  serverFactory: (handler) =>
    createServer((request, response) => {
      const { start, waitedAtStart } = recorder.begin("page", 0, 0, 0);
      arrived.set(request, { start, waitedAtStart });
      handler(request, response);
    }),
});
app.get("/health", async () => "ok");
const release = variant === "preempt" ? asJobs() : asCallbacks();
for (const kind of kindNames) {
  app.get<{ Params: { request: string } }>(`/${kind}/:request`, ({ params, raw, headers }, reply) => {
    const request = Number(params.request);
    const sent = Number(headers[sentAtHeader] ?? now());
    release({ kind, request, sent, reply, html: "", rows: [], answer: undefined }, 1);
    const begun = arrived.get(raw);
    if (begun !== undefined) recorder.end({ ...begun, kind, request, stage: 0, sent });
  });
}
const { port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
process.send?.({ port: Number(port) });
answerAbout({ records: () => recorder.take() });

/** The end of a stage releases the next one; the last one answers. */
function finish(served: Served, stage: number): void {
  if (stage + 1 < kinds[served.kind].stages.length) release(served, stage + 1);
  else served.reply.send(served.answer);
}

/** Each stage is a callback, which runs to its end. */
function asCallbacks(): (served: Served, stage: number) => void {
  return (served, stage) =>
    void setImmediate(() => {
      const { kind, request, sent } = served;
      const begun = recorder.begin(kind, request, stage, sent);
      stagesOf[kind][stage - 1]?.(served);
      finish(served, stage);
      recorder.end(begun);
    });
}

/** Each stage is a job, whose deadline is that of its request. */
function asJobs(): (served: Served, stage: number) => void {
  const { scheduler } = requests;
  scheduler.observe(recorder.observer);
  const begin = ({ kind, request, sent }: Served, stage: number) => {
    const job = scheduler.currentJob;
    if (job !== undefined) recorder.isJob(job, recorder.begin(kind, request, stage, sent));
  };
  /** @preempt */
  function run(served: Served, stage: number): void {
    begin(served, stage);
    const work = stagesOf[served.kind][stage - 1] as (progress: Progress) => void;
    work(served);
    finish(served, stage);
  }
  return (served, stage) => {
    const { kind, sent } = served;
    const left = Math.max(0.001, sent + kinds[kind].D - now());
    requests.run(kind, run, { args: [served, stage], deadline: left }).catch((error) => served.reply.send(error));
  };
}
