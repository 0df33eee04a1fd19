import { isPreemptable } from "@preempt/runtime";
import { virtualScheduler } from "@preempt/runtime/testing/vitest";
import { provideScheduler } from "@preempt/vue";
import { afterEach, expect, test } from "vitest";
import { type App as Application, createApp, nextTick } from "vue";
import App from "../src/App.vue";
import { find } from "../src/find.ts";
import { makePeople } from "../src/people.ts";

let app: Application | undefined;
afterEach(() => {
  app?.unmount();
  app = undefined;
  document.body.replaceChildren();
});

/** The page on a clock of its own: each preemption point takes 10 µs. */
function open() {
  const kit = virtualScheduler({ pointCost: 0.01 });
  app = createApp(App, { people: makePeople(300) });
  provideScheduler(kit.rt, app);
  app.mount(document.body.appendChild(document.createElement("main")));
  return kit;
}

async function type(text: string): Promise<void> {
  const field = document.querySelector("input") as HTMLInputElement;
  field.value = text;
  field.dispatchEvent(new Event("input"));
  await nextTick();
}

const names = () => Array.from(document.querySelectorAll("tbody td:first-child"), (cell) => cell.textContent);

test("the search is preemptable because useJob gets it", () => {
  expect(isPreemptable(find)).toBe(true);
});

test("who types a name with a mistake finds the person", async () => {
  const { host, schedule } = open();
  await type("Dimitri");
  await host.settle();
  await nextTick();
  expect(names().length).toBeGreaterThan(5);
  for (const name of names()) expect(name).toContain("Dmitri");
  expect(schedule.jobs[0]?.preemptions).toBeGreaterThan(5);
});

test("a search that is not wanted any more is cancelled, and the former result stays until the next", async () => {
  const { host, schedule } = open();
  await type("Grace");
  await host.settle();
  await type("nur");
  await host.settle(host.now() + 2);
  await type("nurse");
  expect(names()[0]).toContain("Grace");
  expect(document.querySelector("section")?.getAttribute("aria-busy")).toBe("true");
  await host.settle();
  await nextTick();
  expect(document.querySelector("tbody td:last-child")?.textContent).toBe("nurse");
  expect(schedule.jobs.map(({ state }) => state)).toEqual(["done", "cancelled", "done"]);
});
