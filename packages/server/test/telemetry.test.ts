/** Spans survive preemption. */
import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { traceRequests } from "@preempt/server/telemetry";
import { afterAll, beforeAll, expect, test } from "vitest";
import { world } from "./world.ts";

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});
afterAll(() => context.disable());

function tracing() {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  return { exporter, tracer: provider.getTracer("test") };
}

test("handlers that preempt each other each have their own span, a child of the one that was active", async () => {
  const { exporter, tracer } = tracing();
  const { rs, host, work } = world({ classes: { login: { deadline: 50 }, report: {} } });
  const tracingRequests = traceRequests(rs, { tracer });
  const seen: string[] = [];
  const handler = (name: string, ms: number) =>
    function* () {
      for (let i = 0; i < ms; i++) {
        seen.push(`${name} ${trace.getActiveSpan()?.spanContext().spanId}`);
        yield* work(1)();
        tracer.startSpan(`part of ${name}`).end();
        yield;
      }
    };
  const outer = tracer.startSpan("http");
  context.with(trace.setSpan(context.active(), outer), () => {
    void rs.run("report", handler("a", 3));
    void rs.run("report", handler("b", 3));
  });
  await host.settle(2);
  void rs.run("login", handler("login", 1));
  await host.settle();
  outer.end();
  const spans = exporter.getFinishedSpans();
  const [a, b] = spans.filter(({ name }) => name === "report");
  const login = spans.find(({ name }) => name === "login");
  expect(new Set(seen).size).toBe(3);
  expect(a?.parentSpanContext?.spanId).toBe(outer.spanContext().spanId);
  expect(login?.parentSpanContext).toBeUndefined();
  const owners = spans
    .filter(({ name }) => name === "part of b")
    .map(({ parentSpanContext }) => parentSpanContext?.spanId);
  expect(owners).toEqual(new Array(3).fill(b?.spanContext().spanId));
  expect(a?.attributes).toMatchObject({
    "preempt.class": "report",
    "preempt.execution_time": 3,
    "preempt.result": "done",
    "preempt.late": false,
    "preempt.preemptions": expect.any(Number),
  });
  expect(a?.attributes["preempt.preemptions"]).toBeGreaterThan(0);
  expect(login?.attributes).toMatchObject({ "preempt.deadline": 50, "preempt.queue.wait": 0 });
  expect(a?.events.map(({ name }) => name)).toEqual(["started"]);
  tracingRequests[Symbol.dispose]();
  void rs.run("login", () => {});
  await host.settle();
  expect(exporter.getFinishedSpans()).toHaveLength(spans.length);
});

test("what fails, is refused while it waits, or cancelled, says so", async () => {
  const { exporter, tracer } = tracing();
  const { rs, host, send } = world({ classes: { report: { concurrency: 1, maxWait: 5 } } });
  traceRequests(rs, { tracer });
  rs.run("report", () => {
    throw new Error("no");
  }).catch(() => {});
  await host.settle();
  send("report", 20);
  send("report", 1);
  await host.settle();
  send("report", 1, { signal: AbortSignal.abort() });
  await host.settle();
  const spans = exporter.getFinishedSpans();
  expect(spans.map(({ attributes }) => attributes["preempt.result"]).toSorted()).toEqual([
    "cancelled",
    "done",
    "failed",
    "waited_too_long",
  ]);
  expect(spans[0]?.events.map(({ name }) => name)).toEqual(["started", "exception"]);
});

test("a wrap that throws, or forgets to let a request in, loses none", async () => {
  const reported: unknown[] = [];
  const { rs, host } = world({ classes: { page: {} }, onError: (error) => void reported.push(error) });
  rs.wrap(() => {
    throw new Error("no");
  });
  rs.wrap(() => undefined);
  const run = rs.run("page", () => "done");
  await host.settle();
  expect(await run).toBe("done");
  expect(reported).toHaveLength(1);
});
