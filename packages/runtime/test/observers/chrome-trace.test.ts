import type { Task } from "@preempt/runtime";
import { type ChromeTrace, chromeTrace, TraceBuffer } from "@preempt/runtime/observers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { world } from "../kit/world.ts";
import { jobLike } from "./made.ts";

/** What viewers ask of a file, whatever it shows. */
function problems(trace: ChromeTrace): string[] {
  const found: string[] = [];
  const named = new Set<number>();
  const open = new Map<string, string[]>();
  const busyUntil = new Map<number, number>();
  let last = 0;
  for (const event of JSON.parse(JSON.stringify(trace.traceEvents)) as ChromeTrace["traceEvents"]) {
    const say = (what: string) => found.push(`${what}: ${JSON.stringify(event)}`);
    if (typeof event.name !== "string" || event.name === "") say("no name");
    for (const key of ["ts", "pid", "tid"] as const) {
      if (!(Number.isFinite(event[key]) && event[key] >= 0)) say(`${key} is no number of 0 or above`);
    }
    if (event.ph === "M") {
      if (event.name === "thread_name") named.add(event.tid);
      continue;
    }
    if (event.ts === 0) say("at 0, which DevTools takes for no time");
    if (!named.has(event.tid)) say("on a thread without a name");
    if (event.ts < last) say("earlier than the event before");
    last = event.ts;
    if (event.ph === "X") {
      if (!(Number.isFinite(event.dur) && event.dur >= 0)) say("dur is no number of 0 or above");
      if (event.ts < (busyUntil.get(event.tid) ?? 0)) say("overlaps");
      busyUntil.set(event.tid, event.ts + event.dur);
      if (!Number.isInteger(event.ts * 1000)) say("changes where it is rounded to nanoseconds");
    } else if (event.ph === "b" || event.ph === "e") {
      const stack = open.get(`${event.cat} ${event.id}`) ?? [];
      open.set(`${event.cat} ${event.id}`, stack);
      if (event.ph === "b") stack.push(event.name);
      else if (stack.pop() !== event.name) say("ends what is not the innermost");
    } else if (event.ph === "I") {
      if (event.s !== "t") say("has another scope");
    } else say("has another phase");
  }
  for (const [id, stack] of open) if (stack.length > 0) found.push(`${id} does not end`);
  return found;
}

/** One line for each event, times in microseconds. */
function lines({ traceEvents }: ChromeTrace): string[] {
  return traceEvents.map((event) => {
    const { ph, ts, tid, name, args } = event;
    const extra = ph === "X" ? `+${event.dur} ` : ph === "b" || ph === "e" ? `#${event.id} ` : "";
    return `${ph} ${ts} ${extra}@${tid} ${name} ${JSON.stringify(args)}`;
  });
}

test("a schedule, to the letter", () => {
  const buffer = new TraceBuffer();
  const { rt, host, work } = world({ slice: 2, round: 4, observer: buffer });
  host.run(100); // the scheduler's clock does not start with the trace
  rt.submit(work(1), { name: "short", deadline: 5 });
  rt.submit(work(5), { name: "long", deadline: 5.5 });
  host.run(200);
  const trace = chromeTrace(buffer, { process: "Test" });
  expect(trace.displayTimeUnit).toBe("ms");
  expect(problems(trace)).toEqual([]);
  const short = '{"job":"T0J0","release":100,"deadline":105}';
  const long = '{"job":"T0J1","release":100,"deadline":105.5}';
  expect(lines(trace)).toEqual([
    'M 0 @1 process_name {"name":"Test"}',
    'M 0 @1 process_sort_index {"sort_index":0}',
    'M 0 @1 thread_name {"name":"Rounds"}',
    'M 0 @1 thread_sort_index {"sort_index":1}',
    'M 0 @2 thread_name {"name":"short"}',
    'M 0 @2 thread_sort_index {"sort_index":2}',
    'M 0 @3 thread_name {"name":"long"}',
    'M 0 @3 thread_sort_index {"sort_index":3}',
    "X 1 +4000 @1 round {}",
    `X 1 +1000 @2 short ${short}`,
    `b 1 #T0J0 @2 short ${short}`,
    `b 1 #T0J1 @3 long ${long}`,
    `I 1 @2 release ${short}`,
    `I 1 @3 release ${long}`,
    'e 1001 #T0J0 @2 short {"outcome":"done"}',
    `X 1001 +2000 @3 long ${long}`, // a slice of 2 ms
    `X 3001 +1000 @3 long ${long}`, // the round is over
    "X 4001 +2000 @1 round {}",
    `X 4001 +2000 @3 long ${long}`,
    `I 5501 @3 deadline missed ${long}`, // noticed half a millisecond later
    'e 6001 #T0J1 @3 long {"outcome":"done"}',
  ]);
});

test("waits nest in the job that waits, and what ends untold ends with the trace", () => {
  const buffer = new TraceBuffer();
  const waits = jobLike({ id: "T0J1", name: "waits", release: 1 });
  const other = jobLike({ id: "T1J0", name: "T1J0", release: 2, deadline: 4 });
  buffer.jobReleased(waits, 1.5); // seen half a millisecond late
  buffer.jobDispatched(waits, 2);
  buffer.jobBlocked(waits, 3, "promise");
  buffer.jobReleased(other, 3);
  buffer.jobDispatched(other, 3);
  buffer.sliceOverrun(other, 5);
  buffer.deadlineMissed(other, 8);
  buffer.releaseSkipped({ name: "T1" } as unknown as Task, 8);
  buffer.jobBlocked(other, 8, "resource");
  buffer.jobFinished(jobLike({ ...waits, state: "cancelled" }), 9);
  buffer.roundEnded(10);
  const trace = chromeTrace(buffer);
  expect(problems(trace)).toEqual([]);
  const [one, two] = ['{"job":"T0J1","release":1}', '{"job":"T1J0","release":2,"deadline":4}'];
  expect(lines(trace).filter((line) => !line.startsWith("M"))).toEqual([
    `b 1 #T0J1 @2 waits ${one}`, // the trace starts at the first release
    `I 1 @2 release ${one}`,
    "X 501 +8500 @1 round {}", // nothing tells when it started
    `X 1001 +1000 @2 waits ${one}`,
    `b 1001 #T1J0 @3 T1 ${two}`,
    `I 1001 @3 release ${two}`,
    "b 2001 #T0J1 @2 blocked {}",
    `X 2001 +5000 @3 T1 ${two}`,
    `I 2001 @3 overrun ${two.replace("}", ',"length":5}')}`,
    `I 3001 @3 deadline missed ${two}`,
    "b 7001 #T1J0 @3 blocked {}",
    "I 7001 @3 release skipped {}",
    "e 8001 #T0J1 @2 blocked {}",
    'e 8001 #T0J1 @2 waits {"outcome":"cancelled"}',
    "e 9001 #T1J0 @3 blocked {}",
    'e 9001 #T1J0 @3 T1 {"outcome":"unfinished"}',
  ]);
});

test("a job older than what the ring kept starts with the trace, one cancelled before its release is not drawn", () => {
  const buffer = new TraceBuffer();
  buffer.jobDispatched(jobLike({ name: "old", release: 3, deadline: 8 }), 10);
  buffer.deadlineMissed(jobLike({ name: "old", release: 3, deadline: 8 }), 11);
  buffer.jobFinished(jobLike({ id: "T0J9", name: "never", release: 99, state: "cancelled" }), 12);
  const trace = chromeTrace(buffer);
  expect(problems(trace)).toEqual([]);
  const old = '{"job":"T0J0","release":3,"deadline":8}';
  expect(lines(trace).filter((line) => !line.startsWith("M"))).toEqual([
    `X 1 +2000 @2 old ${old}`,
    `b 1 #T0J0 @2 old ${old}`,
    `I 1001 @2 deadline missed ${old}`, // where it was noticed: the deadline is not in the trace
    'e 2001 #T0J0 @2 old {"outcome":"unfinished"}',
  ]);
});

test("the wait of a finalizer comes after the job that it is of, also at the same instant", () => {
  const buffer = new TraceBuffer();
  const job = jobLike({ name: "closes", state: "cancelled" });
  buffer.jobDispatched(job, 0);
  buffer.jobFinished(job, 2);
  buffer.jobDispatched(job, 2);
  buffer.jobBlocked(job, 2, "promise");
  buffer.jobWoken(job, 3);
  const trace = chromeTrace(buffer);
  expect(problems(trace)).toEqual([]);
  expect(lines(trace).filter((line) => /^[be]/.test(line))).toEqual([
    'b 1 #T0J0 @2 closes {"job":"T0J0","release":0}',
    'e 2001 #T0J0 @2 closes {"outcome":"cancelled"}',
    "b 2001 #T0J0 @2 blocked {}",
    "e 3001 #T0J0 @2 blocked {}",
  ]);
});

test("a job that waits before its release, by a clock that stepped back, waits from its release on", () => {
  const buffer = new TraceBuffer();
  const job = jobLike({ name: "early", release: 2 });
  buffer.jobBlocked(job, 1, "job");
  buffer.jobReleased(job, 3);
  const trace = chromeTrace(buffer);
  expect(problems(trace)).toEqual([]);
  expect(lines(trace).filter((line) => /^[be]/.test(line))).toEqual([
    'b 1001 #T0J0 @2 early {"job":"T0J0","release":2}',
    "b 1001 #T0J0 @2 blocked {}",
    "e 2001 #T0J0 @2 blocked {}",
    'e 2001 #T0J0 @2 early {"outcome":"unfinished"}',
  ]);
});

test("slices that follow each other touch and do not overlap, however fine the clock", () => {
  const buffer = new TraceBuffer();
  const job = jobLike({ name: "busy", release: 0.1 });
  for (let i = 0; i < 1000; i++) buffer.jobDispatched(job, (100_000 + i * 1237) / 1e6);
  buffer.roundEnded(2);
  const trace = chromeTrace(buffer);
  expect(problems(trace)).toEqual([]);
  const slices = trace.traceEvents.flatMap((event) => (event.ph === "X" && event.cat === "slice" ? [event] : []));
  expect(slices.slice(1).map(({ ts }) => ts)).toEqual(slices.slice(0, -1).map(({ ts, dur }) => ts + dur));
});

test("whatever is recorded, in whatever order a ring cut it, is a file that loads", () => {
  const events = ["jobReleased", "jobDispatched", "jobPreempted", "jobBlocked", "jobWoken", "jobFinished"] as const;
  const step = fc.record({
    event: fc.constantFrom(...events, "deadlineMissed", "sliceOverrun", "round", "releaseSkipped"),
    job: fc.nat(3),
    wait: fc.double({ min: -1, max: 3, noNaN: true }), // a clock may step back
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.double({ min: -10, max: 1e7, noNaN: true }), (steps, start) => {
      const buffer = new TraceBuffer({ capacity: 30 });
      const jobs = [0, 1, 2, 3].map((i) =>
        jobLike({
          id: `T${i % 2}J${i}`,
          name: i < 2 ? "a" : `T${i % 2}J${i}`,
          release: start - i,
          deadline: start + i,
          state: "done",
        }),
      );
      let now = start;
      let inRound = false;
      for (const { event, job, wait } of steps) {
        now += wait;
        const about = jobs[job] as (typeof jobs)[number];
        if (event === "round") {
          inRound = !inRound;
          buffer[inRound ? "roundStarted" : "roundEnded"](now);
        } else if (event === "releaseSkipped") buffer.releaseSkipped({ name: "a" } as unknown as Task, now);
        else if (event === "sliceOverrun") buffer.sliceOverrun(about, 1);
        else if (event === "jobBlocked") buffer.jobBlocked(about, now, "job");
        else buffer[event](about, now);
      }
      expect(problems(chromeTrace(buffer))).toEqual([]);
    }),
  );
});

test("names are the user's, and survive JSON", () => {
  const buffer = new TraceBuffer();
  const name = '</script>"\\\n\u2028\ud800';
  buffer.jobReleased(jobLike({ name }), 0);
  const { traceEvents } = JSON.parse(JSON.stringify(chromeTrace(buffer))) as ChromeTrace;
  expect(traceEvents.filter((event) => event.name === "thread_name").map(({ args }) => args.name)).toEqual([
    "Rounds",
    name,
  ]);
});

test("an empty trace has a process and no events", () => {
  expect(chromeTrace([]).traceEvents.map(({ ph }) => ph)).toEqual(["M", "M", "M", "M"]);
});
