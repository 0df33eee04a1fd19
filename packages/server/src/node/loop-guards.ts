/**
 * Guards as other libraries have them, for comparisons: by how late the event loop is, and how busy. Neither knows how urgent a request
 * is. Beside a scheduler of requests the event loop is busy by design while there is bulky work, and late by a round of jobs; so these guards
 * refuse requests that would be answered in time. docs/servers.md has the numbers.
 */
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { positive } from "../requests/errors.ts";

/** Milliseconds between two looks. */
const interval = 100;

/** True while the mean delay of the event loop was above `most` milliseconds, in the last tenth of a second. As @fastify/under-pressure does. */
export function loopDelayGuard(most: number): () => boolean {
  positive(most, "loop_delay", "the largest delay of the event loop");
  const resolution = 10;
  const histogram = monitorEventLoopDelay({ resolution });
  histogram.enable();
  return sampled(() => {
    const delay = histogram.mean / 1e6 - resolution;
    histogram.reset();
    return delay > most;
  });
}

/** True while the event loop was busy for more than this part of the last tenth of a second. */
export function loopUtilisationGuard(most: number): () => boolean {
  positive(most, "loop_utilisation", "the largest utilisation of the event loop", "a number");
  let last = performance.eventLoopUtilization();
  return sampled(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization > most;
  });
}

function sampled(look: () => boolean): () => boolean {
  let lookedAt = performance.now();
  let answer = false;
  return () => {
    const now = performance.now();
    if (now - lookedAt < interval) return answer;
    lookedAt = now;
    answer = look();
    return answer;
  };
}
