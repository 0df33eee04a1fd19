/** JSON of Fastify's routes, by jobs: the option `json` of the plugin. */
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { usualPiece } from "../json/json-parse.ts";
import { byteLength, parseJson, stringifyJson } from "../json.ts";
import type { RequestScheduler } from "../requests/request-scheduler.ts";

/** Large bodies and answers are a matter of jobs; the rest stays as it is. */
export function useJson(app: FastifyInstance, rs: RequestScheduler): void {
  const { onProtoPoisoning = "error", onConstructorPoisoning = "error" } = app.initialConfig;
  const small = app.getDefaultJsonParser(onProtoPoisoning, onConstructorPoisoning) as (
    request: FastifyRequest,
    body: string,
    done: (error: Error | null, value?: unknown) => void,
  ) => void;
  const isAsUsual = onProtoPoisoning === onConstructorPoisoning && onProtoPoisoning !== "remove";
  const ofServer = symbolOf(app, "fastify.replySerializerDefault");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body: Buffer, done) => {
    if (body.length <= usualPiece || !isAsUsual) return small(request, body.toString(), done);
    const proto = onProtoPoisoning === "ignore" ? "keep" : "error";
    parseJson(rs, body, { class: classOf(request), proto }).then(
      (value) => done(null, value),
      (error: Error) => done(error instanceof SyntaxError ? malformed(error) : error),
    );
  });
  let ofReply: symbol | undefined;
  const makeText = async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    ofReply ??= symbolOf(reply, "fastify.reply.serializer");
    if (hasSerializer(request) || reply.server[ofServer as never] || reply[ofReply as never]) return payload;
    const type = reply.getHeader("content-type");
    if (type !== undefined && !/^application\/json\b/.test(String(type))) return payload;
    const parts = await stringifyJson(rs, payload, { class: classOf(request) });
    // What has no text is for Fastify to complain about.
    if (parts.length === 0) return payload;
    reply.serializer(asItIs);
    if (parts.length === 1) return parts[0];
    reply.header("content-length", byteLength(parts));
    return Readable.from(parts);
  };
  app.addHook("onRoute", (route) => {
    // Behind the others, which see the value.
    route.preSerialization = [route.preSerialization ?? [], makeText].flat() as NonNullable<
      typeof route.preSerialization
    >;
  });

  function classOf(request: FastifyRequest): string {
    const { preempt } = request.routeOptions.config;
    return (preempt || undefined)?.class ?? rs.classOf(request);
  }
}

function hasSerializer({ routeOptions }: FastifyRequest): boolean {
  return (routeOptions as { readonly schema?: { readonly response?: unknown } }).schema?.response !== undefined;
}

/** Under these symbols Fastify keeps what `setReplySerializer` and `reply.serializer` have set. */
function symbolOf(app: object, description: string): symbol | undefined {
  for (let one: object | null = app; one !== null; one = Object.getPrototypeOf(one)) {
    const found = Object.getOwnPropertySymbols(one).find((symbol) => symbol.description === description);
    if (found !== undefined) return found;
  }
  return undefined;
}

const asItIs = (payload: unknown) => payload as string;

/** As Fastify's own parser says it. */
function malformed(error: SyntaxError): Error {
  return Object.assign(error, { statusCode: 400, code: "FST_ERR_CTP_INVALID_JSON_BODY" });
}
