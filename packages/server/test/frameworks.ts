/** The same small server in each framework, on a port of its own. */
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import type { RequestScheduler } from "@preempt/server";
import preempt from "@preempt/server/fastify";
import { fetchHandler } from "@preempt/server/fetch";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";

/** What a route does: a generator, so that it is preemptable without the transform. */
export type Handle = (request: { readonly path: string; readonly signal: AbortSignal }) => Generator<unknown, string>;

export interface Routes {
  readonly login: Handle;
  readonly report: Handle;
}

export interface Running {
  readonly url: string;
  readonly port: number;
  readonly server: http.Server;
  close(): Promise<void>;
}

type Requests = RequestScheduler<"login" | "report">;
export type Start = (rs: Requests, routes: Routes) => Promise<Running>;

const names = ["login", "report"] as const;
/** The degraded answer; and that of the error handler, which is the framework's own. */
export const degraded = "not today";
export const failed = "handled";

async function listening(server: http.Server, close: () => Promise<unknown>): Promise<Running> {
  if (!server.listening) await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    await close();
  };
  return { url: `http://127.0.0.1:${port}`, port, server, close: stop };
}

const closing = (server: http.Server) => () => new Promise((resolve) => server.close(resolve));

export const frameworks: Readonly<Record<string, Start>> = {
  async fastify(rs, routes) {
    const app = fastify();
    await app.register(preempt, { requests: rs });
    app.setErrorHandler((error, _request, reply) => {
      const { statusCode = 500 } = error as { statusCode?: number };
      return reply.code(statusCode).send(statusCode === 500 ? failed : "refused");
    });
    for (const name of names) {
      const handler = function* (request: { url: string; signal: AbortSignal }) {
        return yield* routes[name]({ path: request.url, signal: request.signal });
      };
      const config = { preempt: { class: name, degraded: () => degraded } };
      app.route({ method: ["GET", "POST"], url: `/${name}`, config, handler: handler as never });
    }
    await app.listen({ port: 0, host: "127.0.0.1" });
    return listening(app.server, () => app.close());
  },

  async express(rs, routes) {
    const app = express();
    for (const name of names) {
      const handler = function* (request: express.Request, response: express.Response) {
        response.send(yield* routes[name]({ path: request.url, signal: request.signal }));
      };
      const answer: express.RequestHandler = (_request, response) => void response.send(degraded);
      app.all(`/${name}`, rs.route(name, handler as never, { degraded: answer as never }));
    }
    app.use(((_error, _request, response, _next) => {
      response.status(500).send(failed);
    }) satisfies express.ErrorRequestHandler);
    const server = http.createServer(app).listen(0, "127.0.0.1");
    return listening(server, closing(server));
  },

  async hono(rs, routes) {
    const app = new Hono();
    for (const name of names) {
      const handler = function* (context: { req: { url: string; raw: Request }; text(text: string): Response }) {
        const { url, raw } = context.req;
        return context.text(
          yield* routes[name]({ path: new URL(url).pathname + new URL(url).search, signal: raw.signal }),
        );
      };
      app.all(
        `/${name}`,
        rs.route(name, handler as never, {
          degraded: ((c: { text(t: string): unknown }) => c.text(degraded)) as never,
        }),
      );
    }
    app.onError((_error, context) => context.text(failed, 500));
    const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as http.Server;
    return listening(server, closing(server));
  },

  async fetch(rs, routes) {
    const answer = fetchHandler(
      rs as RequestScheduler,
      function* (request: Request) {
        const { pathname, search } = new URL(request.url);
        const name = pathname === "/login" ? "login" : "report";
        return new Response(yield* routes[name]({ path: pathname + search, signal: request.signal }));
      },
      { degraded: () => new Response(degraded) },
    );
    const server = serve({
      fetch: (request) => answer(request).catch(() => new Response(failed, { status: 500 })),
      port: 0,
      hostname: "127.0.0.1",
    }) as http.Server;
    return listening(server, closing(server));
  },
};

/** The class by the path, for those whose routes do not say it. */
export function classify(request: { readonly url?: string }): "login" | "report" {
  return new URL(request.url ?? "/", "http://localhost").pathname === "/login" ? "login" : "report";
}

/** What bulky work waits for, which computes until then. */
export class Gate {
  isOpen = false;
  open(): void {
    this.isOpen = true;
  }
  /** Computes, and can be preempted. */
  *compute(): Generator<undefined, void> {
    while (!this.isOpen) {
      const end = performance.now() + 0.2;
      while (performance.now() < end);
      yield;
    }
  }
}

/** Looks now and then until it is so. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let i = 0; i < 5000; i++) {
    if (isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error(`it never became so: ${isSo}`);
}
