/** The classes of requests, the most urgent first. Times in milliseconds. */
import type { RequestSchedulerOptions } from "@preempt/server";

export const classes = {
  // Of that some 60 are the hash of the password, in a thread of Node.
  login: { deadline: 200 },
  page: { deadline: 100 },
  upload: { deadline: 1000, maxQueue: 50 },
  report: { maxQueue: 20, maxWait: 5000, concurrency: 4, onOverload: "degrade" },
} satisfies RequestSchedulerOptions["classes"];

export type ClassName = keyof typeof classes;
export const classNames = Object.keys(classes) as ClassName[];
