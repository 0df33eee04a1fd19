// @vitest-environment jsdom
/** `useJob` in a plain module, read by effects, as templates read it. The example project has components. */
import { type VirtualScheduler, virtualScheduler } from "@preempt/runtime/testing";
import { type JobView, type Report, useJob } from "@preempt/svelte";
import { tick, untrack } from "svelte";
import { fromStore, toStore, writable } from "svelte/store";
import { afterEach, beforeEach, expect, expectTypeOf, test, vi } from "vitest";

let kit: VirtualScheduler;
beforeEach(() => {
  kit = virtualScheduler({ slice: 1 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Takes n milliseconds and gives "n done"; fails at 13. */
function* count(n: number): Generator<undefined, string, void> {
  for (let i = 0; i < n; i++) {
    kit.host.advance(1);
    yield;
  }
  if (n === 13) throw new Error("unlucky");
  return `${n} done`;
}
const states = () => kit.schedule.jobs.map(({ state }) => state);

async function pass(ms?: number): Promise<void> {
  await tick();
  await kit.host.settle(ms === undefined ? undefined : kit.host.now() + ms);
  await tick();
}

/** A variable as `$state` makes one. */
function variable<T>(first: T): { current: T } {
  return fromStore(writable(first));
}

/** What an effect sees, in order; the result ends the effect. */
function watch(read: () => string): { seen: string[]; end: () => void } {
  const seen: string[] = [];
  const end = toStore(read).subscribe((value) => {
    if (seen.at(-1) !== value) seen.push(value);
  });
  return { seen, end };
}

const show = ({ status, result = "", error = "" }: JobView<unknown>) => `${status} ${result} ${error}`;

test("the job runs while an effect reads it; new arguments cancel it and keep the previous result", async () => {
  const n = variable<number | undefined>(1);
  const job = useJob(count, () => n.current !== undefined && [n.current], { scheduler: kit.rt });
  const { seen, end } = watch(() => show(job));
  await pass();
  n.current = 9;
  await pass(3);
  n.current = 2;
  await pass();
  n.current = 13;
  await pass();
  n.current = undefined;
  await pass();
  expect(seen).toEqual([
    "pending  ",
    "done 1 done ",
    "pending 1 done ",
    "done 2 done ",
    "pending 2 done ",
    "failed 2 done Error: unlucky",
    "idle  ",
  ]);
  expect(states()).toEqual(["done", "cancelled", "done", "failed"]);
  end();
});

test("with the last reader the job is cancelled, and the next reader starts it again; a result stays", async () => {
  const job = useJob(count, () => [9], { scheduler: kit.rt });
  const first = watch(() => job.status);
  const second = watch(() => show(job));
  await pass(3);
  first.end();
  await pass(1);
  expect(states()).toEqual(["ready"]);
  second.end();
  await pass();
  expect(states()).toEqual(["cancelled"]);
  const third = watch(() => show(job));
  await pass();
  expect(third.seen).toEqual(["pending  ", "done 9 done "]);
  third.end();
  await pass();
  const fourth = watch(() => show(job));
  await pass();
  expect(fourth.seen).toEqual(["done 9 done "]);
  expect(states()).toEqual(["cancelled", "done"]);
  fourth.end();
});

test("without a reader that is tracked, nothing starts", async () => {
  const job = useJob(count, () => [3], { scheduler: kit.rt });
  expect(show(job)).toBe("pending  ");
  const { end } = watch(() => untrack(() => show(job)));
  await pass();
  expect([show(job), states()]).toEqual(["pending  ", []]);
  end();
});

test("what changes nothing starts nothing", async () => {
  const n = variable(3);
  const job = useJob(count, () => [n.current > 2 ? 5 : 1], { scheduler: kit.rt });
  const { end } = watch(() => show(job));
  await pass();
  n.current = 4;
  await pass();
  expect(states()).toEqual(["done"]);
  end();
});

test("progress is shown while the job runs", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  function* steps(n: number, report: Report<number>): Generator<undefined, number, void> {
    for (let i = 1; i <= n; i++) {
      kit.host.advance(1);
      report(i);
      yield;
    }
    return n;
  }
  const job = useJob(steps, () => [20], { scheduler: kit.rt, progress: true });
  expectTypeOf(job).toEqualTypeOf<JobView<number, number>>();
  const { seen, end } = watch(() => `${job.status} ${job.progress}`);
  await pass(10);
  vi.advanceTimersByTime(16);
  await pass();
  expect(seen[0]).toBe("pending undefined");
  expect(seen[1]).toMatch(/^pending \d+$/);
  expect(seen.at(-1)).toBe("done 20");
  end();
});

test("outside of a component, without a scheduler, the page's runs the job", async () => {
  const job = useJob(
    (n: number) => n + 1,
    () => [41],
  );
  const { seen, end } = watch(() => String(job.result));
  await vi.waitFor(() => expect(seen.at(-1)).toBe("42"), { timeout: 20_000 });
  end();
});
