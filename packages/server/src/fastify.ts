/**
 * Fastify 5: a plugin that makes requests of routes jobs, where the route's `config` says so.
 *
 * A request without a body is admitted, or refused, before the route's hooks; one with a body when its body is there, so that slow
 * clients take nobody's place in a queue. Hooks, validation and serialisation run as always, outside of the job.
 */
import type { FastifyPluginCallback, FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from "fastify";
import fp from "fastify-plugin";
import { callable, checkOptions, oneOf, positive } from "./errors.ts";
import { RequestRefused } from "./refused.ts";
import type { RequestScheduler } from "./request-scheduler.ts";
import type { Ticket } from "./ticket.ts";

/** What `config: { preempt: … }` says of a route. */
export interface RoutePreemption {
  /** The class of its requests. Default: as `classify` says. */
  class?: string;
  /** Milliseconds after its arrival by which a request should be answered. Above 0. Default: that of the class. */
  deadline?: number;
  /**
   * Answers a request that is refused, in place of the handler, if its class has `onOverload: "degrade"`. It runs at once and to its
   * end: keep it short.
   */
  degraded?: RouteHandlerMethod;
}

/** Options of the plugin. */
export interface PreemptPluginOptions {
  /** What runs the requests. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever its classes are called
  requests: RequestScheduler<any>;
  /** Whether requests of routes without `config.preempt` are jobs, too; `preempt: false` is left out then. Default false. */
  allRoutes?: boolean;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Requests of the route are jobs. False: they are not, whatever the plugin's `allRoutes` says. */
    preempt?: RoutePreemption | false;
  }
}

const pluginNames: Record<keyof PreemptPluginOptions, 1> = { requests: 1, allRoutes: 1 };
const routeNames: Record<keyof RoutePreemption, 1> = { class: 1, deadline: 1, degraded: 1 };

type AsyncFunction = (...args: never[]) => Promise<unknown>;
const AsyncFunction = (async () => {}).constructor as unknown as { new (): AsyncFunction };

const plugin: FastifyPluginCallback<PreemptPluginOptions> = (app, options, done) => {
  // Fastify adds others, as `prefix`.
  checkOptions({ requests: options.requests, allRoutes: options.allRoutes }, "the plugin", pluginNames);
  const { requests: rs, allRoutes = false } = options;
  const registered: { handler: unknown; class: string | undefined; route: string }[] = [];
  const told = new Set<unknown>();

  app.addHook("onRoute", (route) => {
    const given = route.config?.preempt;
    if (given === false || (given === undefined && !allRoutes)) return;
    const { handler } = route;
    prepare(route, given ?? {}, rs);
    if (told.has(handler)) return;
    // Routes of HEAD have the handlers of GET.
    told.add(handler);
    registered.push({ handler, route: `${[route.method].flat().join(", ")} ${route.url}`, class: given?.class });
  });
  app.addHook("onReady", async () => {
    for (const { handler, class: name, route } of registered) rs.checkHandler(handler, name, route);
  });
  done();
};

export default fp(plugin, { name: "@preempt/server", fastify: "5.x" });

function prepare(route: RouteOptions, given: RoutePreemption, rs: RequestScheduler): void {
  const whose = `the route ${route.url}`;
  checkOptions(given, `"preempt" of ${whose}`, routeNames);
  const { class: name, deadline, degraded } = given;
  oneOf(name, Object.keys(rs.load), "class", `the class of ${whose}`);
  positive(deadline, "deadline", `the deadline of ${whose}`);
  callable(degraded, "degraded", `the degraded answer of ${whose}`);
  const { handler } = route;
  const answers = new WeakMap<FastifyRequest, Ticket | RequestRefused>();

  const admit = (request: FastifyRequest, reply: FastifyReply): Ticket | RequestRefused => {
    const answer = rs.admit(name ?? rs.classOf(request), { deadline, key: rs.keyOf(request) });
    if (!(answer instanceof RequestRefused)) follow(answer, request, reply);
    return answer;
  };

  const admitEarly: NonNullable<RouteOptions["onRequest"]> = (request, reply, next) => {
    if (mayHaveBody(request)) return next();
    const answer = admit(request, reply);
    answers.set(request, answer);
    if (answer instanceof RequestRefused && !isDegraded(answer)) next(refusal(answer, reply));
    else next();
  };
  route.onRequest = [...[route.onRequest ?? []].flat(), admitEarly] as NonNullable<RouteOptions["onRequest"]>;

  const isDegraded = (error: RequestRefused) => error.degrade && degraded !== undefined;

  route.handler = function (request, reply) {
    const answer = answers.get(request) ?? admit(request, reply);
    if (answer instanceof RequestRefused) {
      if (isDegraded(answer)) return (degraded as RouteHandlerMethod).call(this, request, reply);
      throw refusal(answer, reply);
    }
    return new Promise((resolve, reject) => {
      answer.run(handler as never, { args: [request, reply], thisArg: this }).then(
        (value: unknown) => {
          // A handler that returns nothing, and no promise, sends its answer later. So does what is never settled.
          if (value !== undefined || answer.hasWaited || handler instanceof AsyncFunction) resolve(value);
        },
        (error: unknown) => {
          if (!answer.isCancelled) reject(error);
          else if (reply.raw.destroyed || reply.sent) abandon(reply, resolve);
          else if (error instanceof RequestRefused && isDegraded(error)) {
            settle(() => (degraded as RouteHandlerMethod).call(this, request, reply), resolve, reject);
          } else reject(error instanceof RequestRefused ? refusal(error, reply) : error);
        },
      );
    });
  };
}

/** For the error handler, whichever it is. */
function refusal(error: RequestRefused, reply: FastifyReply): RequestRefused {
  reply.header("retry-after", String(error.retryAfter));
  return error;
}

/** As Fastify takes what a handler returns. */
function settle(answer: () => unknown, resolve: (value: unknown) => void, reject: (error: unknown) => void): void {
  try {
    const value = answer();
    if (value !== undefined) resolve(value);
  } catch (error) {
    reject(error);
  }
}

/** Nobody waits for an answer, or only a part of it was sent, which must not look like a whole one. */
function abandon(reply: FastifyReply, resolve: (value: unknown) => void): void {
  if (!reply.raw.writableEnded && !reply.raw.destroyed) reply.raw.destroy();
  resolve(undefined);
}

/** Binds a request to its ticket. */
function follow(ticket: Ticket, request: FastifyRequest, reply: FastifyReply): void {
  const { handlerTimeout = 0 } = request.routeOptions as { readonly handlerTimeout?: number };
  if (handlerTimeout > 0) {
    const { signal } = request;
    signal.addEventListener("abort", () => ticket.cancel(signal.reason));
  }
  // Fastify's own signal is aborted as soon as the body was read.
  Object.defineProperty(request, "signal", { get: () => ticket.signal, configurable: true });
  reply.raw.once("close", () => {
    // Else the answer is complete, and the handler may go on with what it does after that; a hook may have answered before it.
    if (!reply.raw.writableFinished || ticket.state === "reserved") ticket.cancel();
  });
  ticket.onStart = () => {
    if (!reply.raw.headersSent) reply.header("server-timing", `queue;dur=${ticket.waited.toFixed(1)}`);
  };
}

function mayHaveBody({ headers, method, raw }: FastifyRequest): boolean {
  if (headers["transfer-encoding"] !== undefined) return true;
  const length = headers["content-length"];
  if (length !== undefined) return length !== "0";
  return raw.httpVersionMajor > 1 && !["GET", "HEAD", "OPTIONS", "DELETE", "TRACE"].includes(method);
}
