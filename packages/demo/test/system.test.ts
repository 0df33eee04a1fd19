/** What people are told of the jobs of a scenario: what went wrong, and nothing else. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { defaultsOf } from "../src/setup/setup.ts";
import { RunningSystem } from "../src/system/system.ts";

const work = {
  id: "work",
  kind: "aperiodic",
  period: 100,
  deadline: 100,
  wcet: 1,
  priority: 1,
  does: "something",
} as const;

function start() {
  const told: string[] = [];
  const system = new RunningSystem({
    setup: { ...defaultsOf("paper"), round: 5 },
    specs: [work],
    options: {},
    observers: [],
    onError: (error, name) => told.push(`${name}: ${(error as Error).message}`),
    say: () => {},
  });
  return { system, told };
}

test("an error of a job is told, with the name of its task", async () => {
  const { system, told } = start();
  const job = system.release("work", () => {
    throw new RangeError("on purpose");
  });
  await expect(job).rejects.toThrow("on purpose");
  await sleep(5);
  expect(told).toEqual(["work: on purpose"]);
  system.end();
});

test("a job that its own scenario called off is nobody's trouble, nor are those that end with the system", async () => {
  const { system, told } = start();
  const calledOff = system.release("work", () => 1);
  calledOff.cancel();
  await expect(calledOff).rejects.toMatchObject({ name: "AbortError" });
  const last = system.release("work", () => 2);
  system.end();
  await expect(last).rejects.toMatchObject({ name: "AbortError" });
  await sleep(5);
  expect(told).toEqual([]);
});
