// @vitest-environment jsdom
import { virtualScheduler } from "@preempt/runtime/testing/vitest";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { App } from "../src/app.tsx";
import { makeTitles } from "../src/titles.ts";
import { SchedulerContext } from "../src/use-job.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let place: HTMLElement;
let unmount = async () => {};

beforeEach(() => {
  place = document.body.appendChild(document.createElement("main"));
});
afterEach(async () => {
  await unmount();
  place.remove();
});

/** The page on a clock of its own: each preemption point of the search takes 10 µs. */
async function open(titles = makeTitles(1000)) {
  const kit = virtualScheduler({ pointCost: 0.01 });
  const root = createRoot(place);
  unmount = () => act(async () => root.unmount());
  await act(async () =>
    root.render(
      <SchedulerContext value={kit.rt}>
        <App titles={titles} />
      </SchedulerContext>,
    ),
  );
  return kit;
}

const field = () => place.querySelector("input") as HTMLInputElement;
const found = () => [...place.querySelectorAll("li")].map((item) => item.textContent);

async function type(text: string): Promise<void> {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") as PropertyDescriptor;
  await act(async () => {
    set?.call(field(), text);
    field().dispatchEvent(new Event("input", { bubbles: true }));
  });
}

test("what resembles the query is shown, mistakes of the typist forgiven", async () => {
  const { host } = await open();
  await type("lantren");
  await act(() => host.settle());
  expect(found()).toHaveLength(10);
  expect(found()[0]).toContain("lantern");
});

test("a letter typed while a search is under way is in the field at once, and calls that search off", async () => {
  const { host, rt, schedule } = await open();
  await act(() => host.settle());
  await type("m");
  await act(() => host.settle(host.now() + 5));
  expect(rt.currentJob).toBe(undefined);
  await type("mirror");
  expect(field().value).toBe("mirror");
  expect(place.querySelector("ul")?.getAttribute("aria-busy")).toBe("true");
  await act(() => host.settle());
  expect(found()[0]).toContain("mirror");
  expect(place.querySelector("ul")?.getAttribute("aria-busy")).toBe("false");
  expect(schedule.jobs.map(({ state }) => state)).toEqual(["done", "cancelled", "done"]);
});

test("nobody searches for a page that has been left", async () => {
  const { host, schedule } = await open();
  await act(() => host.settle(2));
  await unmount();
  await host.settle();
  expect(schedule.jobs.map(({ state }) => state)).toEqual(["cancelled"]);
});
