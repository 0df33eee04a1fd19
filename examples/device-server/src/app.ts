/** The routes. With a request scheduler their handlers are jobs; without, Fastify runs them as ever. */
import type { Server } from "node:http";
import type { RequestScheduler } from "@preempt/server";
import preempt from "@preempt/server/fastify";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyServerFactoryHandler } from "fastify";
import type { ClassName } from "./classes.ts";
import { crc32 } from "./crc.ts";
import { csvOf, pdfOf } from "./reports.ts";
import type { Sessions } from "./sessions.ts";
import { precompute, serve } from "./static-files.ts";
import type { Store } from "./store.ts";

export interface App {
  readonly app: FastifyInstance;
  /** What takes the requests of a `node:http` server. */
  readonly handle: FastifyServerFactoryHandler;
}

const files = precompute(new URL("../public/", import.meta.url));
/** Firmware of a small device. */
const largestImage = 4 << 20;
const most = 20_000;

export async function makeApp(
  store: Store,
  sessions: Sessions,
  requests: RequestScheduler<ClassName> | undefined,
  server: Server,
): Promise<App> {
  let handle: FastifyServerFactoryHandler | undefined;
  const app = fastify({
    bodyLimit: largestImage,
    serverFactory: (given) => {
      handle = given;
      return server;
    },
  });
  if (requests !== undefined) await app.register(preempt, { requests });
  app.addContentTypeParser("application/octet-stream", { parseAs: "buffer" }, (_, body, done) => done(null, body));

  serve(app, files);

  app.post(
    "/login",
    { config: { preempt: { class: "login" } }, schema: { body: credentials } },
    async (request, reply) => {
      const { name, password } = request.body as { name: string; password: string };
      if (await store.isPassword(name, password)) return { token: sessions.open() };
      return reply.code(401).send({ error: "No such name and password" });
    },
  );

  app.post(
    "/firmware/:version",
    { config: { preempt: { class: "upload" } }, onRequest: sessions.required },
    (request, reply) => {
      const { version } = request.params as { version: string };
      const image = request.body;
      if (!Buffer.isBuffer(image)) return reply.code(415).send({ error: "Send application/octet-stream" });
      const crc = crc32(image);
      store.addFirmware({ version, crc, image });
      return reply.code(201).send({ version, crc });
    },
  );

  const last = new Map<string, { readonly type: string; readonly body: string | Buffer }>();
  app.get(
    "/report.csv",
    { config: { preempt: { class: "report", degraded: cached("csv") } }, onRequest: sessions.required },
    (request, reply) => {
      const body = csvOf([...store.newest(rowsOf(request.query))]);
      last.set("csv", { type: "text/csv", body });
      return reply.type("text/csv").send(body);
    },
  );
  app.get(
    "/report.pdf",
    { config: { preempt: { class: "report", degraded: cached("pdf") } }, onRequest: sessions.required },
    async (request, reply) => {
      const body = await pdfOf([...store.newest(rowsOf(request.query) / 10)], "Readings");
      last.set("pdf", { type: "application/pdf", body });
      return reply.type("application/pdf").send(body);
    },
  );

  /** What is answered in place of a report while there is too much to do: the one before. */
  function cached(kind: "csv" | "pdf") {
    return (_: unknown, reply: FastifyReply) => {
      const report = last.get(kind);
      if (report === undefined)
        return reply.code(503).header("retry-after", "5").send({ error: "There is too much to do" });
      return reply.type(report.type).header("x-report", "the one before").send(report.body);
    };
  }

  await app.ready();
  return { app, handle: handle as FastifyServerFactoryHandler };
}

const credentials = {
  type: "object",
  required: ["name", "password"],
  properties: { name: { type: "string" }, password: { type: "string" } },
};

function rowsOf(query: unknown): number {
  const { rows } = query as { rows?: string };
  return Math.min(most, Math.max(1, Math.trunc(Number(rows ?? 2000)) || 1));
}
