/** Arguments that change while their job is suspended: told in development, and kept away by a copy. */
import { type Job, Scheduler, type Task } from "@preempt/runtime";
import { type ArgumentChange, ArgumentWatch } from "@preempt/runtime/observers";
import { VirtualHost } from "@preempt/runtime/testing";
import { expect, test } from "vitest";

function* total(xs: number[]) {
  let sum = 0;
  for (const x of xs) {
    sum += x;
    yield;
  }
  return sum;
}

function watched() {
  const host = new VirtualHost();
  const texts: string[] = [];
  const changes: ArgumentChange[] = [];
  const report = (text: string, change: ArgumentChange) => {
    texts.push(text);
    changes.push(change);
  };
  const rt = new Scheduler({
    host,
    policy: "rr",
    slice: 1,
    round: 1,
    budget: 0,
    observer: new ArgumentWatch({ report }),
  });
  return { host, rt, texts, changes };
}

test("with a snapshot a job has the arguments that it was submitted with", async () => {
  const host = new VirtualHost();
  const rt = new Scheduler({ host });
  const xs = [1, 2, 3];
  const own = rt.submit(total, { args: [xs], snapshot: true });
  const shared = rt.submit(total, { args: [xs], snapshot: false });
  xs.push(10);
  host.run();
  expect([await own, await shared]).toEqual([6, 16]);
});

test("a task's jobs have those with which it was started, or that they were released with", async () => {
  const host = new VirtualHost();
  const rt = new Scheduler({ host });
  const xs = [1, 2];
  const task = rt.task(total, { args: [xs], snapshot: true });
  xs.push(10);
  const usual = (task as Task).release();
  const ys = [5];
  const given = task.release(ys);
  ys.push(1);
  host.run();
  expect([await usual, await given]).toEqual([3, 5]);
});

test("what cannot be cloned is refused where it is submitted, and so is what is no boolean", () => {
  const rt = new Scheduler({ host: new VirtualHost() });
  const submit = (snapshot: unknown, args: unknown[]) => () => rt.submit(total, { args, snapshot } as never);
  expect(submit(true, [() => 1])).toThrow(/^argument_not_cloneable: an argument of "total" cannot be cloned/);
  expect(submit(1, [[1]])).toThrow("snapshot_not_a_boolean: the snapshot of a job is 1. Give true or false.");
});

test("an argument that code outside of jobs changes is told, with the job and the argument", async () => {
  const { host, rt, texts } = watched();
  const xs = [1, 2];
  function* slow(list: number[]) {
    host.advance(1);
    yield;
    host.advance(1);
    return list.length;
  }
  const job = rt.submit(slow, { args: [xs] });
  host.step();
  xs.push(3);
  host.run();
  expect(await job).toBe(3);
  expect(texts).toEqual([
    'preempt: argument 1 of "slow" (T0J0) changed while the job was suspended, from [1, 2] to [1, 2, 3], by code outside of jobs, such as an event handler. Give the job a copy of its own: submit it with { snapshot: true }.',
  ]);
});

test("so is one that another job changes, by its name; what a job does to its own arguments is its own affair", async () => {
  const { host, rt, changes } = watched();
  const shared = { n: 0 };
  function* reader(o: { n: number }) {
    o.n++;
    host.advance(1);
    yield;
    host.advance(1);
    return o.n;
  }
  function* writer() {
    shared.n = 5;
    host.advance(1);
    yield;
  }
  const read = rt.submit(reader, { args: [shared] });
  const wrote = rt.submit(writer);
  host.run();
  expect(await read).toBe(5);
  expect(changes).toMatchObject([{ job: { id: read.id }, index: 0, by: { id: wrote.id }, place: undefined }]);
});

test("what a job does where it is run for another one is its own affair, too", () => {
  const changes: ArgumentChange[] = [];
  const watch = new ArgumentWatch({ report: (_, change) => void changes.push(change) });
  const list = [1];
  const holder = { name: "holder", id: "T0J0", work: { args: [list] } } as unknown as Job;
  const asker = { name: "asker", id: "T0J1", work: { args: [] } } as unknown as Job;
  watch.jobDispatched(holder);
  watch.jobPreempted(holder);
  watch.jobDispatched(asker);
  watch.jobPreempted(asker);
  watch.jobDispatched(holder);
  list.push(2);
  watch.jobHelped(holder);
  watch.jobDispatched(asker);
  watch.jobPreempted(asker);
  expect(changes).toEqual([]);
  list.push(3);
  watch.roundStarted();
  expect(changes).toMatchObject([{ job: holder, by: undefined }]);
});

test("the function that did it is named where code notes it", async () => {
  const notes = (globalThis as Record<symbol, unknown>)[Symbol.for("@preempt/runtime/accesses@1")] as {
    note: ((site: number, value: unknown, own: unknown) => void) | undefined;
    next: number;
    files: object[];
  };
  const { host, rt, texts, changes } = watched();
  const first = notes.next++;
  notes.files.push({
    name: "src/menu.js",
    first,
    sites: [["set", 7, 3, "onClick", "page.title", undefined, undefined, undefined, "title"]],
  });
  const page = { title: "a" };
  function* render(given: { title: string }) {
    host.advance(1);
    yield;
    host.advance(1);
    return given.title;
  }
  rt.submit(render, { args: [page] }).catch(() => {});
  host.step();
  notes.note?.(first, page, undefined);
  page.title = "b";
  host.run();
  expect(changes[0]?.place).toEqual({ in: "onClick", file: "src/menu.js", line: 7 });
  expect(texts[0]).toContain("such as an event handler, in onClick at src/menu.js:7. Give");
});
