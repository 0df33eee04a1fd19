import { PreemptError } from "@preempt/runtime";
import { InteractionReport } from "@preempt/runtime/observers";
import { expect, onTestFinished, test, vi } from "vitest";
import { world } from "../kit/world.ts";

const interaction = { type: "keydown", start: 2, duration: 10, processingStart: 3, processingEnd: 9, target: "#q" };

function ran(): InteractionReport {
  const interactions = new InteractionReport();
  const { rt, host, work } = world({ slice: 2, round: 4, observer: interactions });
  rt.submit(work(3), { name: "layout", deadline: 5 });
  rt.submit(work(6), { name: "search", deadline: 50 });
  host.run();
  return interactions;
}

test("an interaction is joined with the jobs that had the thread meanwhile", () => {
  expect(ran().explain(interaction)).toEqual({
    ...interaction,
    inputDelay: 1,
    processing: 6,
    presentationDelay: 3,
    jobs: [
      { name: "search", ms: 6, longest: 2, preemptions: 3 },
      { name: "layout", ms: 1, longest: 1, preemptions: 0 },
    ],
    scripts: [],
    other: 3,
    text: 'keydown on #q waited 10 ms, 6 ms of them in the job "search" (at most 2 ms at a time), 1 ms in the job "layout" (at most 1 ms at a time).',
  });
});

test("web-vitals' INP attribution is taken as it is, with its long animation frames", () => {
  const attribution = {
    interactionTarget: "#q",
    interactionTime: 2,
    interactionType: "keyboard",
    inputDelay: 9,
    processingDuration: 20,
    presentationDelay: 1,
    longAnimationFrameEntries: [
      {
        scripts: [
          // The jobs that ran from 3 to 9 ran in here.
          {
            startTime: 0,
            duration: 30,
            invoker: "INPUT#q.oninput",
            sourceURL: "http://x/app.js?t=1",
            sourceFunctionName: "onInput",
          },
          { startTime: 90, duration: 5, invoker: "later" },
        ],
      },
    ],
  };
  const { scripts, other, text, start, duration } = ran().explain(attribution);
  expect({ start, duration }).toEqual({ start: 2, duration: 30 });
  expect(scripts).toEqual([{ name: "onInput", invoker: "INPUT#q.oninput", url: "http://x/app.js?t=1", ms: 21 }]);
  expect(other).toBe(2);
  expect(text).toBe(
    'keyboard on #q waited 30 ms, 21 ms of them in "onInput" (INPUT#q.oninput, app.js), 6 ms in the job "search" (at most 2 ms at a time), 1 ms in the job "layout" (at most 1 ms at a time). The first handler started after 9 ms.',
  );
});

/** A browser's PerformanceObserver, whose entries are given by hand. */
class FakeObserver {
  static readonly supportedEntryTypes = ["event", "long-animation-frame"];
  static readonly callbacks = new Map<string, (list: { getEntries(): readonly object[] }) => void>();
  readonly #callback: (list: { getEntries(): readonly object[] }) => void;
  constructor(callback: (list: { getEntries(): readonly object[] }) => void) {
    this.#callback = callback;
  }
  observe({ type }: { type: string }): void {
    FakeObserver.callbacks.set(type, this.#callback);
  }
  disconnect(): void {
    FakeObserver.callbacks.clear();
  }
  static tell(type: string, entries: readonly object[]): void {
    FakeObserver.callbacks.get(type)?.({ getEntries: () => entries });
  }
}

test("slow interactions are reported by themselves, the events of one frame as one, and others are not", async () => {
  vi.stubGlobal("PerformanceObserver", FakeObserver);
  onTestFinished(() => void vi.unstubAllGlobals());
  const texts: string[] = [];
  const interactions = new InteractionReport({ report: ({ text }) => texts.push(text) });
  const scripts = [{ startTime: 1, duration: 150, invoker: "INPUT#q.oninput" }];
  FakeObserver.tell("long-animation-frame", [{ startTime: 0, duration: 160, scripts }]);
  const event = (name: string, interactionId: number, startTime: number, duration: number) => ({
    ...{
      name,
      interactionId,
      startTime,
      duration,
      processingStart: startTime + 1,
      processingEnd: startTime + duration - 1,
    },
  });
  FakeObserver.tell("event", [event("keydown", 7, 0, 160), event("input", 0, 0, 160), event("keyup", 7, 80, 80)]);
  FakeObserver.tell("event", [event("click", 8, 500, 99), event("pointermove", 0, 500, 400)]);
  const next = () => new Promise((resolve) => setImmediate(resolve));
  await next();
  expect(texts).toEqual(["keydown waited 160 ms, 150 ms of them in INPUT#q.oninput."]);
  interactions.close();
  FakeObserver.tell("event", [event("click", 9, 900, 300)]);
  await next();
  expect(texts).toHaveLength(1);
});

test("without a browser's entries it only explains", () => {
  expect(new InteractionReport({ report: () => expect.fail() }).explain(interaction).other).toBe(10);
});

test("options out of range are refused", () => {
  expect(() => new InteractionReport({ limit: -1 })).toThrow(PreemptError);
  expect(() => new InteractionReport({ report: 1 as never })).toThrow(PreemptError);
});
