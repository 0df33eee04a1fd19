/** Several threads: in files, placed, bounded, simulated by a kernel each, and generated. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { analyzeSet } from "../../src/lab/analyze/analyze-set.ts";
import { explainTask } from "../../src/lab/analyze/explain.ts";
import { generateTaskSets } from "../../src/lab/generate/generate.ts";
import { simulateSet } from "../../src/lab/simulate/simulate.ts";
import { scheduleOf } from "../../src/lab/soundness/schedule.ts";
import { checkTaskSets, placementNames, type TaskSet } from "../../src/lab/task-set.ts";
import { threadsOf } from "../../src/lab/threads/threads-of.ts";
import { runCommand } from "./command-words.ts";

/** A page that lays out in a worker. */
const page: TaskSet = {
  id: "page",
  threads: ["main", "worker"],
  messages: { delay: [50, 300] },
  tasks: [
    { name: "input", C: 1000, T: 16_000, D: 16_000, thread: "main" },
    { name: "layout", C: 6000, T: 16_000, D: 16_000, thread: "worker" },
    { name: "paint", C: 2000, T: 16_000, D: 16_000, thread: "main" },
    { name: "other", C: 4000, T: 20_000, D: 20_000, thread: "worker" },
  ],
  chains: [{ name: "seen", tasks: ["input", "layout", "paint"], trigger: "event", D: 16_000 }],
};

const checked = (set: object) => checkTaskSets({ sets: [{ id: "s", ...set }] }, "x")[0] as TaskSet;

test("a chain through a worker, by hand: end, message, and what its thread has before it", () => {
  const { dm, edf, threads, chains, ll } = analyzeSet(page);
  // 1000, then 300 and 6000, then 300 and 2000 with another input of 1000.
  expect(dm.R).toEqual([1000, 7300, 10_600, 10_000]);
  expect(chains?.[0]).toMatchObject({ dm: { sched: true, R: 10_600 }, edf: { sched: true, R: edf.R?.[2] } });
  expect(chains?.[0]?.loop).toEqual({ sched: null, R: null });
  expect(threads).toMatchObject([
    { name: "main", tasks: [0, 2], dm: true, edf: true },
    { name: "worker", tasks: [1, 3], dm: true, edf: true },
  ]);
  expect(ll).toBeNull();
});

test("simulated, each thread has a kernel, and messages take as long as they may", () => {
  const { jobs, chains, metrics } = simulateSet(page, { policy: "fp", horizon: 16_000, jitter: "max" });
  expect(jobs.map(([task, k, release, start, finish]) => [task, k, release, start, finish])).toEqual([
    [0, 0, 0, 0, 1000],
    [1, 0, 1300, 1300, 7300],
    [2, 0, 7600, 7600, 9600],
    [3, 0, 0, 0, 10_000],
  ]);
  expect(chains).toEqual([{ name: "seen", trigger: "event", response: 9600 }]);
  expect(metrics).toMatchObject({ released: 4, preemptions: 1, busy: 13_000, lastFinish: 10_000 });
});

test("between two workers a message goes through the main thread, and takes twice as long", () => {
  const { threads: _, ...rest } = page;
  const workers: TaskSet = { ...rest, threads: 2, tasks: page.tasks.map((task, i) => ({ ...task, thread: i % 2 })) };
  expect(analyzeSet(workers).dm.R?.[1]).toBe(1000 + 600 + 6000);
  const own: TaskSet = { ...rest, threads: 2, tasks: page.tasks.map((task) => ({ ...task, thread: 0 })) };
  const { threads: __, messages: ___, ...single } = own;
  expect(analyzeSet(own).dm.R).toEqual(analyzeSet({ ...single, tasks: single.tasks }).dm.R);
});

test("what the main thread submits comes with a message; what a thread's own kernel releases does not", () => {
  const tasks = [
    { C: 2, T: 10, D: 10, thread: 0, submitted: true },
    { C: 3, T: 20, D: 20, thread: 0 },
  ];
  const set: TaskSet = { id: "s", threads: 1, messages: { delay: [1, 4] }, tasks };
  // The jitter of 3 beyond the least time of 1 brings no second job into 3 + 2.
  expect(analyzeSet(set).dm.R).toEqual([4 + 2, 3 + 2]);
  expect(analyzeSet(set).edf.R).toEqual([4 + 2, 3 + 2]);
  const { metrics } = simulateSet(set, { policy: "fp", horizon: 20, jitter: "max" });
  expect(metrics.maxResponse).toEqual([6, 3]);
  const onMain: TaskSet = { ...set, threads: ["main"] };
  expect(analyzeSet(onMain).dm.R).toEqual([2, 5]);
});

test("time-triggered chains: Davare's bound has each message, and no bound of one processor holds between threads", () => {
  const tasks = [
    { C: 1, T: 10, D: 10, thread: "main" },
    { C: 2, T: 15, D: 15, thread: "a" },
    { C: 3, T: 20, D: 20, thread: "b" },
  ];
  const set: TaskSet = {
    id: "s",
    threads: ["main", "a", "b"],
    messages: { delay: [1, 2] },
    tasks,
    chains: [{ tasks: [0, 1, 2], trigger: "time" }],
  };
  const chain = analyzeSet(set).chains?.[0];
  const messages = 2 + 2 * 2;
  expect(chain?.dm).toMatchObject({ davare: 10 + 1 + 15 + 2 + 20 + 3 + messages, age: 10 + 1 + 15 + 2 + 3 + messages });
  const single = analyzeSet({ id: "s", tasks: tasks.map(({ thread: _, ...task }) => task), chains: set.chains ?? [] });
  const reactionOf = (bound: object | undefined) => (bound as { reaction: number }).reaction;
  expect(reactionOf(single.chains?.[0]?.dm)).toBeLessThan(reactionOf(chain?.dm));
});

const anyTask = fc
  .record({ C: fc.integer({ min: 1, max: 4 }), T: fc.integer({ min: 6, max: 24 }), J: fc.nat(2), O: fc.nat(20) })
  .map(({ O, ...task }) => ({ ...task, D: task.T, O: O % task.T }));

test("with one thread, each test says what it says without", () => {
  fc.assert(
    fc.property(
      fc.array(anyTask, { minLength: 2, maxLength: 4 }),
      fc.constantFrom("event", "time", undefined),
      (given, trigger) => {
        const [first] = given as [TaskSet["tasks"][number]];
        const tasks = given.map((task, i) =>
          trigger === "event" && i === 1 ? { ...task, T: first.T, D: first.T, O: 0 } : task,
        );
        const set: TaskSet = { id: "s", tasks, ...(trigger && { chains: [{ tasks: [0, 1], trigger }] }) };
        const alone = analyzeSet(set, { also: ["opa", "breakdown", "kernel"] });
        const one = analyzeSet({ ...set, threads: 1 }, { also: ["opa", "breakdown", "kernel"] });
        const { chains, remarks: _, threads: __, ...rest } = one;
        const { chains: expected, remarks: ___, ...single } = alone;
        expect(rest).toEqual(single);
        expect(chains?.map(({ dm, edf }) => ({ dm, edf }))).toEqual(expected?.map(({ dm, edf }) => ({ dm, edf })));
        const [a, b] = [{ ...set, threads: 1 }, set].map((each) => simulateSet(each, { horizon: 60, policy: "fp" }));
        expect(a).toEqual(b);
      },
    ),
    { numRuns: 40 },
  );
});

test("without messages, each thread is a set by itself", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyTask, fc.nat(1)), { minLength: 2, maxLength: 5 }), (given) => {
      const tasks = given.map(([task, thread]) => ({ ...task, thread }));
      const set: TaskSet = { id: "s", threads: 2, tasks };
      const whole = analyzeSet(set);
      const simulated = simulateSet(set, { policy: "edf", horizon: 80 });
      for (const thread of [0, 1]) {
        const places = [...tasks.keys()].filter((i) => tasks[i]?.thread === thread);
        const own = places.map((i) => given[i]?.[0] as TaskSet["tasks"][number]);
        if (own.length === 0) continue;
        const part = analyzeSet({ id: "s", tasks: own });
        expect(whole.threads?.[thread]).toMatchObject({ dm: part.dm.sched, edf: part.edf.sched });
        expect(places.map((i) => whole.dm.R?.[i])).toEqual(part.dm.R);
        // Random jitter is drawn by the place in the set.
        if (own.some(({ J = 0 }) => J > 0)) continue;
        const alone = simulateSet({ id: "s", tasks: own }, { policy: "edf", horizon: 80 });
        expect(places.map((i) => simulated.metrics.maxResponse[i])).toEqual(alone.metrics.maxResponse);
      }
      expect(whole.dm.sched).toBe(whole.threads?.every(({ dm }) => dm));
    }),
    { numRuns: 40 },
  );
});

/** Tasks on up to three threads, the first two in a chain. */
const anySet = fc
  .record({
    tasks: fc.array(fc.tuple(anyTask, fc.nat(2), fc.boolean()), { minLength: 3, maxLength: 4 }),
    hasMain: fc.boolean(),
    least: fc.nat(2),
    more: fc.nat(3),
    trigger: fc.constantFrom("event", "time"),
  })
  .map(({ tasks: given, hasMain, least, more, trigger }): TaskSet => {
    const first = (given[0] as (typeof given)[number])[0];
    const tasks = given.map(([task, thread, submitted], i) => {
      const isReleased = trigger === "event" && i === 1;
      const timed = isReleased ? { ...task, T: first.T, D: first.T, O: 0 } : task;
      return { ...timed, thread, ...(!isReleased && submitted && { submitted }) };
    });
    const threads = hasMain ? ["main", "a", "b"] : 3;
    const chains = [{ tasks: [0, 1], trigger: trigger as "event" | "time" }];
    return checked({ threads, messages: { delay: [least, least + more] }, tasks, chains });
  });

test("no simulated time is above its bound, and the two simulators say the same under fixed priorities", () => {
  let [compared, nearest] = [0, 0];
  fc.assert(
    fc.property(anySet, fc.nat(1000), fc.constantFrom("max", "random"), (set, seed, jitter) => {
      const analysis = analyzeSet(set);
      for (const policy of ["fp", "edf"] as const) {
        const found = simulateSet(set, { policy, horizon: 120, seed, jitter });
        const R = analysis[policy === "fp" ? "dm" : "edf"].R ?? [];
        found.metrics.maxResponse.forEach((time, i) => {
          const limit = R[i] ?? null;
          if (time === null || limit === null) return;
          compared++;
          nearest = Math.max(nearest, time / limit);
          expect(time, `${policy}, task ${i}`).toBeLessThanOrEqual(limit);
        });
        const courses = set.tasks.map(({ C }) => () => [C]);
        const second = scheduleOf(set, policy, { seed, jitter }, 120, courses);
        if (policy === "fp") expect(second.maxResponse).toEqual(found.metrics.maxResponse);
      }
    }),
    { numRuns: 80 },
  );
  expect(compared).toBeGreaterThan(200);
  expect(nearest).toBe(1);
});

test("over all offsets of small sets, and all delays of the first messages, no response is above its bound", () => {
  const tiny = fc.record({ C: fc.integer({ min: 1, max: 2 }), T: fc.integer({ min: 4, max: 6 }) });
  let attained = 0;
  fc.assert(
    fc.property(fc.array(tiny, { minLength: 3, maxLength: 3 }), fc.constantFrom("fp", "edf"), (given, policy) => {
      const [first] = given as [(typeof given)[number]];
      const tasks = given.map((task, i) => ({
        ...task,
        T: i === 1 ? first.T : task.T,
        thread: i === 0 ? "main" : "a",
      }));
      const set = checked({
        ...{ threads: ["main", "a"], messages: { delay: [1, 2] }, tasks },
        chains: [{ tasks: [0, 1], trigger: "event" }],
      });
      const R = analyzeSet(set)[policy === "fp" ? "dm" : "edf"].R;
      if (R === null) return;
      for (let offset = 0; offset < (given[2]?.T ?? 0); offset++) {
        for (let seed = 0; seed < 12; seed++) {
          const shifted = { ...set, tasks: set.tasks.map((task, i) => (i === 2 ? { ...task, O: offset } : task)) };
          const courses = set.tasks.map(({ C }, i) => (k: number) => [(k + seed) % 3 === i ? 1 : C]);
          const seen = scheduleOf(shifted, policy, { seed, jitter: seed === 0 ? "max" : "random" }, 40, courses);
          seen.maxResponse.forEach((time, i) => {
            if (time === null || R[i] === null) return;
            expect(time).toBeLessThanOrEqual(R[i] as number);
            if (time === R[i]) attained++;
          });
        }
      }
    }),
    { numRuns: 25, seed: 3 },
  );
  expect(attained).toBeGreaterThan(100);
});

test("a placement keeps what shares a resource together, leaves the main thread alone, and keeps what is given", () => {
  const shared = fc.record({ resource: fc.constantFrom("a", "b", undefined), C: fc.integer({ min: 1, max: 6 }) });
  fc.assert(
    fc.property(
      fc.array(shared, { minLength: 2, maxLength: 7 }),
      fc.constantFrom(...placementNames),
      (given, placement) => {
        const tasks = given.map(({ resource, C }, i) => ({
          ...{ C, T: 20 + i, D: 20 + i },
          ...(resource !== undefined && { cs: { [resource]: 1 } }),
          ...(i === 0 && { thread: "two" }),
        }));
        const set = checked({ threads: ["main", "one", "two"], placement, tasks });
        const of = threadsOf(set)?.of as number[];
        expect(of[0]).toBe(2);
        expect(of).not.toContain(0);
        given.forEach(({ resource }, i) => {
          given.forEach((other, k) => {
            if (resource !== undefined && other.resource === resource) expect(of[i]).toBe(of[k]);
          });
        });
      },
    ),
  );
});

test("first-fit fills, worst-fit spreads, best-fit takes the fullest that admits; what fits nowhere is late somewhere", () => {
  const tasks = [5, 4, 3, 2].map((C) => ({ C, T: 10, D: 10 }));
  const of = (placement: string, threads: number) => threadsOf(checked({ threads, placement, tasks }))?.of;
  expect(of("first-fit", 2)).toEqual([0, 0, 1, 1]);
  expect(of("worst-fit", 2)).toEqual([0, 1, 1, 0]);
  expect(of("best-fit", 3)).toEqual([0, 0, 1, 1]);
  const { dm, threads } = analyzeSet(checked({ threads: 1, placement: "first-fit", tasks }));
  expect(dm.sched).toBe(false);
  expect(threads?.[0]?.tasks).toEqual([0, 1, 2, 3]);
});

const two = [
  { C: 1, T: 9 },
  { C: 1, T: 9, thread: 1 },
];
test.for([
  ["threads_missing", { tasks: [{ C: 1, T: 9, thread: 0 }] }, "task 0"],
  ["threads_missing", { messages: { delay: [1, 2] }, tasks: [{ C: 1, T: 9 }] }, "messages"],
  ["threads_not_valid", { threads: 0, tasks: two }, "threads is 0"],
  ["threads_not_valid", { threads: ["a", ""], tasks: two }, "threads"],
  ["thread_name_twice", { threads: ["a", "a"], tasks: two }, '"a"'],
  ["thread_missing", { threads: 2, tasks: two }, "task 0"],
  ["thread_unknown", { threads: ["a", "b"], tasks: [{ C: 1, T: 9, thread: "c" }] }, 'task 0: its thread is "c"'],
  ["placement_unknown", { threads: 2, placement: "next-fit", tasks: two }, "worst-fit"],
  ["placement_without_worker", { threads: ["main"], placement: "first-fit", tasks: [{ C: 1, T: 9 }] }, "main"],
  ["messages_not_valid", { threads: 2, placement: "first-fit", messages: { delay: 3 }, tasks: two }, "least"],
  ["messages_reversed", { threads: 1, messages: { delay: [3, 2] }, tasks: [{ C: 1, T: 9 }] }, "from 3 to 2"],
  ["time_not_valid", { threads: 1, messages: { delay: [-1, 2] }, tasks: [{ C: 1, T: 9 }] }, "least delay"],
  [
    "messages_missing",
    { threads: 2, placement: "first-fit", tasks: two, chains: [{ tasks: [0, 1], trigger: "time" }] },
    "chains",
  ],
  ["messages_missing", { threads: 1, tasks: [{ C: 1, T: 9, submitted: true }] }, "submitted"],
  ["submitted_not_boolean", { threads: 1, tasks: [{ C: 1, T: 9, submitted: 1 }] }, "submitted is 1"],
  ["threads_and_others", { threads: 1, tasks: [{ C: 1, T: 9, queue: "a" }] }, "queue"],
  ["threads_and_others", { threads: 1, jobs: [[1, 1, null]], tasks: [{ C: 1, T: 9 }] }, "jobs"],
  [
    "resource_of_threads",
    {
      threads: 2,
      tasks: [0, 1].map((thread) => ({ C: 2, T: 9, thread, cs: { r: 1 } })),
    },
    'task 0 is on "thread 0" and task 1 is on "thread 1"',
  ],
  [
    "submitted_released",
    {
      ...{
        threads: 1,
        messages: { delay: [1, 2] },
        tasks: [
          { C: 1, T: 9 },
          { C: 1, T: 9, submitted: true },
        ],
      },
      chains: [{ tasks: [0, 1], trigger: "event" }],
    },
    "task 1",
  ],
  [
    "submitted_suspension",
    {
      threads: 1,
      messages: { delay: [1, 2] },
      tasks: [
        { C: 2, T: 9, S: 1 },
        { C: 1, T: 9, submitted: true },
      ],
    },
    "suspend",
  ],
] as const)("%s: %j", ([code, set, words]) => {
  expect(() => checked(set)).toThrow(code);
  expect(() => checked(set)).toThrow(words);
});

test("generated sets have a thread for each task; the same tasks as without threads", () => {
  const options = {
    utilisation: [1.4],
    sets: 10,
    tasks: { least: 6, most: 6 },
    utilisations: { kind: "randfixedsum" },
  } as const;
  const plain = generateTaskSets(options);
  const placed = generateTaskSets({ ...options, threads: { threads: 2, placement: "worst-fit", delay: [50, 300] } });
  expect(placed.map(({ tasks }) => tasks.map(({ thread: _, ...task }) => task))).toEqual(
    plain.map(({ tasks }) => tasks),
  );
  expect(checkTaskSets({ sets: placed }, "x")).toEqual(placed);
  for (const set of placed) {
    const { threads = [] } = analyzeSet(set);
    expect(Math.abs((threads[0]?.utilisation ?? 0) - (threads[1]?.utilisation ?? 0))).toBeLessThan(0.8);
  }
  const chains = { count: 1, length: { least: 2, most: 2 }, trigger: "event" } as const;
  expect(() => generateTaskSets({ ...options, chains, threads: { threads: 2, placement: "worst-fit" } })).toThrow(
    "messages_missing",
  );
});

test("a thread with too much work has no bounds, and the other threads have theirs", () => {
  const tasks = [
    { C: 6, T: 10, D: 10, thread: 0, submitted: true },
    { C: 6, T: 10, D: 10, thread: 0 },
    { C: 2, T: 10, D: 10, thread: 1, submitted: true },
  ];
  const set: TaskSet = { id: "s", threads: 2, messages: { delay: [1, 2] }, tasks };
  const { dm, edf, threads } = analyzeSet(set);
  expect(dm).toMatchObject({ sched: false, R: [8, null, 4] });
  expect(edf).toMatchObject({ sched: false, R: [null, null, 4] });
  expect(threads).toMatchObject([
    { dm: false, edf: false },
    { dm: true, edf: true },
  ]);
  expect(explainTask(set, 1)).toMatch(/place 2 of 2 there: no bound\.\n\nEDF: no bound\./);
  expect(explainTask({ ...set, tasks: tasks.map((task) => ({ ...task, B: 1 })) }, 2)).toContain("EDF: no exact test");
});

test("through the commands: tables, an explanation, and a chart by thread", async () => {
  const text = JSON.stringify({ sets: [page] });
  const { out } = await runCommand("analyze", [], text);
  expect(out).toMatch(/\nset +thread +tasks +U +RM +DM +EDF +FIFO\npage +main +2 +0\.188 +yes/);
  expect(explainTask(page, 2)).toContain(`On "main" beside task 0; utilisation 0.1875 there.

Deadline- and rate-monotonic priorities, place 2 of 2 there: R = 10600 µs, meets its deadline with 5400 µs to spare.
  term                    jobs     µs
  task 1 on "worker"             7300
  message                         300
  its own execution   1 x 2000   2000
  task 0              1 x 1000   1000
  R                             10600`);
  const chart = await runCommand("simulate", ["--policy", "fp", "--gantt", "--to", "34ms"], text);
  expect(chart.out).toMatch(/^main\nms[\s\S]*input[\s\S]*\nworker\nms[\s\S]*layout/);
  const generated = await runCommand("generate", [
    ...["--threads", "main,worker", "--placement", "best-fit", "--messages", "50us:300us", "--tasks", "3"],
    ...["--utilisation", "0.5"],
  ]);
  expect(JSON.parse(generated.out).sets[0]).toMatchObject({
    threads: ["main", "worker"],
    messages: { delay: [50, 300] },
  });
  await expect(runCommand("generate", ["--utilisation", "0.5", "--messages", "1ms"])).rejects.toThrow(
    "threads_missing",
  );
  await expect(runCommand("explore", [], text)).rejects.toThrow("threads_not_explored");
  expect((await runCommand("export", ["csv"], text)).err).toContain("messages, thread, threads");
});
