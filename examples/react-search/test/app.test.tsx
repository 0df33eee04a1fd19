// @vitest-environment jsdom
import { PreemptProvider } from "@preempt/react";
import { isPreemptable } from "@preempt/runtime";
import { virtualScheduler } from "@preempt/runtime/testing/vitest";
import { act, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { App } from "../src/app.tsx";
import { search } from "../src/search.ts";
import { makeTitles } from "../src/titles.ts";

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
      <StrictMode>
        <PreemptProvider scheduler={kit.rt}>
          <App titles={titles} />
        </PreemptProvider>
      </StrictMode>,
    ),
  );
  return kit;
}

const field = () => place.querySelector("input") as HTMLInputElement;
const found = () => [...place.querySelectorAll("li")].map((item) => item.textContent);
const isBusy = () => place.querySelector("ul")?.getAttribute("aria-busy");

async function type(text: string): Promise<void> {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") as PropertyDescriptor;
  await act(async () => {
    set?.call(field(), text);
    field().dispatchEvent(new Event("input", { bubbles: true }));
  });
}

test("the search is preemptable because the hook gets it", () => {
  expect(isPreemptable(search)).toBe(true);
});

test.for([
  ["silent river", "The silent river 1"],
  ["river silent 7", "The silent river 7"],
  ["the silent riv", "The silent river 1"],
  ["lantren", "The silent lantern 1"],
  ["goldn mirror", "The golden mirror 1"],
] as const)("who types “%s” finds “%s”", async ([query, title]) => {
  const { host } = await open();
  await type(query);
  await act(() => host.settle());
  expect(found()).toContain(title);
});

test("what nothing resembles is not found, and the page says so", async () => {
  const { host } = await open();
  await type("xylophone");
  await act(() => host.settle());
  expect(found()).toEqual([]);
  expect(place.textContent).toContain("No title resembles “xylophone”.");
});

test("a letter typed while a search is under way is in the field at once, and cancels that search", async () => {
  const { host, schedule } = await open();
  await type("m");
  await act(() => host.settle());
  await type("mi");
  await act(() => host.settle(host.now() + 5));
  await type("mirror");
  expect(field().value).toBe("mirror");
  expect(isBusy()).toBe("true");
  expect(found()[0]).toContain("m");
  await act(() => host.settle());
  expect(found()[0]).toContain("mirror");
  expect(isBusy()).toBe("false");
  expect(schedule.jobs.map(({ state }) => state)).toEqual(["done", "cancelled", "done"]);
});

test("nobody searches for a page that has been left", async () => {
  const { host, schedule } = await open();
  await type("mirror");
  await act(() => host.settle(host.now() + 2));
  await unmount();
  await host.settle();
  expect(schedule.jobs.map(({ state }) => state)).toEqual(["cancelled"]);
});
