/**
 * The testing door with the types of its matchers for Vitest 5. Written by hand, since the runtime is built without
 * Vitest:
 *
 *     import { raceMatchers, scheduleMatchers, virtualScheduler } from "@preempt/runtime/testing/vitest";
 *     expect.extend(scheduleMatchers);
 *     expect.extend(raceMatchers);
 */
import type { RaceMatchers, ScheduleMatchers } from "@preempt/runtime/testing";
import type {} from "vitest";

export * from "@preempt/runtime/testing";

declare module "vitest" {
  // Its type parameters have to be those that Vitest declares.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown>
    extends ScheduleMatchers<R>,
      RaceMatchers {}
}
