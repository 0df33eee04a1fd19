/**
 * Spans of requests, through @opentelemetry/api.
 *
 * Each job has the asynchronous context of the code that submitted it. So a span that is active when a request enters the queue is active
 * in the request's handler, however often that is preempted, and in no other.
 */
import { context, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import { plainObject, tableOf } from "@preempt/checks";
import { checkOptions } from "./requests/errors.ts";
import { RequestRefused } from "./requests/refused.ts";
import type { RequestScheduler } from "./requests/request-scheduler.ts";

/** Where spans go. */
export interface TelemetryOptions {
  /** Default: that of the global tracer provider with the name "@preempt/server". */
  tracer?: Tracer;
}

const table = tableOf<TelemetryOptions>({ tracer: plainObject });

/**
 * Creates a span for each admitted request, until the result is disposed of. It is a child of the span that is active then. It has the
 * name of the class, an event `started`, and these attributes, times in milliseconds:
 *
 * - `preempt.class`, `preempt.deadline` (after the arrival; not without one), `preempt.late`
 * - `preempt.queue.wait`: how long it waited
 * - `preempt.execution_time`: how long its handler had the thread
 * - `preempt.preemptions`: how often its handler lost the thread to another job or the event loop
 *
 * @throws PreemptError for an option that does not exist
 */
export function traceRequests<C extends string>(rs: RequestScheduler<C>, options: TelemetryOptions = {}): Disposable {
  checkOptions(options, "traceRequests", table);
  const tracer = options.tracer ?? trace.getTracer("@preempt/server");
  return rs.wrap((ticket, enter) => {
    const span = tracer.startSpan(ticket.class, {
      kind: SpanKind.INTERNAL,
      attributes: {
        "preempt.class": ticket.class,
        ...(ticket.deadline < Number.POSITIVE_INFINITY && { "preempt.deadline": ticket.deadline - ticket.release }),
      },
    });
    context.with(trace.setSpan(context.active(), span), enter);
    return {
      started: () => void span.addEvent("started", { "preempt.queue.wait": ticket.waited }),
      ended: ({ waited, took, ran, preemptions, result, error }) => {
        span.setAttributes({
          "preempt.queue.wait": waited,
          "preempt.execution_time": ran,
          "preempt.preemptions": preemptions,
          "preempt.result": error instanceof RequestRefused ? error.code : result,
          "preempt.late": ticket.release + took > ticket.deadline,
        });
        if (result === "failed") {
          span.recordException(error instanceof Error ? error : String(error));
          span.setStatus({ code: SpanStatusCode.ERROR });
        }
        span.end();
      },
    };
  });
}
