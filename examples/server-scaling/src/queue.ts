/** A queue for work that outgrows one machine: jobs with deadlines, on Redis. */
import { type ConnectionOptions, Queue } from "bullmq";

export interface ReportData {
  readonly n: number;
  /** The instant by which it is wanted: milliseconds since 1970, which all machines agree on. */
  readonly wantedBy: number;
}

export const queueName = "reports";
export const connection: ConnectionOptions = { url: process.env.REDIS_URL ?? "redis://127.0.0.1:6379" };

const start = Date.UTC(2026, 0, 1);
const quarterMinute = 15_000;
/** BullMQ's least urgent. */
const last = 2_097_152;

/** BullMQ takes the lowest number first: the instant itself, in quarters of a minute. They suffice for a year; then move the start. */
export function priorityOf(wantedBy: number): number {
  return Math.min(last, Math.max(1, Math.ceil((wantedBy - start) / quarterMinute)));
}

export function addReport(queue: Queue<ReportData, number>, data: ReportData) {
  return queue.add("report", data, { priority: priorityOf(data.wantedBy), removeOnComplete: 1000, attempts: 3 });
}

export const openQueue = () => new Queue<ReportData, number>(queueName, { connection });
