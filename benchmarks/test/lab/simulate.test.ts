/** Simulated schedules: those of other simulators to the unit, and what is true of every schedule. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { analyzeSet } from "../../src/lab/analyze/analyze-set.ts";
import { defaultHorizon } from "../../src/lab/simulate/horizon.ts";
import type { PolicyName, PreemptionName, SimulateOptions } from "../../src/lab/simulate/options.ts";
import type { SimulatedSet } from "../../src/lab/simulate/outcome.ts";
import { simulateSet } from "../../src/lab/simulate/simulate.ts";
import { textChart, tracesOf } from "../../src/lab/simulate/trace.ts";
import { checkTaskSets, type TaskSet, writeTaskSets } from "../../src/lab/task-set.ts";
import { runCommand } from "./command-words.ts";
import { temporaryFolder } from "./scale-files.ts";
import { jsonLines, runCli } from "./spawned-cli.ts";

const folder = new URL("../../../packages/runtime/test/reference/schedules/", import.meta.url);

interface Reference extends TaskSet {
  readonly horizon?: number;
  readonly priority_dm?: readonly number[];
  readonly result: Readonly<
    Record<string, { jobs: number[][]; segments: number[][]; misses: number; last_finish: number }>
  >;
}

const references = readdirSync(folder)
  .sort()
  .flatMap((file) => (JSON.parse(readFileSync(new URL(file, folder), "utf8")) as { sets: Reference[] }).sets)
  .map((set) => ({ ...set, tasks: set.tasks ?? [] }));

const preemptions: Readonly<Record<string, PreemptionName>> = { P: "full", NP: "none", LP: "cooperative" };

function optionsFor({ horizon }: Reference, variant: string): SimulateOptions {
  const [policy, preemption] = variant.split("-") as [string, string];
  return {
    policy: policy.toLowerCase() as PolicyName,
    preemption: preemptions[preemption] as PreemptionName,
    ...(horizon !== undefined && { horizon }),
  };
}

describe("schedules of other simulators", () => {
  const cases = references.flatMap((set) => Object.keys(set.result).map((variant) => [set.id, variant, set] as const));

  test("there are many", () => {
    expect(cases.length).toBeGreaterThan(300);
    expect(checkTaskSets({ sets: references }, "reference")).toHaveLength(references.length);
  });

  test.for(cases)("%s %s", ([, variant, set]) => {
    const { jobs, segments, misses, metrics } = simulateSet(set, optionsFor(set, variant));
    expect({ jobs, segments, misses, last_finish: metrics.lastFinish }).toEqual(set.result[variant]);
  });

  test("through the command, as a process", async () => {
    const chosen = references.filter(({ horizon, result }) => horizon === 120 && "FP-NP" in result).slice(0, 3);
    expect(chosen.length).toBeGreaterThan(0);
    const words = ["simulate", "--policy", "fp", "--preemption", "none", "--horizon", "120", "--json"];
    const { code, out, err } = await runCli(words, writeTaskSets(chosen));
    expect([code, err]).toEqual([0, ""]);
    const wanted = chosen.map(({ id, result }) => {
      const { jobs, segments, misses } = result["FP-NP"] as Reference["result"][string];
      return { id, jobs, segments, misses };
    });
    expect(jsonLines(out)).toMatchObject(wanted);
  });
});

/**
 * The low task, 2, holds the resource when the high one, 0, comes, and the middle one, which needs nothing, is released as
 * soon as the high one waits.
 */
const inversion: TaskSet = {
  id: "inversion",
  tasks: [
    { C: 6, T: 200, D: 60, O: 10, cs: { r: 2 } },
    { C: 30, T: 200, D: 100, O: 12 },
    { C: 20, T: 200, D: 200, O: 0, cs: { r: 12 } },
  ],
};

describe("critical sections", () => {
  const finish = (protocol: SimulateOptions["protocol"]) => {
    const { jobs } = simulateSet(inversion, { policy: "fp", horizon: 200, ...(protocol && { protocol }) });
    return jobs.map((job) => job[4]);
  };

  test("without a protocol the middle task holds up the high one; with each of them it does not", () => {
    // Low runs 4 and locks; high comes at 10, runs 2 and waits from 12; middle takes 30; low leaves at 48, high goes on.
    expect(finish("none")).toEqual([52, 42, 56]);
    // Low goes on from 12 with high's priority and leaves at 18.
    expect(finish("pip")).toEqual([22, 52, 56]);
    expect(finish("pcp")).toEqual([22, 52, 56]);
    // Low is not preempted between 4 and 16; high runs from there.
    for (const protocol of ["npcs", "icpp", "srp"] as const) expect(finish(protocol)).toEqual([22, 52, 56]);
    expect(finish(undefined)).toEqual(finish("npcs"));
  });

  test("two tasks that lock in opposite orders do not deadlock: their sections are not nested", () => {
    const crossed: TaskSet = {
      id: "crossed",
      tasks: [
        { C: 9, T: 50, D: 20, O: 4, cs: { a: 3, b: 3 } },
        { C: 9, T: 50, D: 50, cs: { b: 3, a: 3 } },
      ],
    };
    for (const protocol of ["none", "pip", "pcp", "icpp", "srp", "npcs"] as const) {
      const { metrics } = simulateSet(crossed, { policy: "fp", protocol, horizon: 50 });
      expect(metrics).toMatchObject({ released: 2, failed: 0, busy: 18 });
    }
  });

  test("a section at the end of a job ends it: what is due or released at that instant comes after", () => {
    const whole: TaskSet = { id: "whole", tasks: [{ C: 5, T: 5, D: 5, cs: { a: 5 } }] };
    expect(simulateSet(whole, { horizon: 20 })).toMatchObject({ misses: 0, metrics: { maxResponse: [5] } });
  });

  test("random sets stay within the bounds of the analysis, sections without a length among them", () => {
    const task = fc
      .record({
        C: fc.integer({ min: 1, max: 5 }),
        T: fc.constantFrom(4, 5, 6, 8, 10, 12, 15, 20),
        later: fc.nat(10),
        a: fc.integer({ min: 0, max: 5 }),
        b: fc.integer({ min: 0, max: 5 }),
      })
      .map(({ C, T, later, a, b }) => {
        const cs = { a: Math.min(a, C), b: Math.min(b, C - Math.min(a, C)) };
        return { C, T, D: Math.max(C, Math.min(T, C + later)), cs };
      });
    const counts = { accepted: 0 };
    fc.assert(
      fc.property(
        fc.array(task, { minLength: 1, maxLength: 4 }),
        fc.constantFrom("npcs", "pip", "pcp", "srp"),
        fc.constantFrom("fp", "edf"),
        (tasks, protocol, policy) => {
          fc.pre(policy === "fp" || protocol !== "pcp");
          const set = { id: "s", tasks };
          const analysis = analyzeSet(set, { protocol });
          const { sched, R } = policy === "fp" ? analysis.dm : analysis.edf;
          const { misses, metrics } = simulateSet(set, { policy, protocol, horizon: 120 });
          if (sched) {
            counts.accepted++;
            expect(misses).toBe(0);
          }
          for (const [i, bound] of (R ?? []).entries())
            if (bound !== null) expect(metrics.maxResponse[i]).toBeLessThanOrEqual(bound);
        },
      ),
      { numRuns: 400 },
    );
    expect(counts.accepted).toBeGreaterThan(50);
  });

  test("protocols of fixed priorities are refused with EDF", async () => {
    const text = writeTaskSets([inversion]);
    await expect(runCommand("simulate", ["--protocol", "pcp"], text)).rejects.toThrow(
      /protocol_policy.*fixed priorities.*--protocol srp/,
    );
  });
});

describe("servers", () => {
  const task = { C: 5, T: 10, D: 10 };
  const jobs = Array.from({ length: 12 }, (_, i) => [i, 5, 1000] as const);
  const served = (kind: "cbs" | "tbs" | "deferrable" | "polling"): TaskSet => ({
    id: kind,
    tasks: [task],
    jobs,
    server: { kind, Q: 4, T: 10 },
  });

  test.for(["cbs", "tbs", "deferrable", "polling"] as const)(
    "%s: jobs do not hurt the task, and get their share",
    (kind) => {
      const { jobs: rows, metrics } = simulateSet(served(kind), { horizon: 200 });
      const own = rows.filter(([index]) => index === 0);
      expect(own).toHaveLength(20);
      for (const [, , release, , finish] of own) expect(finish - release).toBeLessThanOrEqual(10);
      // 60 of work at 4 in 10, and a period until the first of it.
      const others = rows.filter(([index]) => index > 0);
      expect(others).toHaveLength(12);
      expect(Math.max(...others.map((row) => row[4]))).toBeLessThanOrEqual(160);
      expect(metrics.busy).toBe(160);
    },
  );

  test("without a server they do: the task's deadlines are missed", () => {
    const { jobs: rows } = simulateSet(
      { id: "open", tasks: [task], jobs: jobs.map(([r, C]) => [r, C, r + 1]) },
      { horizon: 200 },
    );
    expect(rows.some(([index, , release, , finish]) => index === 0 && finish - release > 10)).toBe(true);
  });

  test.for(["deferrable", "polling", "cbs"] as const)("%s: in a period no more than the budget", (kind) => {
    // A budget serves twice in a row at most: at the end of its period, and at the beginning of the next.
    const { segments } = simulateSet(served(kind), { horizon: 200 });
    const pieces = segments.filter(([index]) => index > 0);
    for (const [, , start] of pieces) {
      const within = pieces.map(([, , from, to]) => Math.max(0, Math.min(to, start + 10) - Math.max(from, start)));
      expect(within.reduce((sum, time) => sum + time, 0)).toBeLessThanOrEqual(8);
    }
  });
});

const overload = (share: number): TaskSet => ({
  id: `u${share}`,
  tasks: [10, 20, 25, 40, 50].map((T) => ({
    C: Math.round((share * T) / 5),
    T,
    D: Math.max(T, Math.round((share * T) / 5)),
  })),
});

describe.for([1.5, 3])("overload of %d", (share) => {
  const set = overload(share);
  const on = (onMiss: NonNullable<SimulateOptions["onMiss"]>) =>
    simulateSet(set, { onMiss, horizon: 1000, policy: "edf" });
  const planned = set.tasks.reduce((sum, { T }) => sum + Math.ceil(1000 / T), 0);

  test("continue: every job ends, however late", () => {
    const { jobs, metrics } = on("continue");
    expect(jobs).toHaveLength(planned);
    expect(metrics).toMatchObject({ released: planned, cancelled: 0, skipped: 0 });
    expect(metrics.lastFinish).toBeGreaterThan(1000 * (share - 0.1));
  });

  test("cancel: nothing runs past its deadline", () => {
    const { jobs, metrics, segments, misses } = on("cancel");
    expect(jobs.length + metrics.cancelled).toBe(planned);
    expect(misses).toBe(metrics.cancelled);
    for (const [task, , release, , finish] of jobs)
      expect(finish).toBeLessThanOrEqual(release + (set.tasks[task]?.D ?? 0));
    for (const [task, k, , to] of segments) {
      const { T, D } = set.tasks[task] as { T: number; D: number };
      expect(to).toBeLessThanOrEqual(k * T + D);
    }
  });

  test("drop and skip-next: all planned jobs are accounted for, and fewer run", () => {
    for (const onMiss of ["drop", "skip-next"] as const) {
      const { jobs, metrics } = on(onMiss);
      expect(metrics.released + metrics.skipped).toBe(planned);
      expect(jobs.length + metrics.cancelled).toBe(metrics.released);
      expect(jobs.length).toBeLessThan(planned);
    }
  });
});

/** What is true of every schedule. */
function isSchedule({ tasks }: TaskSet, { jobs, segments, metrics }: SimulatedSet) {
  let before = 0;
  const executed = new Map<string, number>();
  for (const [task, k, from, to] of segments) {
    expect(from).toBeGreaterThanOrEqual(before);
    expect(to).toBeGreaterThan(from);
    before = to;
    executed.set(`${task}/${k}`, (executed.get(`${task}/${k}`) ?? 0) + to - from);
  }
  for (const [task, k, release, start, finish] of jobs) {
    const { C } = tasks[task] as { C: number };
    expect(executed.get(`${task}/${k}`) ?? 0).toBe(C);
    expect(start).toBeGreaterThanOrEqual(release);
    expect(finish).toBeGreaterThanOrEqual(start + C);
  }
  expect(metrics.busy).toBe([...executed.values()].reduce((sum, time) => sum + time, 0));
}

const anySet = fc
  .array(
    fc.record({
      C: fc.integer({ min: 1, max: 9 }),
      T: fc.constantFrom(10, 12, 15, 20, 30),
      O: fc.integer({ min: 0, max: 20 }),
      J: fc.integer({ min: 0, max: 9 }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((tasks): TaskSet => ({ id: "any", tasks: tasks.map((task) => ({ ...task, D: task.T })) }));

test("random sets under every policy and preemption: schedules, twice the same", () => {
  const policies = ["edf", "fp", "fifo", "rr", "llf"] as const;
  const kinds = ["full", "none", "cooperative", "sliced"] as const;
  fc.assert(
    fc.property(anySet, fc.constantFrom(...policies), fc.constantFrom(...kinds), (set, policy, preemption) => {
      const options = { policy, preemption, horizon: 120, slice: 2, round: 5 };
      const simulated = simulateSet(set, options);
      isSchedule(set, simulated);
      expect(simulateSet(set, options)).toEqual(simulated);
      const planned = set.tasks.reduce((sum, { T, O = 0 }) => sum + Math.ceil((120 - O) / T), 0);
      expect(simulated.jobs).toHaveLength(planned);
      // Nobody idles while there is work: with all of it done, the order does not matter for the time in use.
      expect(simulated.metrics.busy).toBe(simulated.jobs.reduce((sum, [task]) => sum + (set.tasks[task]?.C ?? 0), 0));
    }),
    { numRuns: 200 },
  );
});

test("under fixed priorities the most urgent task ends no earlier where slices end than at once", () => {
  fc.assert(
    fc.property(anySet, (set) => {
      const tasks = set.tasks.map(({ J: _, ...task }) => task);
      const [at, sliced] = (["full", "sliced"] as const).map((preemption) =>
        simulateSet({ ...set, tasks }, { policy: "fp", preemption, horizon: 120, slice: 3, round: 6 }),
      ) as [SimulatedSet, SimulatedSet];
      const first = tasks.reduce((best, { D }, i) => (D < (tasks[best] as { D: number }).D ? i : best), 0);
      const ends = ({ jobs }: SimulatedSet) => jobs.filter(([task]) => task === first).map((job) => job[4]);
      const [ideal, late] = [ends(at), ends(sliced)];
      late.forEach((finish, k) => {
        expect(finish).toBeGreaterThanOrEqual(ideal[k] as number);
      });
    }),
    { numRuns: 100 },
  );
});

test("dispatches and the event loop take what they are said to take", () => {
  const set: TaskSet = { id: "a", tasks: [{ C: 2500, T: 10_000, D: 10_000 }] };
  const ends = (costs: SimulateOptions) => simulateSet(set, { preemption: "sliced", ...costs }).jobs[0]?.[4] as number;
  const free = ends({});
  expect(free).toBe(2500);
  expect(ends({ dispatchCost: 100 })).toBeGreaterThanOrEqual(2600);
  expect(ends({ eventLoopCost: 300 })).toBeGreaterThanOrEqual(2800);
});

test("jitter: a release is up to J after the arrival, always J with max, and another with another seed", () => {
  const set: TaskSet = { id: "a", tasks: [{ C: 1, T: 100, D: 100, O: 5, J: 40 }] };
  const offsets = (options: SimulateOptions) =>
    simulateSet(set, { horizon: 5000, ...options }).jobs.map(([, k, release]) => release - 5 - 100 * k);
  const random = offsets({});
  expect(random).toHaveLength(50);
  expect(Math.min(...random)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...random)).toBeLessThanOrEqual(40);
  expect(new Set(random).size).toBeGreaterThan(15);
  expect(offsets({ seed: 1 })).toEqual(random);
  expect(offsets({ seed: 2 })).not.toEqual(random);
  expect(new Set(offsets({ jitter: "max" }))).toEqual(new Set([40]));
});

test("who is patient waits; with patience the long wait of the least urgent ends", () => {
  const starving: TaskSet = {
    id: "starving",
    tasks: [
      { C: 10, T: 10, D: 10 },
      { C: 1, T: 100, D: 100 },
    ],
  };
  const start = (options: SimulateOptions) =>
    simulateSet(starving, { policy: "fp", horizon: 300, slice: 5, ...options }).jobs.find(([task]) => task === 1)?.[3];
  expect(start({})).toBeGreaterThanOrEqual(300);
  expect(start({ patience: 50 })).toBeGreaterThanOrEqual(50);
  expect(start({ patience: 50 })).toBeLessThanOrEqual(65);
});

test("round robin shares, least laxity goes first", () => {
  const equal: TaskSet = { id: "rr", tasks: [1, 2].map(() => ({ C: 10, T: 100, D: 50 })) };
  const { segments } = simulateSet(equal, { policy: "rr", slice: 2, horizon: 100 });
  expect(segments.map(([task]) => task).join("")).toBe("0101010101");
  const lax: TaskSet = {
    id: "llf",
    tasks: [
      { C: 2, T: 100, D: 20 },
      { C: 20, T: 100, D: 25 },
    ],
  };
  expect(simulateSet(lax, { policy: "llf", horizon: 100 }).segments[0]?.[0]).toBe(1);
  expect(simulateSet(lax, { policy: "edf", horizon: 100 }).segments[0]?.[0]).toBe(0);
});

test("the horizon is a hyperperiod, two and the offset with offsets, and ten seconds at most", () => {
  const of = (...tasks: TaskSet["tasks"]): TaskSet => ({ id: "a", tasks });
  expect(defaultHorizon(of({ C: 1, T: 6, D: 6 }, { C: 1, T: 8, D: 8 }))).toBe(24);
  expect(defaultHorizon(of({ C: 1, T: 6, D: 6, O: 5 }, { C: 1, T: 8, D: 8 }))).toBe(53);
  expect(defaultHorizon(of({ C: 1, T: 9_999_991, D: 9 }, { C: 1, T: 2, D: 8 }))).toBe(10_000_000);
  // As many jobs as this once were too many arguments of one call.
  const jobs = Array.from({ length: 200_000 }, (_, i) => [i, 0, null] as const);
  expect(defaultHorizon({ id: "a", tasks: [], jobs })).toBe(200_000);
});

test("a chart of characters is as wide as the terminal, if that is as wide as a chart and says so", () => {
  const traces = tracesOf({ id: "a", tasks: [{ C: 2000, T: 10_000, D: 10_000 }] }, { horizon: 100_000 });
  const width = (columns?: number) =>
    Math.max(
      ...textChart(traces, {}, columns)
        .split("\n")
        .map((line) => line.length),
    );
  expect(width(60)).toBeLessThanOrEqual(60);
  expect([width(0), width(30)]).toEqual([width(), width(40)]);
  expect(width()).toBeLessThanOrEqual(100);
});

test("jobs by themselves are released within the horizon; by default it is as long as they come", () => {
  const set: TaskSet = {
    id: "a",
    tasks: [{ C: 2, T: 10, D: 10 }],
    jobs: [
      [24, 1, 40],
      [25, 1, 40],
    ],
  };
  expect(simulateSet(set, { horizon: 25 }).jobs.map(([task, k]) => [task, k])).toEqual([
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 0],
  ]);
  expect(defaultHorizon(set)).toBe(26);
  // The task is still there when they come.
  expect(simulateSet(set).segments).toEqual([
    [0, 0, 0, 2],
    [0, 1, 10, 12],
    [0, 2, 20, 22],
    [1, 0, 24, 25],
    [2, 0, 25, 26],
  ]);
});

describe("the command", () => {
  const sets = Array.from(
    { length: 25 },
    (_, i): TaskSet => ({
      id: i,
      tasks: [
        { C: 2 + (i % 3), T: 10, D: 10, J: 3 },
        { C: 5, T: 17 + i, D: 17 + i },
      ],
    }),
  );
  const text = writeTaskSets(sets);

  test("threads give what one thread gives, in the order of the file", async () => {
    const words = ["--json", "--horizon", "1ms", "--parallel"];
    const serial = await runCommand("simulate", [...words, "1"], text);
    const { code, out, err } = await runCli(["simulate", ...words, "2"], text);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toBe(serial.out);
    expect(jsonLines(out).map((line) => (line as SimulatedSet).id)).toEqual(sets.map(({ id }) => id));
  });

  test("--brief leaves out jobs and segments; the table has a line for each set", async () => {
    const { out } = await runCommand("simulate", ["--json", "--brief", "--set", "3"], text);
    expect(Object.keys(jsonLines(out)[0] as object)).toEqual(["id", "misses", "metrics"]);
    const { out: table } = await runCommand("simulate", ["--parallel", "1"], text);
    expect(table.trim().split("\n")).toHaveLength(26);
  });

  test("charts and traces are written, of one set", async () => {
    const at = temporaryFolder();
    const [svg, trace] = [join(at, "a.svg"), join(at, "a.json")];
    const words = ["--svg", svg, "--trace", trace, "--gantt", "--to", "50"];
    const { out } = await runCommand("simulate", [...words, "--set", "0"], text);
    expect(out).toMatch(/^task 0 .*^task 1 /ms);
    expect(readFileSync(svg, "utf8")).toMatch(/^<svg [^>]*>.*0: edf, full preemption.*<\/svg>\s*$/s);
    const { traceEvents } = JSON.parse(readFileSync(trace, "utf8"));
    expect(traceEvents.length).toBeGreaterThan(10);
    for (const { name, ph, pid } of traceEvents)
      expect([typeof name, typeof ph, typeof pid]).toEqual(["string", "string", "number"]);
    await expect(runCommand("simulate", words, text)).rejects.toThrow(/chart_of_many.*25/);
    const nowhere = join(at, "no", "a.svg");
    await expect(runCommand("simulate", ["--svg", nowhere, "--set", "0"], text)).rejects.toThrow(
      /file_not_written.*a\.svg/,
    );
  });

  test.for([
    ["--policy", "rm"],
    ["--preemption", "always"],
    ["--on-miss", "panic"],
    ["--horizon", "0"],
    ["--horizon", "1e3"],
    ["--horizon", "9".repeat(400)],
    ["--slice", "1.5.2"],
    ["--seed", "x"],
    ["--jitter", "min"],
  ])("%s %s is refused", async (words) => {
    await expect(runCommand("simulate", words, text)).rejects.toThrow(`option_value: ${words[0]} is`);
  });

  test("a file by its name, with the mark that some editors put before it", async () => {
    const file = join(temporaryFolder(), "sets.json");
    writeFileSync(file, `\uFEFF${text.replaceAll("\n", "\r\n")}`);
    const { code, out, err } = await runCli(["simulate", file, "--set", "0", "--json"]);
    expect([code, err]).toEqual([0, ""]);
    expect(jsonLines(out)).toHaveLength(1);
  });
});
