/**
 * For tests: functions advanced step by step without a scheduler, a scheduler under a clock that the test owns, and
 * what ran when.
 */
export { consume, VirtualHost } from "./hosts/virtual.ts";
export {
  type AnyFunction,
  type Driven,
  type DriveOptions,
  drive,
  driveAsync,
  type StartOptions,
  type Step,
  type Steps,
  start,
} from "./testing/drive.ts";
export { type MatcherResult, type ScheduleMatchers, scheduleMatchers } from "./testing/matchers.ts";
export type { Place } from "./testing/races/access-notes.ts";
export type { Settlement } from "./testing/races/controlled-run.ts";
export { findRaces } from "./testing/races/find-races.ts";
export { type RaceMatchers, raceMatchers } from "./testing/races/race-matchers.ts";
export type { DescribedJob, RaceJob, RaceOptions } from "./testing/races/race-options.ts";
export type { Race, RaceConflict, RaceReport } from "./testing/races/race-report.ts";
export { type RecorderOptions, ScheduleRecorder, type Who } from "./testing/schedule-recorder.ts";
export type {
  LockHold,
  Miss,
  ScheduleEvent,
  Segment,
  SegmentEnd,
  WrittenSchedule,
} from "./testing/schedule-records.ts";
export type { TestHost, TestHostOptions } from "./testing/test-host.ts";
export { type VirtualScheduler, type VirtualSchedulerOptions, virtualScheduler } from "./testing/virtual-scheduler.ts";
