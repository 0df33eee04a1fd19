/** The process of `generate.ts`. */
import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "undici";
import { orderOf } from "../../child.ts";
import { quantile } from "../../statistics.ts";
import { type LoadOrder, type LoadReport, type PlannedRequest, type SentRequest, sentAtHeader } from "./plan.ts";

const {
  origin,
  requests,
  bodies = {},
  patience = {},
  separation = {},
  retries: mostRetries = 0,
  drain = 10_000,
  headers = {},
  persistent = true,
  isStamped = false,
} = orderOf<LoadOrder>();

/** No request waits in the client for another one: each has a connection of its own, which is used again afterwards. */
const dispatcher = new Agent({ connections: null, pipelining: persistent ? 1 : 0, headersTimeout: 0, bodyTimeout: 0 });
const payloads = new Map(Object.entries(bodies).map(([name, { text }]) => [name, Buffer.from(text)]));
const ended = new AbortController();
const results: SentRequest[] = new Array(requests.length);
const lateness: number[] = [];

// Connections are made beforehand: opening them is not what is measured.
await Promise.all(
  Array.from({ length: 16 }, () =>
    request(`${origin}/health`, { dispatcher }).then(
      ({ body }) => body.dump(),
      () => {},
    ),
  ),
);

const start = performance.now() + 20;
const startedAt = Number(process.hrtime.bigint()) / 1e6 + start - performance.now();
/** By kind: before which instant no request is sent. */
const notBefore = new Map<string, number>();
const now = () => performance.now() - start;
const pending: Promise<void>[] = [];
for (const [i, planned] of requests.entries()) {
  const { kind } = planned;
  const due = Math.max(planned.at, notBefore.get(kind) ?? 0);
  const early = due - now();
  // A timer of Node may be early by a fraction of its millisecond, and late by one.
  if (early > 1) await sleep(early - 0.5);
  while (now() < due) await new Promise<void>((resolve) => setImmediate(resolve));
  lateness.push(now() - planned.at);
  pending.push(
    send(planned).then((result) => {
      results[i] = result;
    }),
  );
  // It has been sent by now.
  const between = separation[kind];
  if (between !== undefined) notBefore.set(kind, now() + between);
}
const last = setTimeout(() => ended.abort(), drain);
await Promise.all(pending);
clearTimeout(last);
const { user, system } = process.cpuUsage();
const report: LoadReport = {
  requests: results,
  startedAt,
  lateness: { p99: quantile(lateness, 0.99), most: Math.max(0, ...lateness) },
  cpu: (user + system) / 1000,
};
process.stdout.write(JSON.stringify(report), () => process.exit());

async function send({ at, kind, path, body, patience: own }: PlannedRequest): Promise<SentRequest> {
  const sent = now();
  const limit = own ?? patience[kind];
  const signal = limit === undefined ? ended.signal : AbortSignal.any([ended.signal, AbortSignal.timeout(limit)]);
  const result = (status: number, more: Partial<SentRequest> = {}): SentRequest => ({
    ...{ kind, intended: at, sent, done: now(), status, retries: 0, bytes: 0, ...more },
  });
  for (let retries = 0; ; retries++) {
    try {
      const answer = await request(`${origin}${path}`, {
        dispatcher,
        signal,
        headers: {
          ...headers,
          ...(isStamped && { [sentAtHeader]: String(startedAt + sent) }),
          ...(body !== undefined && { "content-type": bodies[body]?.type ?? "text/plain" }),
        },
        ...(body !== undefined && { method: "POST", body: payloads.get(body) ?? null }),
      });
      const bytes = await sizeOf(answer.body);
      const after = Number(answer.headers["retry-after"]);
      if (answer.statusCode === 503 && after >= 0 && retries < mostRetries) {
        // As many clients would come at the same instant, each adds up to a tenth.
        await sleep(after * 1000 * (1 + 0.1 * ((at * 7919) % 1)), undefined, { signal });
        continue;
      }
      const isDegraded = answer.headers["x-degraded"] !== undefined;
      return result(answer.statusCode, { retries, bytes, ...(isDegraded && { degraded: true }) });
    } catch (error) {
      const status = ended.signal.aborted ? -2 : signal.aborted ? 0 : -1;
      return result(status, { retries, ...(status === -1 && { error: String(error) }) });
    }
  }
}

async function sizeOf(body: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0;
  for await (const part of body) bytes += part.length;
  return bytes;
}
