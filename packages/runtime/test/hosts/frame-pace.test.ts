/** Rounds that end in time for the next frame, on displays that the test plays. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { framePace } from "../../src/hosts/frame-pace.ts";
import { at, lasting } from "../../src/kernel/time.ts";
import { busy, latency, lost, type Play, play, roundLength } from "../kit/display.ts";

const rates = [60, 90, 120, 144];
const engines: { engine: string; how: Partial<Play> }[] = [
  { engine: "renders when a frame is due", how: {} },
  { engine: "gives a frame the time of its callback", how: { stampsNow: true } },
  { engine: "lets tasks go first", how: { skips: 4 } },
];

/** Numbers from 0 to 1, always the same. */
function random(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

for (const { engine, how } of engines) {
  describe(`an engine that ${engine}`, () => {
    test.for(rates)("at %i Hz no frame is lost, whatever part of it the page needs up to 7 tenths", (hz) => {
      const interval = 1000 / hz;
      for (const part of [0.02, 0.2, 0.4, 0.6, 0.7]) {
        const played = play({ ...how, interval: () => interval, work: () => part * interval, ms: 3000 });
        expect(lost(played, 1500), `work of ${part} of a frame`).toBeLessThan(0.01);
        // Only a frame that is waited for costs time: the margin, and the signal's way.
        expect(busy(played, 1500)).toBeGreaterThan(how.skips ? 1 - part - 0.25 : 1 - part - 0.01);
      }
    });
  });
}

test.for(rates)("at %i Hz fixed rounds of 5 ms lose frames of a page that needs three quarters of each", (hz) => {
  const interval = 1000 / hz;
  const page = { interval: () => interval, work: () => 0.75 * interval, ms: 3000 };
  const fixed = play({ ...page, aware: false });
  expect(lost(fixed, 1500)).toBeGreaterThan(0.05);
  expect(lost(play(page), 1500)).toBeLessThan(0.01);
});

test("a frame with room gets rounds of the usual length, the last of which ends with it, and short ones until it is there", () => {
  const { rounds } = play({ interval: () => 1000 / 60, work: () => 1, overshoot: () => 0, ms: 3000 });
  const lengths = rounds.filter((r) => r.start > 2000).map((r) => Math.round(r.end - r.start));
  expect(lengths.filter((ms) => ms > 6)).toEqual([]);
  expect(lengths.filter((ms) => ms >= 4).length).toBeGreaterThan(3 * 55);
});

test("until frames were seen, and once they stay away, rounds have their fixed length", () => {
  const pace = framePace();
  const round = lasting(5);
  pace.begin(0);
  expect(pace.roundEnd(at(1), round)).toBe(6);
  for (let i = 1; i <= 2; i++) pace.frame(i * 10, i * 10, false, true);
  expect(pace.roundEnd(at(21), round)).toBe(26);
  for (let i = 3; i <= 8; i++) pace.frame(i * 10, i * 10, false, true);
  expect(pace.roundEnd(at(81), round)).toBe(86);
  expect(pace.roundEnd(at(84), round)).toBeCloseTo(89.5, 1);
  expect(pace.roundEnd(at(185), round)).toBe(190);
});

test("after a time without jobs, until a frame was seen, rounds last for an eighth of the interval", () => {
  for (const hz of rates) {
    const interval = 1000 / hz;
    const pace = framePace();
    const round = lasting(5);
    pace.begin(0);
    for (let i = 1; i <= 8; i++) pace.frame(i * interval, i * interval, false, true);
    pace.begin(1000);
    for (const now of [1000, 1010, 1050]) {
      expect(pace.roundEnd(at(now), round) - now, `${hz} Hz`).toBeCloseTo(Math.max(1, interval / 8), 6);
      expect(pace.roundEnd(at(now), lasting(0.5)) - now).toBeCloseTo(0.5, 6);
    }
    // In an iframe out of view none comes.
    expect(pace.roundEnd(at(1101), round)).toBe(1106);
    pace.frame(1102, 1102, false, true);
    expect(pace.roundEnd(at(1102.1), round) - 1102.1).toBeGreaterThan(4);
  }
});

test("bursts of work that see one frame each tell nothing of the interval", () => {
  const pace = framePace();
  for (let i = 0; i < 20; i++) {
    pace.begin(i * 100);
    pace.frame(i * 100 + 4, i * 100 + 4, false, true);
  }
  pace.begin(2000);
  expect(pace.roundEnd(at(2001), lasting(5))).toBe(2006);
});

test("jobs get an eighth of the time that the page's frames take, even where those take all", () => {
  for (const work of [17, 25, 60]) {
    const played = play({ interval: () => 1000 / 60, work: () => work, ms: 6000 });
    const share = busy(played, 2000);
    expect(share).toBeGreaterThan(0.07);
    expect(share).toBeLessThan(0.25);
  }
});

test.for([
  [60, 144],
  [144, 60],
  [120, 60],
  [60, 120],
  [60, 90],
  [90, 60],
  [144, 120],
  [60, 30],
  [30, 60],
] as const)("from a display of %i Hz to one of %i Hz: a second later no frame is lost", ([before, after]) => {
  const part = 0.4;
  for (const { engine, how } of engines) {
    const interval = (now: number) => 1000 / (now < 2000 ? before : after);
    const played = play({ ...how, interval, work: (now) => part * interval(now), ms: 6000 });
    expect(lost(played, 3500), engine).toBeLessThan(0.03);
    expect(busy(played, 3500), engine).toBeGreaterThan(1 - part - 0.25);
    if (!how.skips) expect(roundLength(played, 3500)).toBeGreaterThan(0.1 * interval(6000));
  }
});

test.for(rates)("at %i Hz an engine that passes frames over on a busy machine is trusted again later", (hz) => {
  const interval = 1000 / hz;
  // With the time of its callback an engine that is waited for costs the margin, which shows that it is.
  const page = { interval: () => interval, work: () => 0.2 * interval, stampsNow: true };
  // The second burst has the first trial in it, so that the next comes late.
  for (const [burst, later] of [
    [20, 64],
    [100, 512],
  ] as const) {
    const [begin, end] = [1000, 1000 + burst * interval];
    const again = end + (later + 30) * interval;
    const skips = (now: number) => (now > begin && now < end ? 4 : 0);
    const played = play({ ...page, skips, ms: again + 1000 });
    // Until then it is waited for.
    expect(busy(played, end, end + 30 * interval)).toBeLessThan(0.79);
    expect(busy(played, again), `a burst of ${burst} frames`).toBeGreaterThan(0.79);
    expect(lost(played, again)).toBeLessThan(0.01);
  }
});

test("an engine that always lets tasks go first is found out, and asked now and then whether it still does, without losing frames", () => {
  for (const hz of rates) {
    const interval = 1000 / hz;
    const played = play({ interval: () => interval, skips: 4, work: () => 0.2 * interval, ms: 30_000 });
    // Rounds end with the frame once three of them were seen.
    expect(lost(played, 100), `${hz} Hz`).toBeLessThan(hz === 60 ? 1e-9 : 0.005);
    expect(busy(played, 200)).toBeGreaterThan(0.7);
  }
});

test("the thread hardly waits for a frame: rounds go on into a tenth of it, and no frame begins later than that", () => {
  for (const hz of rates) {
    const interval = 1000 / hz;
    const page = { interval: () => interval, skips: 4, overshoot: () => 0.05, ms: 3000 };
    const measure = (part: number, how?: Partial<Play>) => {
      const work = part * interval;
      const played = play({ ...page, work: () => work, ...how });
      const late = played.frames.filter((f) => f.due > 1500).map((f) => f.ready - f.due - work);
      return { late: Math.max(...late), idle: (1 - busy(played, 1500)) * interval - work };
    };
    const usual = measure(0.2);
    expect(usual.idle, `${hz} Hz`).toBeLessThan(0.3 * latency);
    expect(usual.late, `${hz} Hz`).toBeGreaterThan(latency);
    expect(usual.late, `${hz} Hz`).toBeLessThan(0.1 * interval + 0.1);
    // Where a frame has the time of its callback, what is late would add up.
    expect(measure(0.2, { stampsNow: true, ms: 9000 }).idle).toBeGreaterThan(0.4);
    // Timers get no other time than this from a page that takes most of it.
    expect(measure(0.6).idle).toBeGreaterThan(0.4);
  }
});

test("an engine that renders its first frames in time, and then lets tasks go first, loses none", () => {
  const interval = 1000 / 60;
  const skips = (now: number) => (now < 8 * interval ? 0 : 4);
  const played = play({ interval: () => interval, skips, work: () => 2, ms: 1000 });
  expect(lost(played, 5 * interval)).toBe(0);
});

test("it is asked ever more seldom: a frame that is asked about is late", () => {
  const interval = 1000 / 60;
  const played = play({ interval: () => interval, skips: 4, work: () => 1, ms: 60_000 });
  const late = played.frames.filter((f) => f.ready - f.due > 4).map((f) => Math.round(f.due / interval));
  const trials = late.filter((frame, i) => frame - (late[i - 1] ?? -9) > 2);
  const between = trials.slice(1).map((frame, i) => frame - (trials[i] as number));
  expect(between.length).toBeGreaterThan(3);
  [64, 512, 1024, 1024].forEach((frames, i) => void expect(between[i] as number, `${trials}`).toBeCloseTo(frames, -1));
});

test("a second of long tasks, which lose frames, does not make the display look slower", () => {
  for (const hz of [60, 120, 144])
    for (const skips of [0, 4, 5])
      for (const task of [20, 30])
        for (const often of [0.3, 0.8, 1]) {
          const interval = 1000 / hz;
          const next = random(hz);
          const work = (now: number) => (now > 1000 && now < 2000 && next() < often ? task : 0.4 * interval);
          const played = play({ interval: () => interval, skips, work, ms: 4500 });
          const what = `${hz} Hz, ${skips} frames passed over, tasks of ${task} ms in ${often} of the frames`;
          expect(lost(played, 3000), what).toBeLessThan(0.03);
          if (skips === 0) expect(lost(played, 2100, 2600), what).toBeLessThan(0.1);
        }
});

test("frames whose time is off by up to 2 ms are found all the same", () => {
  for (const hz of [60, 90]) {
    const next = random(hz);
    const page = { interval: () => 1000 / hz, work: () => 3, jitter: () => 4 * next() - 2, ms: 6000 };
    for (const skips of [0, 4]) {
      const played = play({ ...page, skips });
      expect(lost(played, 2000)).toBeLessThan(0.02);
      expect(busy(played, 2000)).toBeGreaterThan(skips === 0 ? 0.65 : 0.4);
    }
  }
});

test("animation frames that stop (a frame out of view) or come once a second hold up no jobs", () => {
  for (const { engine, how } of engines) {
    const served = (now: number) => now < 2000 || (now > 4000 && now % 1000 < 17);
    const played = play({ ...how, interval: () => 1000 / 60, served, ms: 8000 });
    // the first of them is waited for
    expect(busy(played, 2200, 4000), engine).toBeGreaterThan(0.99);
    expect(roundLength(played, 2200, 4000), engine).toBeCloseTo(5.2, 1);
    expect(busy(played, 4000), engine).toBeGreaterThan(0.85);
  }
});

test("in a hidden tab jobs run on with fixed rounds, and frames are in time again when it is shown", () => {
  for (const { engine, how } of engines) {
    const hidden = (now: number) => now > 2000 && now < 4000;
    const played = play({ ...how, interval: () => 1000 / 60, hidden, ms: 6000 });
    expect(busy(played, 2000, 4000), engine).toBeGreaterThan(0.98);
    expect(roundLength(played, 2200, 4000), engine).toBeCloseTo(5.2, 1);
    expect(lost(played, 4500), engine).toBeLessThan(0.02);
  }
});

test("whatever the display and the page: no frame is lost that the page leaves room for, and no time with it", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 48, max: 165, noNaN: true }),
      fc.double({ min: 0.01, max: 0.58, noNaN: true }),
      fc.boolean(),
      fc.integer({ min: 1, max: 1 << 30 }),
      (hz, part, stampsNow, seed) => {
        const interval = 1000 / hz;
        const next = random(seed);
        const work = () => part * interval * (0.8 + 0.4 * next());
        const overshoot = () => 0.4 * next();
        const played = play({ interval: () => interval, work, overshoot, stampsNow, ms: 4000 });
        expect(lost(played, 2000)).toBeLessThan(0.02);
        expect(busy(played, 2000)).toBeGreaterThan(1 - part - 0.03);
      },
    ),
    { numRuns: 100, seed: 3 },
  );
});
