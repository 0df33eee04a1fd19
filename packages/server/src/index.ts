/** The request scheduler, for servers of any kind. The integrations are entry points of their own. */
export type { OnUnpreemptable } from "./handler-check.ts";
export { type Health, healthOf } from "./health.ts";
export type { ClassOptions, QueueDiscipline, RequestSchedulerOptions } from "./options.ts";
export type { OverloadCause, OverloadEvent, RecoveredEvent } from "./overload.ts";
export type { OverloadOptions } from "./overload-options.ts";
export { type RefusalCode, RequestRefused } from "./refused.ts";
export type { ClassLoad } from "./request-class.ts";
export {
  type AdmitOptions,
  createRequestScheduler,
  type RequestEvents,
  type RequestScheduler,
  type RunRequestOptions,
} from "./request-scheduler.ts";
export { type Route, type RouteOptions, routeOf } from "./route.ts";
export type { RequestContext, RunOptions, Settled, Ticket, TicketState } from "./ticket.ts";
export type { RequestEnd, Watch, Wrap } from "./wrap.ts";
