/**
 * Fastify 5: a plugin that makes requests of routes jobs, where the route's `config` says so.
 *
 * A request without a body is admitted, or refused, before the route's hooks; one with a body when its body is there, so that slow
 * clients take nobody's place in a queue. Hooks, validation and serialisation run as always, outside of the job.
 */
import { bool, callback, finiteNumber, positiveNumber, tableOf } from "@preempt/checks";
import type { FastifyPluginCallback, FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from "fastify";
import fp from "fastify-plugin";
import { useJson } from "./fastify/json.ts";
import { ServiceTimes } from "./overload/service-times.ts";
import { checkOptions, oneOf } from "./requests/errors.ts";
import { RequestRefused } from "./requests/refused.ts";
import type { RequestScheduler } from "./requests/request-scheduler.ts";
import { timingOf } from "./requests/server-timing.ts";
import type { Ticket } from "./requests/ticket.ts";

/** `config: { preempt: … }` of a route. */
export interface RoutePreemption {
  /** The class of its requests. Default: the result of `classify`. */
  class?: string;
  /** Milliseconds after its arrival by which a request should be answered. Above 0. Default: that of the class. */
  deadline?: number;
  /** Any finite number. Default: that of the class. */
  priority?: number;
  /**
   * Answers a refused request instead of the handler, if its class has `onOverload: "degrade"`. It runs at once and to its end: keep it
   * short.
   */
  degraded?: RouteHandlerMethod;
}

/** Options of the plugin. */
export interface PreemptPluginOptions {
  /** The request scheduler. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever its classes are called
  requests: RequestScheduler<any>;
  /** Whether requests of routes without `config.preempt` are jobs, too; `preempt: false` is left out then. Default false. */
  allRoutes?: boolean;
  /**
   * Whether JSON bodies above 64 kB are parsed by jobs, and answers of about that size made by jobs, for all routes. A route whose schema has a
   * `response` makes its answers itself. Bodies up to `bodyLimit` are taken, as always. Default false.
   */
  json?: boolean;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Requests of the route are jobs. False: they are not, whatever the plugin's `allRoutes` says. */
    preempt?: RoutePreemption | false;
  }
}

const pluginTable = tableOf<PreemptPluginOptions>({ requests: 1, allRoutes: bool, json: bool });
const routeTable = tableOf<RoutePreemption>({
  class: 1,
  deadline: positiveNumber,
  priority: finiteNumber,
  degraded: callback,
});

/** Where a request keeps what became of its admission. */
const answerKey = Symbol("@preempt/server");
type Answered = FastifyRequest & { [answerKey]: Ticket | RequestRefused | null };

type AsyncFunction = (...args: never[]) => Promise<unknown>;
const AsyncFunction = (async () => {}).constructor as unknown as { new (): AsyncFunction };

const plugin: FastifyPluginCallback<PreemptPluginOptions> = (app, options, done) => {
  // Fastify adds others, as `prefix`.
  const { prefix: _, ...given } = options as PreemptPluginOptions & { readonly prefix?: string };
  checkOptions(given, "the plugin", pluginTable);
  const { requests: rs, allRoutes = false, json = false } = options;
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
  // From the start: a property that is added later makes requests slower.
  app.decorateRequest(answerKey, null as never);
  if (json) useJson(app, rs);
  done();
};

/** The plugin: `await app.register(preempt, { requests })`. Each route is a job of its class: `config: { preempt: { class } }`. */
export default fp(plugin, { name: "@preempt/server", fastify: "5.x" });

function prepare(route: RouteOptions, given: RoutePreemption, rs: RequestScheduler): void {
  const whose = `the route ${route.url}`;
  checkOptions(given, `"preempt" of ${whose}`, routeTable);
  const { class: name, deadline, priority, degraded } = given;
  oneOf(name, Object.keys(rs.load), "class", `the class of ${whose}`);
  const { handler } = route;
  const isAsync = handler instanceof AsyncFunction;
  const times = new ServiceTimes();

  const admit = (request: FastifyRequest, reply: FastifyReply): Ticket | RequestRefused => {
    const answer = rs.admit(name ?? rs.classOf(request), { deadline, priority, key: rs.keyOf(request), times });
    (request as Answered)[answerKey] = answer;
    if (!(answer instanceof RequestRefused)) follow(answer, request, reply);
    return answer;
  };

  const admitEarly: NonNullable<RouteOptions["onRequest"]> = (request, reply, next) => {
    if (mayHaveBody(request)) return next();
    const answer = admit(request, reply);
    if (answer instanceof RequestRefused && !isDegraded(answer)) next(refusal(answer, reply));
    else next();
  };
  route.onRequest = [...[route.onRequest ?? []].flat(), admitEarly] as NonNullable<RouteOptions["onRequest"]>;

  const isDegraded = (error: RequestRefused) => error.degrade && degraded !== undefined;

  route.handler = function (request, reply) {
    const answer = (request as Answered)[answerKey] ?? admit(request, reply);
    if (answer instanceof RequestRefused) {
      if (isDegraded(answer)) return (degraded as RouteHandlerMethod).call(this, request, reply);
      throw refusal(answer, reply);
    }
    return new Promise((resolve, reject) => {
      answer.start(handler as never, { args: [request, reply], thisArg: this }, (isOk, value) => {
        // A handler that returns nothing, and no promise, sends its answer later. So does what is never settled.
        if (isOk && value === undefined && !isAsync && !answer.hasWaited) return;
        if (isOk) resolve(value);
        else if (!answer.isCancelled) reject(value);
        else if (isGone(reply) || reply.sent) abandon(reply, resolve);
        else if (value instanceof RequestRefused && isDegraded(value)) {
          settle(() => (degraded as RouteHandlerMethod).call(this, request, reply), resolve, reject);
        } else reject(value instanceof RequestRefused ? refusal(value, reply) : value);
      });
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
  if (!reply.raw.writableEnded && !isGone(reply)) reply.raw.destroy();
  resolve(undefined);
}

/** Whether the client has gone. */
function isGone({ raw }: FastifyReply): boolean {
  const { destroyed, stream } = raw as {
    readonly destroyed?: boolean;
    readonly stream?: { readonly destroyed: boolean };
  };
  return destroyed === true || stream?.destroyed === true;
}

type GetSignal = (this: FastifyRequest) => AbortSignal;
/** Fastify's own, of each prototype of requests. */
const ownSignals = new WeakMap<object, GetSignal>();

/** Fastify's own signal is aborted as soon as the body was read: requests that are jobs have that of their ticket. */
function giveSignal(prototype: object): GetSignal {
  const known = ownSignals.get(prototype);
  if (known !== undefined) return known;
  let home = prototype;
  while (!Object.hasOwn(home, "signal")) home = Object.getPrototypeOf(home);
  const own = Object.getOwnPropertyDescriptor(home, "signal")?.get as GetSignal;
  ownSignals.set(prototype, own);
  Object.defineProperty(prototype, "signal", {
    configurable: true,
    get(this: Answered) {
      const answer = this[answerKey];
      return answer === null || answer instanceof RequestRefused ? own.call(this) : answer.signal;
    },
  });
  return own;
}

/** Binds a request to its ticket. */
function follow(ticket: Ticket, request: FastifyRequest, reply: FastifyReply): void {
  const ownSignal = giveSignal(Object.getPrototypeOf(request));
  const { handlerTimeout = 0 } = request.routeOptions as { readonly handlerTimeout?: number };
  if (handlerTimeout > 0) {
    const signal = ownSignal.call(request);
    signal.addEventListener("abort", () => {
      const { code } = signal.reason as { readonly code?: unknown };
      if (code === "FST_ERR_HANDLER_TIMEOUT") ticket.cancel(signal.reason);
    });
  }
  // Its client may have gone while its body was read.
  if (isGone(reply)) ticket.cancel();
  reply.raw.on("close", () => {
    // Else the answer is complete, and the handler may go on with what it does after that; a hook may have answered before it.
    if (!reply.raw.writableEnded || ticket.state === "reserved") ticket.cancel();
  });
  ticket.response = reply;
  ticket.onStart = tellWaited;
}

function tellWaited(ticket: Ticket): void {
  const timing = timingOf(ticket);
  const reply = ticket.response as FastifyReply;
  if (timing !== undefined && !reply.raw.headersSent) reply.header("server-timing", timing);
}

function mayHaveBody({ headers, method, raw }: FastifyRequest): boolean {
  if (headers["transfer-encoding"] !== undefined) return true;
  const length = headers["content-length"];
  if (length !== undefined) return length !== "0";
  return raw.httpVersionMajor > 1 && !["GET", "HEAD", "OPTIONS", "DELETE", "TRACE"].includes(method);
}
