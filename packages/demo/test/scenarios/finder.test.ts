/** What the panel of the search shows: never what belongs to an older query, and nothing of a system that has ended. */
import { Scheduler, type SubmitOptions } from "@preempt/runtime";
import { VirtualHost } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import type { System, TaskSpec } from "../../src/scenarios/scenario.ts";
import { type Answer, Finder } from "../../src/scenarios/search/finder.ts";
import type * as Work from "../../src/scenarios/search/work.ts";

/** Each search takes 10 ms of virtual time and finds its query. */
function setUp(options: Record<string, string> = {}) {
  const host = new VirtualHost();
  const end = new AbortController();
  const scheduler = new Scheduler({ host, policy: "edf" });
  let prepared = 0;
  const work = {
    *makeRows(count: number) {
      prepared++;
      host.advance(1);
      yield;
      return { text: Array.from({ length: count }, (_, i) => `row ${i}`) };
    },
    *search(_rows: unknown, query: string) {
      for (let i = 0; i < 10; i++) {
        host.advance(1);
        yield;
      }
      return { order: Uint32Array.of(0), top: [{ text: query, score: 1, marks: [] }] };
    },
  } as unknown as typeof Work;
  const system = {
    scheduler,
    signal: end.signal,
    variant: "capture",
    options: { rows: "10", ...options },
    spec: (id: string) => ({ id }) as TaskSpec,
    release: (id: string, run: (...args: never[]) => unknown, ...args: unknown[]) =>
      scheduler.submit(run, { name: id, args, signal: end.signal } as unknown as SubmitOptions),
  } as unknown as System;
  return { host, system, work, end, prepared: () => prepared };
}

function recording(query: string) {
  const answers: Answer[] = [];
  let off = 0;
  let unreadable: string | undefined;
  const finder = new Finder(query, {
    preparing() {},
    unreadable: (name) => {
      unreadable = name;
    },
    answered: (answer) => answers.push(answer),
    calledOff: (count) => {
      off = count;
    },
  });
  return {
    finder,
    queries: () => answers.map(({ query }) => query),
    answers,
    off: () => off,
    unreadable: () => unreadable,
  };
}

/** Lets jobs run, and promises be heard, for so long. */
async function pass(host: VirtualHost, ms: number): Promise<void> {
  for (const end = host.now() + ms; host.now() < end; ) {
    host.run(Math.min(end, host.now() + 1));
    await new Promise((done) => setImmediate(done));
  }
}

test("what is typed first is answered, and with the time it took", async () => {
  const { host, system, work } = setUp();
  const { finder, answers } = recording("ada");
  finder.start(system, work);
  await pass(host, 30);
  expect(answers.map(({ query, responseTime }) => [query, responseTime])).toEqual([["ada", 10]]);
});

test("a newer key calls the search under way off: its result is never shown", async () => {
  const { host, system, work } = setUp();
  const { finder, queries, off } = recording("");
  finder.start(system, work);
  await pass(host, 30);
  for (const query of ["a", "ad", "ada"]) {
    finder.typed(query);
    await pass(host, 4);
  }
  await pass(host, 60);
  expect(queries()).toEqual(["", "ada"]);
  expect(off()).toBe(2);
});

test("the rows are kept from one system to the next; the older system's search is not shown", async () => {
  const first = setUp();
  const { finder, queries } = recording("");
  finder.start(first.system, first.work);
  await pass(first.host, 30);
  finder.typed("old");
  await pass(first.host, 3);
  first.end.abort();
  const second = setUp();
  finder.start(second.system, second.work);
  finder.typed("new");
  await pass(second.host, 40);
  await pass(first.host, 40);
  expect(queries()).toEqual(["", "new"]);
  expect([first.prepared(), second.prepared()]).toEqual([1, 0]);
});

test("a file's lines are searched until other rows are chosen", async () => {
  const first = setUp();
  const { finder, answers } = recording("");
  const work = {
    ...first.work,
    *rowsOfFile(text: string) {
      yield;
      return { text: text.split("\n") };
    },
  } as unknown as typeof Work;
  finder.start(first.system, work);
  void finder.read(new File(["one\ntwo"], "two.txt"));
  await pass(first.host, 60);
  expect(answers.map(({ rows }) => rows.text.length)).toEqual([2]);
  first.end.abort();
  const second = setUp({ rows: "20" });
  finder.start(second.system, second.work);
  await pass(second.host, 60);
  expect(answers.at(-1)?.rows.text.length).toBe(20);
});

test("a file that cannot be read is told, and the rows there are stay, until another one can", async () => {
  const { host, system, work } = setUp();
  const { finder, answers, unreadable } = recording("");
  finder.start(system, work);
  await pass(host, 30);
  const gone = Object.assign(new File([], "gone.csv"), { text: () => Promise.reject(new Error("NotReadableError")) });
  await finder.read(gone);
  expect(unreadable()).toBe("gone.csv");
  finder.typed("ada");
  await pass(host, 30);
  expect(answers.map(({ query, rows }) => [query, rows.text.length])).toEqual([
    ["", 10],
    ["ada", 10],
  ]);
  await finder.read(new File(["one"], "one.txt"));
  expect(unreadable()).toBeUndefined();
});
