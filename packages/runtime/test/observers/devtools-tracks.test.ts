import { PreemptError, Scheduler } from "@preempt/runtime";
import { DevToolsTracks, type DevToolsTracksOptions, type UserTiming } from "@preempt/runtime/observers";
import { expect, test } from "vitest";
import { takesTracks } from "../../src/observers/devtools-sink.ts";
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

test("slices are entries on the track of their name, jobs on one beside it, and a miss is a marker at the deadline", () => {
  expect(drawn().drawn).toEqual([
    "0-1 Preempt/short short T0J0 primary",
    "0-1 Preempt/short: jobs short T0J0 done secondary",
    "1-3 Preempt/long long T0J1 primary", // a slice of 2 ms
    "3-4 Preempt/long long T0J1 primary", // the round is over
    "5.5 deadline missed: long T0J1 error",
    "4-6 Preempt/long long T0J1 error", // over its deadline
    "0-6 Preempt/long: jobs long T0J1 done error",
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
  expect(details[4]).toEqual({
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

test("a job tells how late it was, and how often it was preempted", () => {
  const { details } = drawn();
  expect(details[6]).toEqual({
    dataType: "track-entry",
    track: "long: jobs",
    trackGroup: "Preempt",
    color: "error",
    properties: [
      ["Job", "T0J1"],
      ["Release", "0 ms"],
      ["Deadline", "5.5 ms"],
      ["Lateness", "0.5 ms"],
      ["Preemptions", "2"],
      ["Ran for", "5 ms"],
    ],
    tooltipText: "long T0J1 done: 0.5 ms late, preempted 2 times",
  });
});

test("console.timeStamp draws the slices where it takes tracks, with the properties as data", () => {
  const timing = new FakeTiming();
  const stamps: unknown[][] = [];
  drawn({ console: { timeStamp: (...stamp) => stamps.push(stamp) }, performance: timing });
  expect(stamps.slice(0, 2)).toEqual([
    ["short T0J0", 0, 1, "short", "Preempt", "primary", '{"Job":"T0J0","Release":"0 ms","Deadline":"5 ms"}'],
    ["long T0J1", 1, 3, "long", "Preempt", "primary", '{"Job":"T0J1","Release":"0 ms","Deadline":"5.5 ms"}'],
  ]);
  expect(timing.drawn).toEqual([
    "0-1 Preempt/short: jobs short T0J0 done secondary",
    "5.5 deadline missed: long T0J1 error",
    "0-6 Preempt/long: jobs long T0J1 done error",
  ]);
});

test.for([
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36",
    true,
  ],
  ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36", false],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0", false],
  ["Node.js/24", false],
] as const)("%s takes tracks: %s", ([userAgent, expected]) => {
  expect(takesTracks(userAgent)).toBe(expected);
});

test("switched off it keeps the last entries, and draws them when it is switched on", () => {
  const timing = new FakeTiming();
  const tracks = new DevToolsTracks({ performance: timing, on: false });
  const slice = (from: number) => {
    tracks.jobDispatched(jobLike({}), from);
    tracks.roundEnded(from + 1);
  };
  for (let i = 0; i < 5000; i++) slice(i);
  expect([tracks.isOn, timing.drawn]).toEqual([false, []]);
  tracks.start();
  expect(timing.drawn.length).toBeLessThan(4000);
  expect(timing.drawn.at(-1)).toMatch(/^4999-5000 /);
  slice(6000);
  expect(timing.drawn.at(-1)).toMatch(/^6000-6001 /);
  tracks.stop();
  slice(7000);
  expect(timing.drawn.at(-1)).toMatch(/^6000-6001 /);
});

test("nothing of its own stays on the page's timeline", () => {
  expect([...drawn().kept]).toEqual(["the page's own"]);
});

test("slices shorter than the minimum are not drawn, misses are", () => {
  const { drawn: entries } = drawn({ minimum: 1.5, group: "Mine" });
  expect(entries.filter((entry) => !entry.includes(": jobs"))).toEqual([
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
  tracks.jobPreempted(b, 2);
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
  expect(mine.map(({ entryType, name }) => [entryType, name.replace(/\d+/g, "")]).toSorted()).toEqual([
    ["mark", "deadline missed: real TJ"],
    ["measure", "real TJ"],
    ["measure", "real TJ done"],
  ]);
  const slice = mine.find(({ name }) => /^real T0J\d+$/.test(name)) as PerformanceEntry;
  expect(slice.startTime).toBeGreaterThanOrEqual(before);
  expect(slice.duration).toBeGreaterThanOrEqual(2);
  expect(performance.getEntries().filter(({ name }) => name.includes("real T0J"))).toEqual([]);
  expect(errors).toEqual([]);
});

test("a minimum or an offset that is none is refused", () => {
  for (const options of [{ minimum: -1 }, { minimum: Number.NaN }, { offset: Number.POSITIVE_INFINITY }])
    expect(() => new DevToolsTracks(options)).toThrow(PreemptError);
});
