/** The race finder, on generator functions: each `yield` is a preemption point. */

import { attach, state, wait } from "@preempt/runtime/abi";
import { findRaces, type RaceOptions, raceMatchers } from "@preempt/runtime/testing/vitest";
import { expect, test } from "vitest";
import type { Access, AccessLog, Location } from "../../src/testing/races/access-log.ts";
import { conflictsIn } from "../../src/testing/races/conflicts.ts";

/** `account += 1` in two steps, behind so many others. */
function* lostUpdate(state: { n: number }, before = 0) {
  for (let i = 0; i < before; i++) yield;
  const { n } = state;
  yield;
  state.n = n + 1;
  for (let i = 0; i < before; i++) yield;
  return state.n;
}

const fresh = () => ({ n: 0 });

test("a lost update is found, with its schedule and both results", async () => {
  const { race, points, text } = await findRaces({ jobs: [lostUpdate, lostUpdate], setup: fresh });
  expect(points).toEqual({ A: 1, B: 1 });
  expect(race).toMatchObject({ replay: "A1 B* A*", preemptions: 1, got: ["gives 1", "gives 1"], isDamaged: false });
  expect(race?.expected?.toSorted()).toEqual(["gives 1", "gives 2"]);
  expect(text).toContain('Race with 1 preemption, found in 1 schedule. Replay it with "A1 B* A*".');
});

test("jobs that keep to themselves have no race, and all schedules were tried", async () => {
  function* alone(n: number) {
    let sum = 0;
    for (let i = 0; i < n; i++) {
      yield;
      sum += i;
    }
    return sum;
  }
  const { race, isComplete, schedules, text } = await findRaces({
    jobs: { short: { fn: alone, args: [3] }, long: { fn: alone, args: [6] } },
  });
  expect(race).toBeUndefined();
  expect(isComplete).toEqual({ one: true, two: true });
  expect(schedules).toBeGreaterThan(9 + 2 * 18);
  expect(text).toMatch(/^No race in [\d,]+ schedules\. All schedules with one or two preemptions were among them\./);
});

test.for([1, 2, 3, 4, 5])(
  "a bug of depth 1 in one of 4,000 points is found within 1,000 schedules, seed %i",
  async (seed) => {
    function* long(state: { n: number }) {
      return yield* lostUpdate(state, 2000);
    }
    const { race, schedules } = await findRaces({
      jobs: [long, lostUpdate],
      setup: fresh,
      seed,
      invariant: ({ n }) => n === 2,
    });
    // One of B's preemptions is enough, wherever A's are many.
    expect(race?.preemptions).toBe(1);
    expect(schedules).toBeLessThanOrEqual(1000);
  },
);

/** The reader sees the flag set, and then not set, only if it starts between the writer's two steps and is preempted between its own. */
function depthTwo(size: number): RaceOptions<{ flag: boolean }> {
  function* write(state: { flag: boolean }) {
    for (let i = 0; i < size; i++) yield;
    state.flag = true;
    yield;
    state.flag = false;
    for (let i = 0; i < size; i++) yield;
  }
  function* read(state: { flag: boolean }) {
    for (let i = 0; i < size; i++) yield;
    const { flag } = state;
    yield;
    const isLost = flag && !state.flag;
    for (let i = 0; i < size; i++) yield;
    return isLost;
  }
  return {
    jobs: [write, read],
    setup: () => ({ flag: false }),
    invariant: (_, [, reader]) => reader?.status === "fulfilled" && reader.value === false,
  };
}

test.for([1, 2, 3, 4, 5])("a bug of depth 2 is found, by a schedule with two preemptions, seed %i", async (seed) => {
  const { race, schedules } = await findRaces({ ...depthTwo(7), seed });
  expect(race?.preemptions).toBe(2);
  expect(race?.replay).toBe("A8 B8 A* B*");
  expect(schedules).toBeLessThanOrEqual(1000);
  const { race: again } = await findRaces({ ...depthTwo(7), replay: "A8 B8 A* B*" });
  expect(again?.replay).toBe("A8 B8 A* B*");
  expect((await findRaces({ ...depthTwo(7), replay: "A8 B*" })).race).toBeUndefined();
});

/** What the transform makes of `(state) => { for (let i = 0; i < 4; i++) state.log += name + i; return state.log; }`. */
const logging = (name: string) =>
  attach(
    (() => undefined) as never,
    function* (log: { text: string }) {
      for (let i = 0; i < 4; i++) {
        if (--state.budget < 0) yield;
        log.text += name + i;
      }
      return log.text;
    } as never,
  ) as (log: { text: string }) => string;

test.for([
  [0, "A1 B2 A1 B* A*", "B0A0B1B2B3A1A2A3"],
  [0, "A4 B4", "A0A1A2B0B1B2A3B3"],
  [1, "A1 B1 A1 B* A*", "A0B0A1A2B1B2B3A3"],
] as const)("budget %i: %s is played point by point", async ([budget, replay, text]) => {
  const last = { text: "" };
  const setup = () => {
    last.text = "";
    return last;
  };
  const invariant = () => last.text !== text;
  const { race, points } = await findRaces({ jobs: [logging("A"), logging("B")], setup, invariant, budget, replay });
  expect(points).toEqual(budget === 0 ? { A: 4, B: 4 } : { A: 2, B: 2 });
  expect(race?.got).toHaveLength(2);
});

test("the same seed tries the same schedules, another one others", async () => {
  const tried = async (seed: number) => {
    const order: string[] = [];
    function* job(name: string) {
      for (let i = 0; i < 300; i++) {
        order.push(name);
        yield;
      }
    }
    await findRaces({
      jobs: [
        { fn: job, args: ["a"] },
        { fn: job, args: ["b"] },
      ],
      schedules: 60,
      seed,
    });
    return order.join("");
  };
  expect(await tried(7)).toBe(await tried(7));
  expect(await tried(7)).not.toBe(await tried(8));
});

test("a schedule is minimised: fewer preemptions, at earlier points", async () => {
  function* job(state: { n: number }) {
    for (let i = 0; i < 500; i++) yield;
    const { n } = state;
    for (let i = 0; i < 500; i++) yield;
    state.n = n + 1;
    for (let i = 0; i < 500; i++) yield;
  }
  const options: RaceOptions<{ n: number }> = { jobs: [job, job], setup: fresh, invariant: ({ n }) => n === 2 };
  expect((await findRaces({ ...options, schedules: 60 })).race?.replay).toBe("A501 B* A*");
});

test("handlers run between two points", async () => {
  function* render(state: { theme: string }) {
    const first = state.theme;
    yield;
    return `${first} ${state.theme}`;
  }
  const setTheme = (state: { theme: string }) => {
    state.theme = "dark";
  };
  const { race, text } = await findRaces({
    jobs: { render },
    handlers: { setTheme },
    setup: () => ({ theme: "light" }),
  });
  expect(race?.replay).toBe("A1 a A*");
  expect(race?.got[0]).toBe('gives "light dark"');
  expect(text).toContain("a setTheme  runs");
});

test("timers that a job sets fire between its points", async () => {
  function* simulate() {
    const made: { nodes?: number[] } = {};
    let seen = 0;
    setTimeout(() => {
      seen = (made.nodes as number[]).length;
    });
    yield;
    made.nodes = [1];
    return seen;
  }
  const before = globalThis.setTimeout;
  const { race, text } = await findRaces({ jobs: [simulate] });
  expect(globalThis.setTimeout).toBe(before);
  expect(race?.replay).toBe("A1 timer A*");
  expect(text).toContain("throws TypeError");
  expect((await findRaces({ jobs: [simulate], timers: false })).race).toBeUndefined();
});

test("timers are tried right after they were set, however long the job goes on", async () => {
  function* simulate() {
    for (let i = 0; i < 937; i++) yield;
    let made: number[] | undefined;
    setTimeout(() => made?.at(0) ?? (made as unknown as number[]).length);
    yield;
    made = [1];
    for (let i = 0; i < 641; i++) yield;
  }
  const { race, schedules } = await findRaces({ jobs: [simulate], schedules: 40 });
  expect(race?.replay).toBe("A938 timer A*");
  expect(schedules).toBeLessThanOrEqual(20);
});

test("of the accesses of a location those are shown that tell most", () => {
  const site = { line: 1 } as Access["site"];
  const access = (who: number, turn: number, isWrite: boolean): Access => ({
    who,
    turn,
    isWrite,
    site,
    from: 0,
    until: 0,
  });
  const conflicts = (...accesses: Access[]) => {
    const location = { name: "n", declared: undefined, accesses };
    return conflictsIn({ locations: [location], nameOf: (one: Location) => one } as unknown as AccessLog).map(
      ({ before, between, after }) => [before, between, after].map(({ isWrite }) => (isWrite ? "w" : "r")).join(""),
    );
  };
  expect(conflicts(access(0, 0, false), access(0, 0, true), access(1, 1, true), access(0, 2, false))).toEqual(["wwr"]);
  expect(conflicts(access(0, 0, false), access(1, 1, true), access(0, 2, false), access(0, 2, true))).toEqual(["rwr"]);
  expect(conflicts(access(0, 0, true), access(1, 1, false), access(0, 2, true))).toEqual(["wrw"]);
  // Its own is what it reads, and what only one job touches is nobody's conflict.
  expect(conflicts(access(0, 0, true), access(1, 1, true), access(0, 2, true), access(0, 2, false))).toEqual([]);
  expect(conflicts(access(0, 0, true), access(0, 2, false), access(1, 3, true))).toEqual([]);
});

test("async jobs: other orders at an await are no race, a preemption between two is", async () => {
  const counter = { n: 0 };
  async function increment() {
    counter.n++;
    await undefined;
    return "done";
  }
  function* other() {
    yield;
    return "done";
  }
  expect((await findRaces({ jobs: [increment, other] })).race).toBeUndefined();
});

test("a job that comes to be runs to its end behind what it awaits", async () => {
  const awaiting = (before: number, after: number) =>
    function* (state: { n: number; open: boolean }) {
      for (let i = 0; i < before; i++) {
        yield;
        yield wait(undefined);
      }
      state.open = true;
      const { n } = state;
      yield;
      // Whoever comes in between has come and gone, which takes two awaits and more.
      if (!state.open) state.n = n + 10;
      state.open = false;
      for (let i = 0; i < after; i++) yield wait(undefined);
      return state.n;
    };
  const { race, text } = await findRaces({
    jobs: [awaiting(2, 1), awaiting(3, 2)],
    setup: () => ({ n: 0, open: false }),
  });
  expect(race?.preemptions).toBe(1);
  expect(text).toMatch(/goes on, and is preempted at its 3rd point/);
});

test("errors that jobs throw are results, too", async () => {
  function* take(state: { items: number[] }) {
    if (state.items.length === 0) return "none";
    yield;
    const item = state.items.pop();
    if (item === undefined) throw new Error("nothing there");
    return item;
  }
  const { race } = await findRaces({ jobs: [take, take], setup: () => ({ items: [1] }) });
  expect(race?.got).toContain("throws Error: nothing there");
});

test("a run that damages what modules keep is shown as it was found, unless they are loaded again", async () => {
  let open = 0;
  let most = 0;
  function* enter() {
    open++;
    yield;
    most = Math.max(most, open);
    open--;
    return most;
  }
  const damaged = await findRaces({ jobs: [enter, enter] });
  expect(damaged.race).toMatchObject({ isDamaged: true, replay: "A1 B* A*" });
  expect(damaged.text).toContain("Give `reload`");
  most = 0;
  const reload = () => {
    most = 0;
  };
  const sound = await findRaces({ jobs: [enter, enter], reload });
  expect(sound.race).toMatchObject({ isDamaged: false, replay: "A1 B* A*" });
  expect(sound.text).not.toContain("Give `reload`");
});

const refusedOptions: readonly (readonly [unknown, string])[] = [
  [{ jobs: [] }, "no_jobs"],
  [{ jobs: [() => 1] }, "no_points"],
  [{ jobs: [lostUpdate], job: 1 }, "option_unknown"],
  [{ jobs: [lostUpdate], budget: -1 }, "race_budget"],
  [{ jobs: [lostUpdate], schedules: 0 }, "race_schedules"],
  [{ jobs: [lostUpdate], seed: 0.5 }, "race_seed"],
  [{ jobs: ["render"] }, "race_job"],
  [{ jobs: [lostUpdate], setup: {} }, "setup_not_a_function"],
  [{ jobs: [lostUpdate, lostUpdate], setup: fresh, replay: "A1 C*" }, "replay_not_a_schedule"],
  [{ jobs: [lostUpdate, lostUpdate], setup: fresh, invariant: () => false }, "invariant_broken"],
];

test.for(refusedOptions)("%o is refused: %s", async ([options, code]) => {
  await expect(findRaces(options as RaceOptions)).rejects.toMatchObject({ code });
});

test("jobs that give something else each time are refused", async () => {
  let id = 0;
  function* next() {
    yield;
    return id++;
  }
  await expect(findRaces({ jobs: [next] })).rejects.toMatchObject({ code: "not_repeatable" });
});

test("the matcher finds races of jobs, and takes reports", async () => {
  expect.extend(raceMatchers);
  await expect([lostUpdate, lostUpdate]).not.toBeFreeOfRaces({ setup: fresh });
  await expect(expect([lostUpdate, lostUpdate]).toBeFreeOfRaces({ setup: fresh })).rejects.toThrow(
    /^expected no race:\n\nRace with 1 preemption/,
  );
  const report = await findRaces({ jobs: { lostUpdate }, setup: fresh });
  await expect(report).toBeFreeOfRaces();
  await expect(expect(report).not.toBeFreeOfRaces()).rejects.toThrow(/^expected a race, but there is none/);
  await expect(expect(1).toBeFreeOfRaces()).rejects.toThrow("not_jobs");
});
