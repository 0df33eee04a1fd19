/** Each operation as a sample: nanoseconds of one. */
import type { Policy } from "@preempt/runtime";
import { measureFiring, measureSetting } from "./alarms.ts";
import { measureDispatches, measureJobs } from "./dispatch.ts";
import type { Operation } from "./operations.ts";
import { measureSubmit } from "./submit.ts";
import { measureSwitches } from "./switch.ts";

type Measure = (policy: Policy, length: number, count: number) => number | Promise<number>;

export const measures: Readonly<Record<Operation, Measure>> = {
  submit: (policy, length, count) => measureSubmit(policy, length, false, count).submitted,
  "submit for later": (policy, length, count) => measureSubmit(policy, length, true, count).submitted,
  cancel: (policy, length, count) => measureSubmit(policy, length, false, count).cancelled,
  dispatch: measureDispatches,
  switch: measureSwitches,
  job: measureJobs,
  "alarm set": (_, length, count) => measureSetting(length, count).set,
  "alarm fired": (_, length, count) => measureFiring(length, count),
  "alarm cancelled": (_, length, count) => measureSetting(length, count).cancelled,
};

/** Which of them ask the policy: for the others one is enough. */
export function asksPolicy(operation: Operation): boolean {
  return !operation.startsWith("alarm") && operation !== "submit for later";
}
