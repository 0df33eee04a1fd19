import { afterEach, expect, test, vi } from "vitest";
import { Timers } from "../../src/playground/timers.ts";

vi.stubGlobal("window", globalThis);
const timers = new Timers();
afterEach(() => timers.clear());

test.for([
  ["setTimeout", "alert(1)", "a text, which the playground does not evaluate"],
  ["setInterval", undefined, "undefined"],
  ["requestAnimationFrame", null, "null"],
] as const)("%s of what is no function is refused where it is called", ([name, callback, given]) => {
  const begin = timers.functions[name] as (callback: unknown) => number;
  expect(() => begin(callback)).toThrow(new TypeError(`${name} wants a function and was given ${given}.`));
  expect(timers.arePending).toBe(false);
});

test("a timer is pending until it has fired, with the values that it was given", async () => {
  const values = await new Promise((resolve) => {
    timers.functions.setTimeout((...values: unknown[]) => resolve(values), 1, ...([1, "a"] as never[]));
    expect(timers.arePending).toBe(true);
  });
  expect(values).toEqual([1, "a"]);
  expect(timers.arePending).toBe(false);
});
