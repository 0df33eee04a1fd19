import { readFileSync, writeFileSync } from "node:fs";
import { Scheduler } from "@preempt/runtime";
import { svgGantt, TraceBuffer, type TraceRecord } from "@preempt/runtime/observers";
import { consume, VirtualHost } from "@preempt/runtime/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { instant } from "./made.ts";

/** The trace of the picture in docs/kernel.md: what the processor does for three tasks, one of which is too much. */
function threeTasks(): TraceRecord[] {
  const host = new VirtualHost();
  const trace = new TraceBuffer();
  const forever = Number.POSITIVE_INFINITY;
  const rt = new Scheduler({
    host,
    policy: "fp",
    preemption: "ideal",
    slice: forever,
    round: forever,
    budget: 0,
    observer: trace,
  });
  const work = (ms: number) =>
    function* () {
      yield* consume(rt, ms);
    };
  rt.task(work(3), { period: 8, priority: 9, name: "audio", deadline: 6 });
  rt.task(work(3), { period: 12, priority: 5, name: "video", phase: 1 });
  rt.task(work(12), { period: 24, priority: 1, name: "parse", deadline: 20, backlog: 1 });
  rt.alarm(47, () => {
    for (const task of rt.tasks) task.stop();
  });
  host.run();
  return trace.records();
}

/** Opening and closing tags match, attributes are quoted and no two of an element have one name. */
function expectWellFormed(svg: string): void {
  const open: string[] = [];
  const rest = svg.replace(
    /<(\/?)([a-z]+)((?:\s+[a-zA-Z0-9:-]+="[^"<]*")*)\s*(\/?)>/g,
    (_, end, name, attributes, empty) => {
      const names = [...attributes.matchAll(/\s([a-zA-Z0-9:-]+)=/g)].map((m) => m[1]);
      expect(new Set(names).size).toBe(names.length);
      if (end) expect(open.pop()).toBe(name);
      else if (!empty) open.push(name);
      return "";
    },
  );
  expect(open).toEqual([]);
  expect(rest).not.toMatch(/[<>]/);
}

test("the picture of the docs is what the code draws", () => {
  const file = "docs/images/schedule.svg";
  const svg = `${svgGantt(threeTasks(), { title: "Three tasks on one thread", width: 900 })}\n`;
  if (process.env.PREEMPT_DRAW !== undefined) writeFileSync(file, svg);
  expect(readFileSync(file, "utf8")).toBe(svg);
});

test("it says in words what it shows", () => {
  const svg = svgGantt(threeTasks(), { title: "A <title>" });
  expectWellFormed(svg);
  expect(svg).toContain('role="img"');
  expect(svg).toContain("<title>A &lt;title&gt;</title>");
  expect(/<desc>(.*)<\/desc>/.exec(svg)?.[1]).toBe(
    "What ran from 0 to 48 ms. audio: 6 jobs, no deadline missed. parse: 1 job, 1 deadline missed, 1 release skipped. video: 4 jobs, no deadline missed.",
  );
});

test("bars stand where the jobs ran, and what ran after its deadline is drawn apart", () => {
  const records: TraceRecord[] = [
    { event: "jobReleased", time: 0, job: "T0J0", name: "a", release: 0, deadline: 6 },
    { event: "jobDispatched", time: 2, job: "T0J0", name: "a", release: 0, deadline: 6 },
    { event: "jobFinished", time: 8, job: "T0J0", name: "a", release: 0, deadline: 6, outcome: "done" },
  ];
  const svg = svgGantt(records, { from: 0, to: 10 });
  expectWellFormed(svg);
  const bars = [...svg.matchAll(/<rect class="(ready|run|late)" x="(\S+)%" y="\d+" width="(\S+)%"/g)].map((m) =>
    m.slice(1),
  );
  expect(bars).toEqual([
    ["ready", "0", "80"],
    ["run", "20", "40"],
    ["late", "60", "20"],
  ]);
  expect(svg).toContain("<title>T0J0 missed 6 ms</title>");
});

test("numbers near the ends of the axis stand within the chart, however narrow it is", () => {
  const svg = svgGantt([], { from: 140, to: 622 });
  const numbers = [...svg.matchAll(/<text class="tick([^"]*)" x="([^"]+)" y="34">([^<]+)</g)].map(
    ([, kind, x, text]) => [text, x?.replace(/\.\d+/, ""), / (first|left|last)/.exec(kind ?? "")?.[1]],
  );
  // Half of the first one, with its unit, is wider than two percent of the chart.
  expect(numbers.at(0)).toEqual(["150 ms", "0", "first"]);
  expect(numbers.at(1)).toEqual(["200", "12%", undefined]);
  expect(numbers.at(-1)).toEqual(["600", "95%", "last"]);
  // On a telephone, than five percent.
  expect(svgGantt([], { from: 75, to: 575 })).toContain('<text class="tick left" x="5%" y="34">100 ms<');
  // In a page that is read from right to left "start" would be the other side.
  expect(svg).toMatch(/\.preempt-gantt \{[^}]*direction: ltr;/);
});

test("whatever the names and times are, it is well-formed and without numbers that are none", () => {
  const anyRecord = fc.record({
    event: fc.constantFrom("jobReleased", "jobDispatched", "jobPreempted", "jobBlocked", "jobWoken", "jobFinished"),
    time: fc.double({ min: 0, max: 1e6, noNaN: true }),
    job: fc.constantFrom("T0J0", "T1J0", "T1J1"),
    name: fc.string({ unit: "binary" }),
    release: fc.double({ min: 0, max: 1e6, noNaN: true }),
    deadline: fc.double({ min: 0, max: 1e6, noNaN: true }),
  }) as fc.Arbitrary<TraceRecord>;
  fc.assert(
    fc.property(fc.array(anyRecord, { maxLength: 30 }), fc.string(), (records, title) => {
      const svg = svgGantt(
        [...records].sort((a, b) => a.time - b.time),
        { title },
      );
      expectWellFormed(svg);
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    }),
  );
});

test("halves of characters, which XML does not have, are replaced", () => {
  const svg = svgGantt(
    instant(0).map((record) => ({ ...record, name: "half \ud83d, whole 😀" }) as TraceRecord),
    { title: "\ude00" },
  );
  expect(svg).toContain("<title>\ufffd</title>");
  expect(svg).toContain(">half \ufffd, whole 😀<");
});

test("a single instant is drawn on any clock, also on one that counts from 1970", () => {
  for (const time of [0, 0.3, 1e9, 1.7e12, 2 ** 53, 1e22]) {
    const svg = svgGantt(instant(time));
    expectWellFormed(svg);
    expect(svg.split('class="grid').length, `at ${time}`).toBeGreaterThan(2);
    expect(svg.split('class="grid').length, `at ${time}`).toBeLessThan(20);
    expect(svg, `at ${time}`).toContain('class="release"><title>');
  }
  // A range that no number lies within.
  expectWellFormed(svgGantt([], { from: 1.7e12, to: 1.7e12 + 2 ** -12 }));
});

test("an empty trace is an empty chart; a range or width out of bounds is refused", () => {
  expectWellFormed(svgGantt([]));
  expect(() => svgGantt([], { from: 5, to: 5 })).toThrow("range_empty");
  expect(() => svgGantt([], { width: 10 })).toThrow("width_too_small: the chart's width is 10.");
});
