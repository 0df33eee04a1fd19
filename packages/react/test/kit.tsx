/** A root in a page of jsdom, and a scheduler on virtual time whose jobs count. */
import { PreemptProvider } from "@preempt/react";
import { type VirtualScheduler, virtualScheduler } from "@preempt/runtime/testing";
import { act, type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach } from "vitest";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

export let kit: VirtualScheduler;
let place: HTMLElement;
let unmountAll: (() => Promise<void>)[] = [];

beforeEach(() => {
  kit = virtualScheduler({ slice: 1 });
  place = document.body.appendChild(document.createElement("main"));
});

afterEach(async () => {
  for (const unmount of unmountAll) await unmount();
  unmountAll = [];
  place.remove();
  await act(async () => void kit.host.run());
});

/** Takes n milliseconds and gives "n done"; fails at 13. */
export function* count(n: number): Generator<undefined, string, void> {
  for (let i = 0; i < n; i++) {
    kit.host.advance(1);
    yield;
  }
  if (n === 13) throw new Error("unlucky");
  return `${n} done`;
}

export const text = () => place.textContent;
export const states = () => kit.schedule.jobs.map(({ state }) => state);
/** Lets `ms` pass; without it, all that there is to do. */
export const pass = (ms?: number) =>
  act(() => kit.host.settle(ms === undefined ? undefined : kit.host.now() + ms) as Promise<void>);

/** What renders a component, and renders it again; in strict mode unless it is said otherwise. */
export async function render(node: ReactNode, { strict = true, provided = true } = {}) {
  const root = createRoot(place);
  const unmount = () => act(async () => root.unmount());
  unmountAll.push(unmount);
  const show = (shown: ReactNode) => {
    const inside = provided ? <PreemptProvider scheduler={kit.rt}>{shown}</PreemptProvider> : shown;
    return act(async () => root.render(strict ? <StrictMode>{inside}</StrictMode> : inside));
  };
  await show(node);
  return { show, unmount };
}
