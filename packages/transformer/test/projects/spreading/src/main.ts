/** Prints how often each call was preempted where every point is one, or what it returned if that is wrong. */
import { driveAsync } from "@preempt/runtime/testing";
import { calls, expected } from "./calls.ts";

const seen: Record<string, number | string> = {};
for (const [name, call] of Object.entries(calls)) {
  const { value, preemptions } = await driveAsync(call, { budget: 0 });
  seen[name] = value === expected ? preemptions : `returned ${value}`;
}
console.log(JSON.stringify(seen));
