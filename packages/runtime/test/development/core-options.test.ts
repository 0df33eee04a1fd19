/** In development, the core refuses options that do not exist, as the whole scheduler always does. */
import { Scheduler } from "@preempt/runtime/core";
import { VirtualHost } from "@preempt/runtime/testing";
import { expect, test } from "vitest";

// biome-ignore lint/suspicious/noExplicitAny: what code without types gives
const make = (options: any = {}) => new Scheduler({ host: new VirtualHost(), ...options });
// biome-ignore lint/suspicious/noExplicitAny: as above
const submit = (options: any) => make().submit(() => 1, options);

test("misspelt options are refused by name, and so is what the core does not have", () => {
  expect(() => make({ polcy: 1 })).toThrow('option_unknown: an option of the scheduler is "polcy". Give "policy".');
  expect(() => submit({ dedline: 1 })).toThrow('option_unknown: an option of a job is "dedline". Give "deadline".');
  expect(() => submit([1])).toThrow(/arguments of the function go into \{ args: \[…\] \}/);
  expect(() => submit({ onMiss: "cancel" })).toThrow(/option_unknown: an option of a job is "onMiss"/);
});

test("all options that the core has are taken", () => {
  const signal = new AbortController().signal;
  const job = {
    args: [],
    thisArg: 1,
    deadline: 5,
    priority: 1,
    inherit: true,
    name: "a",
    budget: 3,
    delay: 0,
    wcet: 1,
  };
  submit({ ...job, signal });
  make({ slice: 1, margin: true, round: 5, budget: 3, preemption: "ideal", onError() {}, policy: undefined });
});
