/** JSON of megabytes without keeping the thread: jobs parse bodies, and make answers. */

import { positiveNumber, tableOf } from "@preempt/checks";
import type { AbortSignalLike } from "@preempt/runtime";
import { parseInPieces, usualPiece } from "./json/json-parse.ts";
import { stringifyInPieces } from "./json/json-stringify.ts";
import { checkOptions } from "./requests/errors.ts";
import { submitFor } from "./requests/on-behalf.ts";
import type { RequestScheduler } from "./requests/request-scheduler.ts";

export { type ParseOptions, parseInPieces } from "./json/json-parse.ts";
export { stringifyInPieces } from "./json/json-stringify.ts";

/** Options of a JSON job. */
export interface JsonOptions {
  /** The class whose urgency the job has. Default: that of the calling job, or of the default class. */
  class?: string | undefined;
  /** Cancels the job. Default: none. */
  signal?: AbortSignalLike | undefined;
  /** For members called `__proto__`, and `prototype` of `constructor`: a SyntaxError ("error", default), or "keep". */
  proto?: "error" | "keep" | undefined;
}

/**
 * Parses a JSON text, in UTF-8 if it is bytes. Up to 64 kB are parsed at once, more by a job.
 *
 * @throws SyntaxError where `JSON.parse` does; the promise rejects with it
 */
export async function parseJson<C extends string>(
  rs: RequestScheduler<C>,
  text: Uint8Array | string,
  { class: name, signal, proto }: JsonOptions = {},
): Promise<unknown> {
  const work = parseInPieces(text, { proto });
  if (text.length <= usualPiece) return work.next().value;
  return await submitFor(
    rs,
    name,
    function* json() {
      return yield* work;
    },
    signal,
  );
}

/**
 * Makes the JSON text of a value, in consecutive parts, as `JSON.stringify` does. No parts if that gives undefined. A job makes it,
 * unless it is small.
 */
export async function stringifyJson<C extends string>(
  rs: RequestScheduler<C>,
  value: unknown,
  { class: name, signal }: JsonOptions = {},
): Promise<string[]> {
  const work = stringifyInPieces(value);
  const first = work.next();
  if (first.done) return first.value;
  return (await submitFor(
    rs,
    name,
    function* json() {
      return yield* work;
    },
    signal,
  )) as string[];
}

/** The part of a request that {@link jsonBody} uses, of Express or `node:http`. */
export interface BodyRequest {
  /** The headers, by their names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Where the parsed body is put. */
  body?: unknown;
  /** Adds a listener. */
  on(event: string, listener: (...args: never[]) => void): unknown;
  /** Removes a listener. */
  removeListener(event: string, listener: (...args: never[]) => void): unknown;
}

/** How {@link jsonBody} reads bodies. */
export interface JsonBodyOptions extends Omit<JsonOptions, "signal"> {
  /** The largest body in bytes. Above 0. Default: 102,400, as in Express. */
  limit?: number;
}

const bodyTable = tableOf<JsonBodyOptions>({
  class: 1,
  proto: 1,
  limit: { ...positiveNumber, give: "a number of bytes above 0" },
});

/**
 * Middleware for Express, instead of `express.json()`: jobs parse JSON bodies into `request.body`. Errors have a `status`: 400 for a
 * malformed body, 413 for one that is too large, 415 for one that is compressed or not UTF-8.
 *
 *     app.post("/report", jsonBody(rs, { limit: 20e6, class: "report" }), rs.route("report", handler));
 */
export function jsonBody<C extends string>(
  rs: RequestScheduler<C>,
  options: JsonBodyOptions = {},
): (request: BodyRequest, response: unknown, next: (error?: unknown) => void) => void {
  checkOptions(options, "jsonBody", bodyTable);
  const { limit = 102_400, class: name, proto } = options;
  return (request, _response, next) => {
    const { headers } = request;
    const [type = "", ...parameters] = String(headers["content-type"] ?? "")
      .toLowerCase()
      .split(";");
    const isJson = /^[\w!#$&^.+-]+\/(?:json|[\w!#$&^.+-]+\+json)$/.test(type.trim());
    const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
    if (!isJson || !hasBody || request.body !== undefined) return next();
    const charset = parameters
      .map((p) => /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/.exec(p)?.[1])
      .find((c) => c !== undefined);
    const encoding = headers["content-encoding"] ?? "identity";
    if (encoding !== "identity")
      return next(withStatus(new Error(`A body with content-encoding ${encoding} is not read.`), 415));
    if (charset !== undefined && charset !== "utf-8" && charset !== "utf8") {
      return next(withStatus(new Error(`A body in ${charset} is not read.`), 415));
    }
    bodyOf(request, limit)
      .then((bytes) => parseJson(rs, bytes, { class: name, proto }))
      .then(
        (value) => {
          request.body = value;
          next();
        },
        (error: unknown) => next(error instanceof SyntaxError ? withStatus(error, 400) : error),
      );
  };
}

function bodyOf(request: BodyRequest, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    const listeners = {
      data(chunk: Uint8Array) {
        length += chunk.length;
        chunks.push(chunk);
        if (length > limit) tooLarge();
      },
      end: () => settle(() => resolve(joined(chunks, length))),
      error: (error: unknown) => settle(() => reject(error)),
      // Before its end: the client has gone.
      close: () => settle(() => reject(withStatus(new Error("The request was aborted."), 400))),
    };
    const settle = (finish: () => void) => {
      for (const [event, listener] of Object.entries(listeners)) request.removeListener(event, listener);
      finish();
    };
    // What still comes is dropped by the server, once the answer is out.
    const tooLarge = () => settle(() => reject(withStatus(new Error(`A body may have ${limit} bytes.`), 413)));
    if (Number(request.headers["content-length"] ?? 0) > limit) return tooLarge();
    for (const [event, listener] of Object.entries(listeners)) request.on(event, listener);
  });
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function withStatus(error: Error, status: number): Error {
  return Object.assign(error, { status, statusCode: status, expose: true });
}

/** As much of a response as {@link sendJson} uses. */
export interface BodyResponse {
  /** Whether the headers were sent. */
  readonly headersSent: boolean;
  /** Whether the answer is complete. */
  readonly writableEnded: boolean;
  /** Whether a header is set. */
  hasHeader(name: string): boolean;
  /** Sets a header. */
  setHeader(name: string, value: string | number): unknown;
  /** Sends a part. False: wait for the event `drain`. */
  write(text: string): boolean;
  /** Sends the last part. */
  end(text?: string): unknown;
  /** Adds a listener for the next event of this name. */
  once(event: string, listener: () => void): unknown;
  /** Removes a listener. */
  removeListener(event: string, listener: () => void): unknown;
}

/**
 * Sends a value as JSON, for Express and `node:http`, instead of `response.json(value)`. A job makes the text, which is sent in parts, as
 * fast as the client reads. Resolves when the connection has all of it, or was closed.
 *
 *     await sendJson(rs, response, rows);
 */
export async function sendJson<C extends string>(
  rs: RequestScheduler<C>,
  response: BodyResponse,
  value: unknown,
  options: JsonOptions = {},
): Promise<void> {
  const parts = await stringifyJson(rs, value, options);
  if (!response.headersSent) {
    if (!response.hasHeader("content-type")) response.setHeader("content-type", "application/json; charset=utf-8");
    if (!response.hasHeader("content-length")) response.setHeader("content-length", byteLength(parts));
  }
  let isClosed = false;
  response.once("close", () => {
    isClosed = true;
  });
  for (const part of parts) {
    if (isClosed || response.writableEnded) return;
    if (!response.write(part)) await drained(response);
  }
  if (!isClosed) response.end();
}

/** The text in bytes. */
export function byteLength(parts: readonly string[]): number {
  let length = 0;
  for (const part of parts) length += Buffer.byteLength(part);
  return length;
}

function drained(response: BodyResponse): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      response.removeListener("drain", finish);
      response.removeListener("close", finish);
      resolve();
    };
    response.once("drain", finish);
    response.once("close", finish);
  });
}
