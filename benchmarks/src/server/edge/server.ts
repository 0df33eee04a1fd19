/** An edge server: Fastify, a calibrated computation for each request, and one of the policies. */
import { RequestRefused } from "@preempt/server";
import fastify, { type FastifyReply } from "fastify";
import { answerAbout, serverOrder } from "../load/serve-measured.ts";
import { burn, roundsPerMillisecond } from "../priority/burn.ts";
import { askedOf, type EdgeServerOrder, type Executed, isPlain, pathTo, requestSchedulerOf } from "./policies.ts";

const { policy } = serverOrder<EdgeServerOrder>();
/** The load is planned in milliseconds of computation: the machine's speed is measured again before each load. */
let rounds = roundsPerMillisecond();
let executed: Executed = { planned: 0, cpu: 0 };

/** @preempt */
function work(service: number): string {
  burn(rounds * service);
  return "done";
}

interface Query {
  /** Milliseconds of computation, and the relative deadline. */
  readonly service: string;
  readonly deadline: string;
}

const app = fastify({ keepAliveTimeout: 120_000 });
app.get("/health", async () => "ok");
if (isPlain(policy)) {
  app.get<{ Querystring: Query }>(pathTo, async ({ query }) => {
    const from = process.threadCpuUsage();
    const answer = work(Number(query.service));
    const { user, system } = process.threadCpuUsage(from);
    add(Number(query.service), (user + system) / 1000);
    return answer;
  });
} else await scheduled();
const { port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
process.send?.({ port: Number(port) });
answerAbout({
  calibrate: () => {
    rounds = roundsPerMillisecond();
  },
  executed: () => {
    const all = executed;
    executed = { planned: 0, cpu: 0 };
    return all;
  },
});

/** Each request is a job. */
async function scheduled(): Promise<void> {
  const rs = requestSchedulerOf(policy);
  // As an application that has run for a while.
  for (let i = 0; i < 40; i++) await rs.run(Object.keys(rs.load)[0] as string, work, { args: [2] });
  rs.on("ended", ({ result, ran }) => {
    if (result === "done") add(0, ran);
  });
  app.get<{ Querystring: Query }>(pathTo, async ({ query }, reply) => {
    const [service, deadline] = [Number(query.service), Number(query.deadline)];
    const asked = askedOf(policy, { release: 0, service, deadline });
    try {
      const { signal } = goneOf(reply);
      const answer = await rs.run(asked.class, work, { ...asked.options, args: [service], signal });
      add(service, 0);
      return answer;
    } catch (error) {
      if (error instanceof RequestRefused) return reply.code(503).send("busy");
      throw error;
    }
  });
}

function add(planned: number, cpu: number): void {
  executed = { planned: executed.planned + planned, cpu: executed.cpu + cpu };
}

/** Aborted when the client has hung up. */
function goneOf(reply: FastifyReply): AbortController {
  const gone = new AbortController();
  reply.raw.on("close", () => {
    if (!reply.raw.writableEnded) gone.abort();
  });
  return gone;
}
