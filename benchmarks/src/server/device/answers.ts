/** What the device answers, and four ways to make it: from computing all of it each time to one buffer that is ready. */
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, constants } from "node:zlib";
import { randomNumbers } from "../../workloads/random.ts";

/** A page with its script, of 8 kB. */
export const page: string = pageOf(8192);

/** Names and numbers differ, so that compression finds about as much as in a page written by hand. */
function pageOf(size: number): string {
  const { below } = randomNumbers(53);
  const word = () => Array.from({ length: 3 + below(7) }, () => "etaoinshrdlucmfwypvbgk"[below(22)]).join("");
  let text = '<!doctype html><title>Device</title><script>const rows = document.querySelector("tbody");\n';
  while (text.length < size - 120) {
    text += `function ${word()}(${word()}) { rows.children[${below(40)}].textContent = ${word()}.${word()}(${below(1000)}); }\n`;
  }
  return `${text.padEnd(size - 10, "/")}</script>\n`;
}

/** Some readings as JSON, of 600 bytes. */
export function readings(): string {
  const values = Array.from({ length: 24 }, (_, i) => ({ s: i, v: Number((Math.sin(i) * 100).toFixed(3)) }));
  return JSON.stringify({ device: "boiler-17", state: "running", values }).padEnd(600, " ");
}

export interface Ready {
  /** Header lines and body, in one piece. */
  readonly whole: Buffer;
  readonly headers: readonly string[];
  readonly body: Buffer;
  readonly etag: string;
  readonly notModified: Buffer;
}

/** @param isCompressed By brotli */
export function prepare(text: string, type: string, isCompressed: boolean): Ready {
  const plain = Buffer.from(text);
  const body = isCompressed ? brotliCompressSync(plain) : plain;
  const etag = etagOf(plain);
  const headers = [
    ...["content-type", type, "content-length", String(body.length), "etag", etag],
    ...(isCompressed ? ["content-encoding", "br"] : []),
  ];
  const lines = Array.from({ length: headers.length / 2 }, (_, i) => `${headers[2 * i]}: ${headers[2 * i + 1]}\r\n`);
  return {
    ...{ headers, body, etag },
    whole: Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${lines.join("")}\r\n`), body]),
    notModified: Buffer.from(`HTTP/1.1 304 Not Modified\r\netag: ${etag}\r\n\r\n`),
  };
}

/** As compressing middlewares do while a client waits; what is prepared is compressed as far as it goes. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const etagOf = (body: Buffer) => `"${createHash("sha1").update(body).digest("base64url")}"`;

export const answerWays = ["computed", "compressed once", "precomputed", "precomputed, no node:http"] as const;
export type AnswerWay = (typeof answerWays)[number];

/** Text, hash and compression each time, as a template and a compressing middleware do it. */
export function answerComputed(
  make: () => string,
  type: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const text = Buffer.from(make());
  const etag = etagOf(text);
  if (request.headers["if-none-match"] === etag) {
    response.writeHead(304, { etag }).end();
    return;
  }
  const isCompressed = request.headers["accept-encoding"]?.includes("br") === true;
  const body = isCompressed ? brotliCompressSync(text, quick) : text;
  response.setHeader("content-type", type);
  response.setHeader("etag", etag);
  if (isCompressed) response.setHeader("content-encoding", "br");
  response.setHeader("content-length", body.length);
  response.end(body);
}

/** The body is ready, the headers are not. */
export function answerCached(
  { body, etag }: Ready,
  type: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (request.headers["if-none-match"] === etag) {
    response.writeHead(304, { etag }).end();
    return;
  }
  response.setHeader("content-type", type);
  response.setHeader("etag", etag);
  response.setHeader("content-encoding", "br");
  response.setHeader("content-length", body.length);
  response.end(body);
}

/** Headers and body are ready. */
export function answerReady({ headers, body, etag }: Ready, request: IncomingMessage, response: ServerResponse): void {
  response.sendDate = false;
  if (request.headers["if-none-match"] === etag) response.writeHead(304, ["etag", etag]).end();
  else response.writeHead(200, headers as string[]).end(body);
}
