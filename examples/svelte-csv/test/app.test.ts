import { isPreemptable } from "@preempt/runtime";
import { virtualScheduler } from "@preempt/runtime/testing/vitest";
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import { sumUp } from "../src/sum-up.ts";
import Provided from "./Provided.svelte";

let app: ReturnType<typeof mount> | undefined;
afterEach(async () => {
  if (app !== undefined) await unmount(app);
  app = undefined;
  vi.useRealTimers();
});

/** The page on a clock of its own: each preemption point takes 10 µs. */
function open() {
  const kit = virtualScheduler({ pointCost: 0.01 });
  app = mount(Provided, { target: document.body, props: { scheduler: kit.rt, rows: 3000 } });
  flushSync();
  return kit;
}

const cells = (column: number) =>
  Array.from(document.querySelectorAll(`tbody td:nth-child(${column})`), (cell) => cell.textContent);
const share = () => (document.querySelector("progress") as HTMLProgressElement).value;

function choose(column: string): void {
  const list = document.querySelector("select") as HTMLSelectElement;
  list.value = column;
  list.dispatchEvent(new Event("change", { bubbles: true }));
  flushSync();
}

test("the function is preemptable because useJob gets it", () => {
  expect(isPreemptable(sumUp)).toBe(true);
});

test("the totals are shown when the file was read, and its progress before", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { host, schedule } = open();
  for (let round = 0; round < 1000 && share() === 0; round++) {
    await host.settle(host.now() + 5);
    vi.advanceTimersByTime(16);
    flushSync();
  }
  expect(share()).toBeGreaterThan(0);
  expect(share()).toBeLessThan(1);
  expect(cells(1)).toEqual([]);
  await host.settle();
  flushSync();
  expect(cells(1)).toHaveLength(9);
  expect(cells(2).reduce((sum, text) => sum + Number(text), 0)).toBe(3000);
  expect(schedule.jobs[0]?.preemptions).toBeGreaterThan(5);
});

test("another column cancels the job, and the former totals stay until the next", async () => {
  const { host, schedule } = open();
  await host.settle();
  choose("day");
  await host.settle(host.now() + 3);
  choose("article");
  expect(cells(1)).toContain("Osaka");
  await host.settle();
  flushSync();
  expect(cells(1)).toContain("honey");
  expect(schedule.jobs.map(({ state }) => state)).toEqual(["done", "cancelled", "done"]);
});

test("the job of a page that has been left is cancelled", async () => {
  const { host, schedule } = open();
  await host.settle(3);
  if (app !== undefined) await unmount(app);
  app = undefined;
  await host.settle();
  expect(schedule.jobs.map(({ state }) => state)).toEqual(["cancelled"]);
});
