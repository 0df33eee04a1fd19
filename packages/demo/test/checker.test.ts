import { afterEach, expect, test, vi } from "vitest";
import type { Question } from "../src/check.worker.ts";
import { Checker } from "../src/checker.ts";

afterEach(() => vi.unstubAllGlobals());

/** Workers that answer with what they were asked for, or do not come. */
function stubWorkers(): { isMissing: boolean; asked: number } {
  const state = { isMissing: false, asked: 0 };
  class Stub extends EventTarget {
    constructor() {
      super();
      if (state.isMissing) queueMicrotask(() => this.dispatchEvent(new Event("error", { cancelable: true })));
    }
    postMessage({ id, input }: Question): void {
      if (state.isMissing) return;
      state.asked++;
      queueMicrotask(() => this.dispatchEvent(new MessageEvent("message", { data: { id, result: input[0] } })));
    }
    terminate(): void {}
  }
  vi.stubGlobal("Worker", Stub);
  return state;
}

test("the same question in a row is asked once", async () => {
  const state = stubWorkers();
  const checker = new Checker();
  expect(await checker.expected("markdown", "a", "", 1)).toBe("a");
  expect(await checker.expected("markdown", "a", "", 1)).toBe("a");
  expect(await checker.expected("markdown", "b", "", 1)).toBe("b");
  expect(state.asked).toBe(2);
});

test("a worker that does not come is told to all who ask, and the next one is tried", async () => {
  const state = stubWorkers();
  state.isMissing = true;
  const checker = new Checker();
  const [first, second] = [checker.expected("markdown", "a", "", 1), checker.expected("markdown", "b", "", 1)];
  await expect(first).rejects.toThrow("the worker could not be loaded");
  await expect(second).rejects.toThrow("the worker could not be loaded");
  state.isMissing = false;
  expect(await checker.expected("markdown", "b", "", 1)).toBe("b");
});

test("where there are no workers nothing is checked, which is told", async () => {
  vi.stubGlobal("Worker", undefined);
  const checker = new Checker();
  await expect(checker.expected("markdown", "a", "", 1)).rejects.toThrow(TypeError);
  checker.close();
});
