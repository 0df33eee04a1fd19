/** The chains of inputs in traces of pages, the task set that is made of them, and its bound. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { analyzeSet } from "../../src/lab/analyze/analyze-set.ts";
import { comparePage } from "../../src/lab/experiment/page/compare.ts";
import { coverExecutions } from "../../src/lab/import/arrivals.ts";
import { activitiesOf } from "../../src/lab/import/page-activities.ts";
import { chainsOfInputs } from "../../src/lab/import/page-chains.ts";
import { importPage, pageSet, refresh } from "../../src/lab/import/page-set.ts";
import { readPageTrace } from "../../src/lab/import/page-tasks.ts";
import { slimTrace } from "../../src/lab/import/slim-trace.ts";
import { checkTaskSets } from "../../src/lab/task-set.ts";
import { type MadeTask, madeTrace, recorded } from "./page-traces.ts";

const read = (tasks: readonly MadeTask[]) => readPageTrace(madeTrace(tasks), "made");

describe("the chain finder", () => {
  test("an input's chain is the task that dispatches it, what that posts, and the first frame after it", () => {
    const { tasks, inputs } = read([
      { start: 0, takes: 9000, posted: 0, what: "other" },
      { start: 9000, takes: 2000, posted: 500, what: "key" },
      { start: 11_000, takes: 100, posted: 10_000, what: "state" },
      { start: 11_100, takes: 300, posted: 8000, what: "unrelated" },
      { start: 12_000, takes: 100, posted: 11_050, what: "more" },
      { start: 15_000, takes: 4000, posted: 14_000, what: "frame" },
      { start: 31_000, takes: 4000, posted: 30_000, what: "frame" },
    ]);
    const [chain] = chainsOfInputs({ tasks, inputs }, "keydown");
    expect(chain).toMatchObject({ dispatch: 1, caused: [2, 4], frame: 5 });
    expect(chain?.input).toMatchObject({ arrival: 500, start: 9000, presented: 200_500 });
    expect(tasks[2]).toMatchObject({ label: "state (a.js:1)", due: 10_000, parent: 1, isFrame: false });
    expect(chainsOfInputs({ tasks, inputs }, "click")).toEqual([]);
  });

  test("an input without a frame after it is left out", () => {
    expect(chainsOfInputs(read([{ start: 9, takes: 5, posted: 0, what: "key" }]), "keydown")).toEqual([]);
  });

  test.for(["plain", "preempt"] as const)(
    "in a recording of a page, %s, each part of a chain follows the one before it",
    (mode) => {
      const { tasks, inputs } = readPageTrace(recorded(mode), mode);
      const chains = chainsOfInputs({ tasks, inputs }, "keydown");
      expect(chains).toHaveLength(7);
      for (const { input, dispatch, caused, frame } of chains) {
        const [first, last] = [tasks[dispatch], tasks[frame]];
        expect(input.made).toBeLessThanOrEqual(input.arrival);
        expect(Math.abs((first?.due ?? 0) - input.arrival)).toBeLessThan(1000);
        expect(first?.events).toContain("keydown");
        expect(last?.isFrame).toBe(true);
        expect(tasks.slice(dispatch, frame).some(({ isFrame }) => isFrame)).toBe(false);
        for (const i of caused) expect(tasks[i]?.due).toBeGreaterThanOrEqual(first?.start ?? Number.NaN);
      }
    },
  );

  test("a recording that is made smaller is read the same", () => {
    for (const mode of ["plain", "preempt"] as const) {
      const more = { name: "UpdateCounters", ph: "I", ts: 1, pid: 1, tid: 1, args: { data: { nodes: 1 } } };
      expect(readPageTrace(slimTrace([more, ...recorded(mode)]), mode)).toEqual(readPageTrace(recorded(mode), mode));
    }
  });
});

describe("activities that post their own continuation", () => {
  const pieces = (takes: number, before: number) =>
    Array.from({ length: 5 }, (_, k) => ({
      start: 10_000 * k,
      takes,
      posted: Math.max(0, 10_000 * (k - 1) + takes - before),
      what: "piece",
    }));

  test("delay others by their longest task, and by what is left of a task that has posted the next one", () => {
    expect(activitiesOf(read(pieces(6000, 0)).tasks)).toEqual([{ tasks: [0, 1, 2, 3, 4], delay: 6000, time: 30_000 }]);
    expect(activitiesOf(read(pieces(6000, 2000)).tasks)).toMatchObject([{ delay: 8000 }]);
  });

  test("are none of those whose tasks are posted by others", () => {
    const tasks = pieces(6000, 0).map((piece) => ({ ...piece, posted: piece.start }));
    // Each is posted at its start: no task of its own kind was running then but itself.
    expect(
      activitiesOf(readPageTrace(madeTrace(tasks.map((task) => ({ ...task, posted: task.start - 1 }))), "made").tasks),
    ).toEqual([]);
  });
});

describe("the task that covers executions", () => {
  test("has the period of those that are periodic, and no jitter", () => {
    const times = Array.from({ length: 20 }, (_, k) => ({ at: 5000 * k, time: 700 }));
    expect(coverExecutions(times, 100_000)).toEqual({ C: 700, T: 5000, J: 0 });
  });

  test("counts short executions as parts of the longest", () => {
    const times = Array.from({ length: 20 }, (_, k) => ({ at: 5000 * k, time: k === 3 ? 7000 : 10 }));
    const { C, T, J } = coverExecutions(times, 100_000);
    expect(C * (Math.floor((100_000 + J) / T) + 1)).toBeLessThanOrEqual(2 * 7000);
  });

  test("has at least the work of any window", () => {
    const executions = fc.array(fc.record({ at: fc.nat(300_000), time: fc.integer({ min: 1, max: 9000 }) }), {
      minLength: 1,
      maxLength: 25,
    });
    fc.assert(
      fc.property(executions, (found) => {
        const { C, T, J } = coverExecutions(found, 100_000);
        const sorted = found.toSorted((a, b) => a.at - b.at);
        sorted.forEach((from, i) => {
          let work = 0;
          for (const { at, time } of sorted.slice(i)) {
            work += time;
            expect(work).toBeLessThanOrEqual(C * (Math.floor((at - from.at + J) / T) + 1));
          }
        });
      }),
      { numRuns: 200 },
    );
  });
});

describe("the set", () => {
  /** The worst that its model allows: an activity's task has begun before the key, and the next one is due before the frame. */
  const worst = (at: number): MadeTask[] => {
    const asked = at + 31_000 + refresh;
    return [
      { start: at, takes: 30_000, posted: at, what: "piece" },
      { start: at + 30_000, takes: 1000, posted: at + 1, what: "key" },
      { start: asked - 1, takes: 30_000, posted: at + 29_999, what: "piece" },
      { start: asked + 29_999, takes: 5000, posted: asked, what: "frame" },
    ];
  };

  test("has a bound that the worst case attains, but for one task of a key", () => {
    const { chains, bound, exceptions } = comparePage(read([...worst(0), ...worst(2_000_000)]), "made", {
      horizon: 1_000_000,
      simulations: 1,
    });
    expect(chains).toHaveLength(2);
    const longest = Math.max(...chains.map(({ response }) => response));
    expect(longest).toBe(29_999 + 1000 + refresh + 29_999 + 5000);
    expect(bound).toBeGreaterThanOrEqual(longest);
    // The analysis lets one more key come while the frame waits.
    expect(bound).toBe(longest + 1002);
    expect(exceptions).toMatchObject({ lateFrames: 0, inputNotFirst: 0 });
  });

  test("a frame that is asked for too late, and a task that goes before an input, are counted", () => {
    const late = (at: number): MadeTask[] => [
      { start: at, takes: 10, posted: at, what: "first" },
      { start: at + 20, takes: 10, posted: at + 5, what: "second" },
      { start: at + 40, takes: 10, posted: at + 1, what: "key" },
      { start: at + 40_000, takes: 10, posted: at + 39_000, what: "frame" },
    ];
    const { exceptions } = comparePage(read([...late(0), ...late(1_000_000)]), "made", {
      horizon: 1_000_000,
      simulations: 1,
    });
    expect(exceptions).toEqual({ lateFrames: 2, inputNotFirst: 2, youngerFirst: 0, withCollections: 0 });
  });

  test.for(["plain", "preempt"] as const)("of a recording, %s, has a bound above all that was measured", (mode) => {
    const trace = readPageTrace(recorded(mode), mode);
    checkTaskSets({ sets: [pageSet(trace, mode).set] }, mode);
    const { measured, simulated, bound, above, exceptions } = comparePage(trace, mode, {
      horizon: 1_000_000,
      simulations: 2,
    });
    expect(above).toBe(0);
    expect(bound).toBeGreaterThan(measured.worst);
    expect(bound).toBeGreaterThanOrEqual(simulated ?? 0);
    expect(bound).toBeLessThan(8 * measured.worst);
    expect(exceptions).toMatchObject({ lateFrames: 0, inputNotFirst: 0 });
  });

  test("is what import gives", () => {
    const text = JSON.stringify({ traceEvents: recorded("preempt") });
    const { sets } = importPage(text, "x.json", "keydown");
    expect(sets[0]).toEqual(pageSet(readPageTrace(recorded("preempt"), "x.json"), "x.json").set);
    expect(analyzeSet(sets[0] as (typeof sets)[number]).chains?.[0]).toMatchObject({
      name: "keydown to frame",
      D: 100_000,
    });
  });
});

test("refused: a trace that does not say when tasks were posted, and one without such inputs", () => {
  const flowless = recorded("plain").filter(({ name }) => name !== "SequenceManager PostTask");
  expect(() => readPageTrace(flowless, "x.json")).toThrow(
    /trace_format: x.json does not say when the page's tasks were posted. Record/,
  );
  const text = JSON.stringify(recorded("plain"));
  expect(() => importPage(text, "x.json", "click")).toThrow(
    /trace_chain: x.json has 0 events "click" with a display frame/,
  );
});
