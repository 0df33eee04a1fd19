/** The request scheduler, for servers of any kind. The integrations are entry points of their own. */

export type { OverloadCause, OverloadEvent, RecoveredEvent } from "./overload/overload.ts";
export type { OverloadOptions } from "./overload/overload-options.ts";
export type { ServiceTimes } from "./overload/service-times.ts";
export type { OnUnpreemptable } from "./requests/handler-check.ts";
export { type Health, healthOf } from "./requests/health.ts";
export type { ClassOptions, QueueDiscipline, RequestSchedulerOptions } from "./requests/options.ts";
export { type RefusalCode, RequestRefused } from "./requests/refused.ts";
export type { ClassLoad } from "./requests/request-class.ts";
export type { AdmitOptions, RequestEvents, RunRequestOptions } from "./requests/request-events.ts";
export { createRequestScheduler, type RequestScheduler } from "./requests/request-scheduler.ts";
export { type Handler, type Route, type RouteOptions, routeOf } from "./requests/route.ts";
export type {
  ArgumentOptions,
  ContextOptions,
  RequestContext,
  RunOptions,
  Settled,
  Ticket,
  TicketState,
} from "./requests/ticket.ts";
export type { RequestEnd, Watch, Wrap } from "./requests/wrap.ts";
