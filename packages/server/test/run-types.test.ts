/** What TypeScript knows of requests and their handlers; the compiler is the test. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestContext, RequestScheduler, Ticket } from "@preempt/server";
import { fetchHandler } from "@preempt/server/fetch";
import { requestListener } from "@preempt/server/node";
import type { Express } from "express";
import type { FastifyInstance } from "fastify";
import type { Hono } from "hono";
import { expect, expectTypeOf, test } from "vitest";
import type {} from "../src/fastify.ts";

type Requests = RequestScheduler<"page" | "login">;

declare function counted(n: number): Generator<number, string, unknown>;
declare function summed(...numbers: number[]): number;
declare function parsed(text: string, base?: number): number;
declare function since(this: Date, n: number): string;
declare function year(this: Date): number;
declare function either(text: string): number;
declare function either(a: number, b: number): boolean;
declare function listed<T>(value: T): T[];

/** Nothing of these runs. */
function refused(rs: Requests, ticket: Ticket) {
  // @ts-expect-error its argument is missing: it would get the request's context
  rs.run("page", counted);
  // @ts-expect-error its argument is missing beside other options
  rs.run("page", counted, { deadline: 5 });
  // @ts-expect-error the list has no argument
  rs.run("page", counted, { args: [] });
  // @ts-expect-error a text is no number
  rs.run("page", counted, { args: ["1"] });
  // @ts-expect-error this function needs a date
  rs.run("page", since, { args: [1] });
  // @ts-expect-error this function needs a date, and no options are given
  rs.run("page", year);
  // @ts-expect-error there is no such class
  rs.run("pages", () => 1);
  // @ts-expect-error there is no such option
  rs.run("page", () => 1, { dedline: 5 });
  // @ts-expect-error its argument is missing: it would get the request's context
  ticket.run(counted);
  // @ts-expect-error a text is no number
  ticket.run(counted, { args: ["1"] });
  // @ts-expect-error this function needs a date
  ticket.run(since, { args: [1] });
  // @ts-expect-error this function needs a date, and no options are given
  ticket.run(year);
}

function taken(rs: Requests, ticket: Ticket) {
  expectTypeOf(rs.run("page", ({ signal }) => signal.aborted)).toEqualTypeOf<Promise<boolean>>();
  expectTypeOf(rs.run("page", async () => 1, { deadline: 5 })).toEqualTypeOf<Promise<number>>();
  expectTypeOf(rs.run("page", counted, { args: [1] })).toEqualTypeOf<Promise<string>>();
  expectTypeOf(rs.run("page", counted, { args: [1] as const })).toEqualTypeOf<Promise<string>>();
  expectTypeOf(rs.run("page", summed, { args: [] })).toEqualTypeOf<Promise<number>>();
  expectTypeOf(rs.run("page", summed, { args: [1, 2, 3] })).toEqualTypeOf<Promise<number>>();
  expectTypeOf(rs.run("page", parsed, { args: ["1"] })).toEqualTypeOf<Promise<number>>();
  expectTypeOf(rs.run("page", since, { args: [1], thisArg: new Date() })).toEqualTypeOf<Promise<string>>();
  expectTypeOf(rs.run("page", year, { thisArg: new Date() })).toEqualTypeOf<Promise<number>>();
  // Of overloads, the last counts; a function around the call has any of them.
  expectTypeOf(rs.run("page", either, { args: [1, 2] })).toEqualTypeOf<Promise<boolean>>();
  expectTypeOf(rs.run("page", () => either("a"))).toEqualTypeOf<Promise<number>>();
  expectTypeOf(rs.run("page", listed<number>, { args: [1] })).toEqualTypeOf<Promise<number[]>>();
  expectTypeOf(ticket.run(({ signal }) => signal.aborted)).toEqualTypeOf<Promise<boolean>>();
  expectTypeOf(ticket.run(counted, { args: [1] })).toEqualTypeOf<Promise<string>>();
  expectTypeOf(ticket.run(year, { thisArg: new Date() })).toEqualTypeOf<Promise<number>>();
}

/** Generic in a function's parameters, as helpers of programs are. */
function later<A extends readonly unknown[], R>(rs: Requests, fn: (...args: A) => R, args: A) {
  return rs.run("page", fn, { args });
}

function registered(rs: Requests, express: Express, hono: Hono, fastify: FastifyInstance) {
  express.get(
    "/",
    rs.route("page", (request, response) => void response.send(request.params)),
  );
  hono.get(
    "/",
    rs.route("page", (context) => context.text(context.req.path)),
  );
  const five = rs.route("page", (_context: unknown) => 5);
  // @ts-expect-error a number is no answer of Hono
  hono.get("/", five);
  // @ts-expect-error the handler is missing
  rs.route("page");
  // @ts-expect-error a degraded answer gets what its handler gets
  rs.route("page", (_text: string) => 1, { degraded: (_number: number) => 2 });
  fastify.get("/", { config: { preempt: { class: "page", deadline: 5 } } }, async () => 1);
  // @ts-expect-error a text is no time
  fastify.get("/", { config: { preempt: { deadline: "5" } } }, async () => 1);
  requestListener(rs, (request, response, { signal }) => response.end(`${request.url}${signal.aborted}`));
  // @ts-expect-error the third argument is the request's context
  requestListener(rs, (_request: IncomingMessage, _response: ServerResponse, _count: number) => {});
  type Environment = { readonly name: string };
  const handler = fetchHandler(rs, (_: Request, { name }: Environment, __: RequestContext) => new Response(name));
  expectTypeOf(handler).parameters.toEqualTypeOf<[request: Request, Environment]>();
  // @ts-expect-error what a platform passes stands before the context
  fetchHandler(rs, (_: Request, { name }: Environment) => new Response(name));
}

test("a request's function that needs arguments or a `this` is not taken without them", () => {
  expect([refused, taken, later, registered]).toHaveLength(4);
});
