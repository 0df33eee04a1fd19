import { PreemptError, Scheduler } from "@preempt/runtime";
import { DevToolsTracks, type DevToolsTracksOptions, type UserTiming } from "@preempt/runtime/observers";
import { expect, test } from "vitest";
import { world } from "../kit/world.ts";
import { jobLike } from "./made.ts";

interface Devtools {
  readonly dataType: string;
  readonly track?: string;
  readonly trackGroup?: string;
  readonly color: string;
  readonly properties: readonly (readonly [string, string])[];
  readonly tooltipText: string;
}

/** A performance timeline that tells what was drawn, and keeps what was not cleared. */
class FakeTiming implements UserTiming {
  readonly drawn: string[] = [];
  readonly details: Devtools[] = [];
  readonly kept = new Set<string>(["the page's own"]);

  measure(name: string, { start, end, detail }: { start: number; end: number; detail: unknown }): void {
    const devtools = this.#keep(name, detail);
    this.drawn.push(`${start}-${end} ${devtools.trackGroup}/${devtools.track} ${name} ${devtools.color}`);
  }
  mark(name: string, { startTime, detail }: { startTime: number; detail: unknown }): void {
    this.drawn.push(`${startTime} ${name} ${this.#keep(name, detail).color}`);
  }
  clearMeasures(name: string): void {
    this.kept.delete(name);
  }
  clearMarks(name: string): void {
    this.kept.delete(name);
  }
  #keep(name: string, detail: unknown): Devtools {
    this.kept.add(name);
    const { devtools } = structuredClone(detail) as { devtools: Devtools };
    this.details.push(devtools);
    return devtools;
  }
}

function drawn(options: DevToolsTracksOptions = {}): FakeTiming {
  const timing = new FakeTiming();
  const observer = new DevToolsTracks({ performance: timing, ...options });
  const { rt, host, work } = world({ slice: 2, round: 4, observer });
  rt.submit(work(1), { name: "short", deadline: 5 });
  rt.submit(work(5), { name: "long", deadline: 5.5 });
  host.run();
  return timing;
}

test("each slice is an entry on the track of its name, and a miss is a marker at the deadline", () => {
  expect(drawn().drawn).toEqual([
    "0-1 Preempt/short short T0J0 primary",
    "1-3 Preempt/long long T0J1 primary", // a slice of 2 ms
    "3-4 Preempt/long long T0J1 primary", // the round is over
    "5.5 deadline missed: long T0J1 error",
    "4-6 Preempt/long long T0J1 error", // over its deadline
  ]);
});

test("an entry tells the job, its release and its deadline", () => {
  const { details } = drawn();
  expect(details[0]).toEqual({
    dataType: "track-entry",
    track: "short",
    trackGroup: "Preempt",
    color: "primary",
    properties: [
      ["Job", "T0J0"],
      ["Release", "0 ms"],
      ["Deadline", "5 ms"],
    ],
    tooltipText: "short T0J0 ran for 1 ms",
  });
  expect(details[3]).toEqual({
    dataType: "marker",
    color: "error",
    properties: [
      ["Job", "T0J1"],
      ["Release", "0 ms"],
      ["Deadline", "5.5 ms"],
      ["Noticed", "6 ms"],
    ],
    tooltipText: "long T0J1 is unfinished at its deadline",
  });
});

test("nothing of its own stays on the page's timeline", () => {
  expect([...drawn().kept]).toEqual(["the page's own"]);
});

test("slices shorter than the minimum are not drawn, misses are", () => {
  expect(drawn({ minimum: 1.5, group: "Mine" }).drawn).toEqual([
    "1-3 Mine/long long T0J1 primary",
    "5.5 deadline missed: long T0J1 error",
    "4-6 Mine/long long T0J1 error",
  ]);
});

test("a slice without length is not drawn", () => {
  const timing = new FakeTiming();
  const tracks = new DevToolsTracks({ performance: timing });
  tracks.jobDispatched(jobLike({}), 1);
  tracks.roundEnded(1);
  expect(timing.drawn).toEqual([]);
});

test("another clock is shifted to that of the page; what was before its time origin is left out", () => {
  expect(drawn({ offset: 100 }).drawn[0]).toBe("100-101 Preempt/short short T0J0 primary");
  expect(drawn({ offset: -2 }).drawn[0]).toBe("1-2 Preempt/long long T0J1 primary");
});

test("a slice whose end goes untold ends with the next one; what others do ends none", () => {
  const timing = new FakeTiming();
  const tracks = new DevToolsTracks({ performance: timing });
  const [a, b] = [jobLike({ id: "T1J0", name: "T1J0" }), jobLike({ id: "T0J0", name: "T0J0" })];
  tracks.jobDispatched(a, 1);
  tracks.jobFinished(b, 2); // cancelled while it was ready
  tracks.jobDispatched(b, 3);
  tracks.roundEnded(4);
  tracks.roundEnded(5);
  expect(timing.drawn).toEqual(["1-3 Preempt/T1 T1 T1J0 primary", "3-4 Preempt/(unnamed) (unnamed) T0J0 primary"]);
});

test("without User Timing it does nothing", () => {
  const { measure: _, ...rest } = { measure: 0, mark: () => expect.fail("half an interface was used") };
  const tracks = new DevToolsTracks({ performance: rest });
  tracks.jobDispatched(jobLike({ deadline: 1 }), 0);
  tracks.deadlineMissed(jobLike({ deadline: 1 }), 2);
  tracks.roundEnded(2);
});

test("the real performance object takes what it draws, and keeps nothing", async () => {
  const seen: PerformanceEntry[] = [];
  const watch = new PerformanceObserver((list) => seen.push(...list.getEntries()));
  watch.observe({ entryTypes: ["measure", "mark"] });
  const errors: unknown[] = [];
  const rt = new Scheduler({ observer: new DevToolsTracks(), onError: (error) => errors.push(error) });
  const before = performance.now();
  const spin = () => {
    for (const end = performance.now() + 2; performance.now() < end; );
  };
  await rt.submit(spin, { name: "real", deadline: 1 });
  await new Promise((resolve) => setTimeout(resolve, 20));
  watch.disconnect();
  const mine = seen.filter(({ name }) => name.includes("real T0J"));
  // A busy machine may miss the deadline before the job begins.
  expect(mine.map(({ entryType, name }) => [entryType, name.replace(/\d+$/, "")]).toSorted()).toEqual([
    ["mark", "deadline missed: real T0J"],
    ["measure", "real T0J"],
  ]);
  const slice = mine.find(({ entryType }) => entryType === "measure") as PerformanceEntry;
  expect(slice.startTime).toBeGreaterThanOrEqual(before);
  expect(slice.duration).toBeGreaterThanOrEqual(2);
  expect(performance.getEntries().filter(({ name }) => name.includes("real T0J"))).toEqual([]);
  expect(errors).toEqual([]);
});

test("a minimum or an offset that is none is refused", () => {
  for (const options of [{ minimum: -1 }, { minimum: Number.NaN }, { offset: Number.POSITIVE_INFINITY }])
    expect(() => new DevToolsTracks(options)).toThrow(PreemptError);
});
