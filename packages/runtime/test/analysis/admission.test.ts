/** What the admission test answers, and why. */
import { Scheduler } from "@preempt/runtime";
import { exactAdmission, type SystemModel, type TaskModel } from "@preempt/runtime/analysis";
import { VirtualHost } from "@preempt/runtime/testing";
import { describe, expect, test } from "vitest";
import { execute, type Surroundings } from "./execution.ts";

const ideal: SystemModel = { policy: "fp", slice: 1, releaseLatency: 0, switchCost: 0 };
const task = (name: string, wcet: number, period: number, more: Partial<TaskModel> = {}): TaskModel => ({
  name,
  wcet,
  period,
  deadline: period,
  priority: 0,
  ...more,
});

function reasonOf(tasks: readonly TaskModel[], system: Partial<SystemModel> = {}): string {
  const answer = exactAdmission(tasks, { ...ideal, ...system });
  return answer.admitted ? "admitted" : answer.reason;
}

test("nothing to admit is admitted", () => {
  for (const policy of ["fp", "edf", "fifo"])
    expect(exactAdmission([], { ...ideal, policy })).toEqual({ admitted: true, responseTimes: [] });
});

test("fixed priorities: response times in milliseconds, a slice of blocking included", () => {
  const tasks = [task("fast", 1, 4, { priority: 3 }), task("middle", 2, 8, { priority: 2 }), task("slow", 4, 20)];
  expect(exactAdmission(tasks, { ...ideal, slice: 0.5 })).toEqual({
    admitted: true,
    responseTimes: [
      1.5, // 0.5 of blocking, 1 of its own
      3.5,
      8, // nobody below: 4 of its own, 2 times 1 and 2 before it
    ],
  });
});

test("EDF: response times from deadline busy periods, a slice of blocking and the event loop included", () => {
  const tasks = [task("fast", 1, 4), task("middle", 2, 8), task("slow", 4, 20)];
  const edf = { ...ideal, policy: "edf", slice: 0.5 };
  expect(exactAdmission(tasks, edf)).toEqual({
    admitted: true,
    responseTimes: [
      1.5, // due before the others: its own and a slice of theirs
      3.5, // due with the second of fast, and after the first, and a slice of slow
      8, // due after whatever the others release within 8
    ],
  });
  const loop = { ...edf, eventLoop: { round: 4, time: 0.25 } };
  expect(exactAdmission(tasks.slice(0, 1), loop)).toEqual({ admitted: true, responseTimes: [1.25] });
});

test("EDF: what has no deadline responds as if it were least urgent of all; where nothing bounds it, it is admitted still", () => {
  const background = { deadline: Number.POSITIVE_INFINITY };
  const tasks = [task("fast", 1, 4), task("index", 4, 20, background), task("tidy", 1, 30, background)];
  expect(exactAdmission(tasks, { ...ideal, policy: "edf" })).toEqual({ admitted: true, responseTimes: [2, 7, 7] });
  const flood = exactAdmission([...tasks, task("flood", 9, 10, background)], { ...ideal, policy: "edf" });
  expect(flood).toEqual({ admitted: true, responseTimes: [2, undefined, undefined, undefined] });
});

test("EDF: bounds that would take too long are left out, and the verdict stands", () => {
  // A busy period of almost a second with a deadline in each microsecond of it.
  const tasks = [task("fast", 0.0003, 0.001), task("slow", 600, 1000)];
  const answer = exactAdmission(tasks, { ...ideal, policy: "edf", slice: 1e-6 });
  expect(answer).toEqual({ admitted: true, responseTimes: [undefined, undefined] });
});

describe("a refusal says which task, by which test, and the numbers", () => {
  test("fixed priorities", () => {
    const tasks = [task("input", 4.1, 20, { priority: 2 }), task("audio", 2.1, 20, { priority: 1, deadline: 5 })];
    expect(exactAdmission([...tasks, task("index", 3, 100)], ideal)).toEqual({
      admitted: false,
      task: "audio",
      reason:
        '"audio" can take 7.2 ms to respond, but its deadline is 5 ms (response-time analysis with slices of 1 ms: ' +
        "2.1 ms of its own, 4.1 ms of tasks as urgent or more and 1 ms of blocking).",
    });
  });

  test("a later job of a busy period is the late one", () => {
    const tasks = [task("first", 26, 70, { priority: 1 }), task("second", 62, 100, { deadline: 117 })];
    expect(reasonOf(tasks)).toBe(
      '"second" can take 118 ms to respond, but its deadline is 117 ms (response-time analysis with slices of 1 ms: ' +
        "310 ms of 5 jobs of its own and 208 ms of tasks as urgent or more, less the 400 ms between the first arrival " +
        "of these jobs and the last).",
    );
  });

  test("more than the processor", () => {
    const tasks = [task("a", 6, 10, { priority: 1 }), task("b", 6, 10)];
    expect(reasonOf(tasks)).toBe(
      'Nothing bounds the response of "b": with what is at least as urgent it needs 120 % of the processor ' +
        "(response-time analysis with slices of 1 ms).",
    );
    expect(reasonOf(tasks, { policy: "edf" })).toBe(
      "The tasks need 120 % of the processor (processor demand of EDF with slices of 1 ms).",
    );
    expect(reasonOf(tasks, { policy: "fifo" })).toBe(
      'Nothing bounds the response of "a": the tasks need 120 % of the processor (first come, first served).',
    );
  });

  test("shares are rounded up exactly: a little above the processor looks it, and what is even stays so", () => {
    const needed = (...tasks: TaskModel[]) => reasonOf(tasks, { policy: "edf" }).match(/need (.*?) of/)?.[1];
    expect(needed(task("a", 10, 10), task("b", 1e-6, 4e9))).toBe("100.01 %");
    expect(needed(task("a", 111, 100, { deadline: 200 }))).toBe("111 %");
  });

  test("EDF, with the event loop in it", () => {
    const tasks = [task("frame", 5, 16, { deadline: 8 }), task("parse", 50, 200)];
    const system = { policy: "edf", eventLoop: { round: 5, time: 1.5 } };
    expect(reasonOf(tasks, system)).toBe(
      '"frame" can miss its deadline of 8 ms: within 8 ms up to 9 ms have to be done (processor demand of EDF with ' +
        "slices of 1 ms: 5 ms of jobs, 3 ms of the event loop and 1 ms of blocking).",
    );
  });

  test("EDF with jitter that uses a deadline up", () => {
    expect(reasonOf([task("a", 1, 10, { jitter: 3, deadline: 2 })], { policy: "edf", releaseLatency: 1 })).toBe(
      '"a" can be released 4 ms after its arrival, but its deadline is 2 ms (processor demand of EDF with slices of 1 ms).',
    );
  });

  test("first come, first served", () => {
    const tasks = [task("bulk", 30, 100), task("key", 1, 50, { deadline: 10 })];
    expect(reasonOf(tasks, { policy: "fifo", releaseLatency: 2 })).toBe(
      '"key" can take 33 ms to respond, but its deadline is 10 ms (first come, first served: 31 ms of jobs that came ' +
        "or were noticed before it, its own included and 2 ms until the release is noticed).",
    );
  });

  test("a question that takes too long to decide", () => {
    // The whole processor, and a hyperperiod of 3 · 10^12 ns.
    const primes = [9973, 9967, 9949].map((p, i) =>
      task(`t${i}`, p / 1e6, (3 * p) / 1e6, { priority: i, deadline: 1 }),
    );
    expect(reasonOf(primes)).toBe(
      "Whether the tasks keep their deadlines was not decided: they need 100 % of the processor, and so near to 100 % " +
        "it takes too many steps to find out.",
    );
  });

  test("the whole processor with blocking on top: the responses have a bound all the same", () => {
    const tasks = [task("a", 5, 10, { priority: 1 }), task("b", 5, 10), task("c", 1, 10, { priority: -1 })];
    expect(reasonOf(tasks)).toBe(
      '"b" can take 16 ms to respond, but its deadline is 10 ms (response-time analysis with slices of 1 ms: 5 ms of ' +
        "its own, 10 ms of tasks as urgent or more and 1 ms of blocking).",
    );
  });

  test("the whole processor with jitter and a hyperperiod that no clock counts", () => {
    const tasks = [9_999_991, 9_999_973, 9_999_971].map((p, i) =>
      task(`t${i}`, p / 1e6, (3 * p) / 1e6, { jitter: 1 - i }),
    );
    expect(reasonOf(tasks.map((task) => ({ ...task, jitter: 1 })))).toBe(
      "Whether the tasks keep their deadlines was not decided: they need 100 % of the processor, and so near to 100 % " +
        "its times get too long to find out.",
    );
  });
});

describe("what the kernel costs counts", () => {
  const tasks = [task("a", 3, 10, { priority: 1, deadline: 6 }), task("b", 4, 20)];
  const responses = (system: Partial<SystemModel>, all = tasks) => {
    const answer = exactAdmission(all, { ...ideal, ...system });
    return answer.admitted ? answer.responseTimes : answer.reason;
  };

  test("a dispatch for each slice, and two for each job", () => {
    // a: 2 full slices of 0.9 ms of progress before the last; b: 3 before its fourth … and one slice of blocking
    expect(responses({ switchCost: 0.1 })).toEqual([1 + 3 + 0.5, 3.5 + 4 + 0.6]);
  });

  test("a slice of blocking is no longer than the job that runs it", () => {
    expect(responses({ slice: 100 }, [tasks[0] as TaskModel, task("b", 0.25, 20)])).toEqual([3.25, 3.25]);
  });

  test("late notice is jitter", () => {
    expect(responses({ releaseLatency: 0.5 })).toEqual([4.5, 7.5]);
  });

  test("NPCS sections block everybody above; a section on another's resource nobody, under a ceiling", () => {
    const holder = task("b", 4, 20, { sections: { log: 1.5 } });
    expect(responses({}, [tasks[0] as TaskModel, holder])).toEqual([5.5, 7]);
    for (const protocol of ["pip", "pcp", "icpp", "srp"])
      expect(responses({ protocols: { log: protocol } }, [tasks[0] as TaskModel, holder])).toEqual([4, 7]);
    const user = { ...(tasks[0] as TaskModel), sections: { log: 0.1 } };
    expect(responses({ protocols: { log: "srp" } }, [user, holder])).toEqual([5.5, 7]);
  });

  test("a section lasts until the preemption point after its end: an overrun more", () => {
    const holder = task("b", 4, 20, { sections: { log: 1.5 } });
    const system = { slice: 1.125, overrun: 0.125 };
    expect(responses(system, [tasks[0] as TaskModel, holder])).toEqual([3 + 1.125 + 1.625, 7]);
  });

  test("EDF: sections of what is due later block on top of a slice", () => {
    const holder = task("b", 4, 20, { sections: { log: 1.5 } });
    expect(responses({ policy: "edf" }, [tasks[0] as TaskModel, holder])).toEqual([5.5, 7]);
    const tight = { ...(tasks[0] as TaskModel), deadline: 5.4 };
    expect(reasonOf([tight, holder], { policy: "edf" })).toBe(
      '"a" can miss its deadline of 5.4 ms: within 5.4 ms up to 5.5 ms have to be done (processor demand of EDF with slices ' +
        "of 1 ms: 3 ms of jobs and 2.5 ms of blocking).",
    );
  });

  test("who waits for a section is sent away and comes back, which the holder pays for, too", () => {
    const pair = [
      task("a", 3, 20, { priority: 1, sections: { log: 0.1, own: 0.1 } }),
      task("b", 4, 20, { sections: { log: 1.5 } }),
    ];
    const under = (protocol: string) => responses({ switchCost: 0.1, slice: 100, protocols: { log: protocol } }, pair);
    // a: b's whole job as a slice, and its section, each with its dispatches
    expect(under("srp")).toEqual([9, 7.4]); // 3.2 + 4.2 + 1.6, 3.2 + 4.2
    // … and two dispatches more of each
    for (const protocol of ["pip", "pcp"]) expect(under(protocol)).toEqual([9.4, 7.8]); // 3.4 + 4.4 + 1.6, 3.4 + 4.4
    // What nobody else uses nobody waits for, unless ceilings say so.
    const alone = [{ ...(pair[0] as TaskModel), sections: {} }, pair[1] as TaskModel];
    const underAlone = (protocol: string) =>
      responses({ switchCost: 0.1, slice: 100, protocols: { log: protocol } }, alone);
    expect(underAlone("pip")).toEqual([7.4, 7.4]);
    expect(underAlone("pcp")).toEqual([7.6, 7.6]);
  });

  test("a task without a deadline is never the reason, but blocks by its slices", () => {
    const background = task("background", 50, 100, { deadline: Number.POSITIVE_INFINITY, priority: -1 });
    const urgent = task("urgent", 9, 10, { deadline: 10 });
    for (const policy of ["fp", "edf"]) {
      expect(reasonOf([urgent, background], { policy })).toBe("admitted");
      expect(reasonOf([urgent, background], { policy, slice: 1.001 })).toContain('"urgent"');
    }
  });

  test("decimal fractions of a millisecond count as what they say: U = 1 is admitted under EDF", () => {
    const tenths = [task("a", 0.1, 0.3), task("b", 0.1, 0.3), task("c", 0.1, 0.3)];
    expect(reasonOf(tenths, { policy: "edf", slice: 0.1 })).toBe("admitted");
    expect(reasonOf([...tenths, task("d", 0.000001, 1000)], { policy: "edf", slice: 0.1 })).toContain("100.01 %");
  });
});

describe("bad input is refused at the door", () => {
  test.for([
    ["wcet_not_positive", [task("a", 0, 10)], {}],
    ["period_not_positive", [task("a", 1, -1, { deadline: 1 })], {}],
    ["jitter_negative", [task("a", 1, 10, { jitter: Number.NaN })], {}],
    ["section_negative", [task("a", 1, 10, { sections: { log: -1 } })], {}],
    ["priority_not_finite", [task("a", 1, 10, { priority: Number.NaN })], {}],
    ["time_too_short", [task("a", 1, 1e-9)], {}],
    ["slice_too_short", [task("a", 1, 10)], { slice: 0.1, switchCost: 0.2 }],
    ["protocol_unknown", [task("a", 1, 10, { sections: { log: 1 } })], { protocols: { log: "hope" } }],
    ["admission_policy", [task("a", 1, 10)], { policy: "random" }],
  ] as const)("%s", ([code, tasks, system]) => {
    expect(() => exactAdmission(tasks, { ...ideal, ...system })).toThrow(`${code}: `);
  });

  test.for([
    ['the wcet of "a" is Infinity ms', { wcet: Number.POSITIVE_INFINITY }, {}],
    ['the wcet of "a" is 10000000000 ms', { wcet: 1e10 }, {}],
    ['the wcet of "a" with its dispatches is 8000000001 ms', {}, { switchCost: 4e9, slice: 5e9 }],
    ['the jitter of "a" with the release latency is 5000000000 ms', { jitter: 2e9 }, { releaseLatency: 3e9 }],
    ['the section on "log" of "a" is 5000000000 ms', { sections: { log: 5e9 } }, {}],
    ["the event loop's time is 5000000000 ms", {}, { eventLoop: { round: 1, time: 5e9 } }],
  ] as const)("a time that is too long to calculate with: %s", ([message, more, system]) => {
    for (const policy of ["fp", "edf", "fifo"]) {
      expect(() => exactAdmission([task("a", 1, 10, more)], { ...ideal, ...system, policy })).toThrow(
        `time_too_long: ${message}. Give a shorter one`,
      );
    }
  });

  test("a resource may have any name", () => {
    const names = ["constructor", "__proto__", "toString"];
    const sections = Object.fromEntries(names.map((name) => [name, 1]));
    expect(reasonOf([task("a", 1, 10, { sections })], { protocols: {} })).toBe("admitted");
    const pcp = Object.fromEntries(names.map((name) => [name, "pcp"]));
    expect(reasonOf([task("a", 1, 10, { sections })], { policy: "edf", protocols: pcp })).toContain("fixed priorities");
  });

  test("ceilings by priority are refused under EDF", () => {
    const tasks = [task("a", 1, 10, { sections: { log: 1 } })];
    expect(reasonOf(tasks, { policy: "edf", protocols: { log: "pcp" } })).toBe(
      'The protocol "pcp" of "log" needs fixed priorities: its ceiling is one, which no deadline of EDF compares with. ' +
        'Use "srp", which blocks as shortly, or "npcs".',
    );
  });
});

describe("what is refused for one cause is really late", () => {
  const kernel: Surroundings = {
    policy: "edf",
    slice: 5,
    step: 1,
    dispatch: 0,
    round: 1000,
    eventLoop: 0,
    protocol: "npcs",
  };
  const isLate = (tasks: readonly TaskModel[], at: readonly number[], surroundings: Partial<Surroundings> = {}) => {
    const arrivals = tasks.flatMap(({ period }, index) =>
      Array.from({ length: 20 }, (_, k) => ({ task: index, at: (at[index] ?? 0) + k * period, jitter: 0 })),
    );
    return execute(tasks, { arrivals }, { ...kernel, ...surroundings }).some(({ missed }) => missed);
  };
  const verdict = (tasks: readonly TaskModel[], system: Partial<SystemModel>) =>
    exactAdmission(tasks, { ...ideal, policy: "edf", slice: 5, ...system }).admitted;

  test.for(["edf", "fp", "fifo"] as const)("utilisation above 1, under %s", (policy) => {
    const tasks = [task("a", 8, 10, { deadline: 20 }), task("b", 9, 20, { deadline: 40 })];
    expect(verdict(tasks, { policy })).toBe(false);
    expect(isLate(tasks, [0, 0], { policy })).toBe(true);
  });

  test("a slice of blocking", () => {
    const tasks = [task("urgent", 4, 40, { deadline: 8 }), task("bulky", 20, 100)];
    expect(verdict(tasks, { slice: 5 })).toBe(false);
    expect(isLate(tasks, [0.5, 0])).toBe(true);
    expect(verdict(tasks, { slice: 4 })).toBe(true);
    expect(isLate(tasks, [0.5, 0], { slice: 4 })).toBe(false);
  });

  test.for(["edf", "fp"] as const)("a section on top of the slice in which it began, under %s", (policy) => {
    const bulky = task("bulky", 30, 200, { sections: { log: 6 }, deadline: 200 });
    const pair = (deadline: number) => [task("urgent", 4, 40, { deadline, priority: 1 }), bulky];
    // Released at the beginning of a slice, before whose end the section begins; it is over at 10, and noticed at 11.
    const sectionAt = 4 / 24;
    const arrivals = [
      { task: 0, at: 0.5, jitter: 0 },
      { task: 1, at: 0, jitter: 0 },
    ];
    const run = (deadline: number) => execute(pair(deadline), { arrivals, sectionAt }, { ...kernel, policy });
    expect(run(14).filter(({ task: of }) => of === 0)).toEqual([{ task: 0, at: 0.5, response: 14.5, missed: true }]);
    expect(verdict(pair(14), { policy, overrun: 1 })).toBe(false);
    expect(verdict(pair(16), { policy, overrun: 1 })).toBe(true);
  });

  test("the cost of dispatches, though nobody is preempted", () => {
    const tasks = [task("alone", 17, 20)];
    expect(verdict(tasks, { switchCost: 1 })).toBe(false); // 17 ms at 4 a slice: 5 dispatches
    expect(isLate(tasks, [0], { dispatch: 1 })).toBe(true);
    expect(verdict([task("alone", 15, 20)], { switchCost: 1 })).toBe(true);
    expect(isLate([task("alone", 15, 20)], [0], { dispatch: 1 })).toBe(false);
  });

  test("the event loop's share", () => {
    const tasks = [task("alone", 16, 20)];
    expect(verdict(tasks, { eventLoop: { round: 5, time: 2 } })).toBe(false);
    expect(isLate(tasks, [0], { round: 5, eventLoop: 2 })).toBe(true);
    expect(verdict(tasks, {})).toBe(true);
  });
});

test("the answer's response time is attained: the blocking slice begins just before the release", () => {
  const host = new VirtualHost();
  const rt = new Scheduler({ host, policy: "fp", slice: 1, round: 1000 });
  const work = (ms: number) =>
    function* () {
      for (let done = 0; done < ms; done += 0.25) {
        if (done > 0) yield;
        host.advance(0.25);
      }
    };
  rt.submit(work(4), { priority: 0 });
  const urgent = rt.submit(work(2), { priority: 1, delay: 0.25 });
  host.run();
  expect(urgent.responseTime).toBe(2.75); // 3 is the limit, as the release moves towards the slice's beginning
  const answer = exactAdmission([task("urgent", 2, 10, { priority: 1 }), task("bulky", 4, 100)], ideal);
  expect(answer).toMatchObject({ responseTimes: [3, 6] });
});

test("a task without a deadline is not the reason either where its response takes too long to find", () => {
  // The whole processor, and a hyperperiod of 3 · 10^12 ns.
  const flood = [9973, 9967, 9949].map((p, i) =>
    task(`t${i}`, p / 1e6, (3 * p) / 1e6, { priority: -i - 1, deadline: Number.POSITIVE_INFINITY }),
  );
  const tasks = [task("due", 1, 1e6), ...flood];
  const answer = exactAdmission(tasks, { ...ideal, policy: "fp" });
  expect(answer).toMatchObject({ admitted: true });
  expect(answer.admitted && answer.responseTimes[0]).toBe(1.009973); // a whole job of t0 is shorter than a slice
  expect(exactAdmission(flood, { ...ideal, policy: "fifo" })).toEqual({
    admitted: true,
    responseTimes: [undefined, undefined, undefined],
  });
});

test("with ideal preemption a release waits for a region, which may be 0, and dispatches follow slices still", () => {
  const tasks = [task("a", 3, 10, { priority: 1 }), task("b", 4, 20)];
  const system = { ...ideal, slice: 1, switchCost: 0.1 };
  expect(exactAdmission(tasks, { ...system, region: 0 })).toEqual({
    admitted: true,
    // 3 ms at 0.9 a slice: 5 dispatches; 4 ms: 6.
    responseTimes: [3.5, 8.1],
  });
  expect(exactAdmission(tasks, { ...system, region: 0.25 })).toEqual({ admitted: true, responseTimes: [3.75, 8.1] });
  expect(reasonOf([task("a", 3, 10, { deadline: 3 })], { ...system, policy: "edf", region: 0 })).toContain(
    "(processor demand of EDF with jobs preempted at once: ",
  );
});
