/** The newest job of a function whose arguments change: when it starts, when it is cancelled, and what is shown. */
import { isSame, LatestJob, nothingShown, pageScheduler, type Report, type Shown, viewFor } from "@preempt/latest-job";
import { virtualScheduler } from "@preempt/runtime/testing";
import { afterEach, describe, expect, test, vi } from "vitest";

afterEach(() => {
  vi.useRealTimers();
});

/** Takes n milliseconds and gives "n done"; rejects at 13. */
function* count(n: number): Generator<undefined, string, void> {
  for (let i = 0; i < n; i++) {
    kit.host.advance(1);
    yield;
  }
  if (n === 13) throw new Error("unlucky");
  return `${n} done`;
}

let kit = virtualScheduler();
function start() {
  kit = virtualScheduler({ slice: 1 });
  const shown: Shown[] = [];
  const latest = new LatestJob((one) => shown.push(one));
  const update = (args: Parameters<typeof count> | undefined | null | false, options = {}) =>
    latest.update(kit.rt, count, args, options);
  const states = () => kit.schedule.jobs.map(({ state }) => state);
  return { ...kit, latest, update, shown, states };
}

describe("arguments", () => {
  test("are compared one by one by Object.is", () => {
    const object = {};
    expect(isSame([1, Number.NaN, object], [1, Number.NaN, object])).toBe(true);
    expect(isSame([object], [{}])).toBe(false);
    expect(isSame([0], [-0])).toBe(false);
    expect(isSame([1], [1, undefined])).toBe(false);
    expect(isSame([], undefined)).toBe(false);
    expect(isSame(false, null)).toBe(true);
  });

  test("that are the same start no second job, whether the first runs or has ended", async () => {
    const { update, host, states } = start();
    update([3]);
    update([3]);
    await host.settle(1);
    update([3]);
    await host.settle();
    update([3]);
    await host.settle();
    expect(states()).toEqual(["done"]);
  });

  test("that are new cancel the job and start the next; its result replaces the former one, which is shown until then", async () => {
    const { latest, update, host, states } = start();
    update([1]);
    await host.settle();
    update([9]);
    await host.settle(host.now() + 3);
    expect(latest.shown.view).toEqual({ status: "pending", isPending: true, result: "1 done" });
    update([2]);
    await host.settle();
    expect(latest.shown.view).toEqual({ status: "done", isPending: false, result: "2 done" });
    expect(states()).toEqual(["done", "cancelled", "done"]);
  });

  test("that are missing cancel the job, and leave nothing to show", async () => {
    const { latest, update, host, states } = start();
    update([1]);
    await host.settle();
    update([9]);
    await host.settle(host.now() + 3);
    update(undefined);
    await host.settle();
    expect(latest.shown.view).toEqual({ status: "idle", isPending: false });
    expect(states()).toEqual(["done", "cancelled"]);
  });

  test("another function is another job", async () => {
    const { latest, update, rt, host, states } = start();
    update([1]);
    await host.settle();
    latest.update(rt, (n: number) => n + 1, [1], {});
    await host.settle();
    expect(latest.shown.view.result).toBe(2);
    expect(states()).toEqual(["done", "done"]);
  });
});

test("what was shown for other arguments is shown as the previous result before the job of the new ones starts", async () => {
  const { latest, update, host } = start();
  expect(viewFor(nothingShown, count, [1])).toEqual({ status: "pending", isPending: true });
  update([1]);
  await host.settle();
  expect(viewFor(latest.shown, count, [1])).toBe(latest.shown.view);
  expect(viewFor(latest.shown, count, [2])).toEqual({ status: "pending", isPending: true, result: "1 done" });
  expect(viewFor(latest.shown, count, false).status).toBe("idle");
});

test("an error is shown for its arguments alone, beside the previous result", async () => {
  const { latest, update, host } = start();
  update([1]);
  await host.settle();
  update([13]);
  await host.settle();
  expect(latest.shown.view).toEqual({
    status: "failed",
    isPending: false,
    result: "1 done",
    error: new Error("unlucky"),
  });
  update([2]);
  expect(latest.shown.view).toEqual({ status: "pending", isPending: true, result: "1 done" });
  await host.settle();
  expect(latest.shown.view).toEqual({ status: "done", isPending: false, result: "2 done" });
});

test("a job that throws undefined has failed, too", async () => {
  const { latest, rt, host } = start();
  const fails = () => Promise.reject();
  latest.update(rt, fails, [], {});
  await host.settle();
  expect(latest.shown.view).toEqual({ status: "failed", isPending: false });
});

test("stop cancels a job, which the next update starts again; one that has ended stays", async () => {
  const { latest, update, host, states, shown } = start();
  update([3]);
  latest.stop();
  await host.settle();
  expect([states(), shown.length]).toEqual([["cancelled"], 0]);
  update([3]);
  await host.settle();
  latest.stop();
  update([3]);
  await host.settle();
  expect(latest.shown.view.result).toBe("3 done");
  expect(states()).toEqual(["cancelled", "done"]);
});

test("a result that comes together with new arguments is not shown for them", async () => {
  const { update, host, shown } = start();
  update([1]);
  // The job has ended, and its promise was not settled yet.
  host.run();
  update([2]);
  await host.settle();
  expect(shown.map(({ args, view }) => [args, view.result])).toEqual([[[2], "2 done"]]);
});

test("options are those of submit: a job with a delay is cancelled before it starts", async () => {
  const { update, host, states, schedule } = start();
  update([1], { delay: 10, deadline: 20, name: "search" });
  await host.settle(5);
  update([2], { delay: 10, deadline: 20, name: "search" });
  await host.settle();
  // The first was never released.
  expect(states()).toEqual(["done"]);
  expect(schedule.jobs[0]).toMatchObject({ name: "search", release: 15, deadline: 35 });
});

test("what is not valid is refused as by submit, and starts nothing", async () => {
  const { latest, update, rt, host } = start();
  expect(() => latest.update(rt, 3 as never, [], {})).toThrow("job_not_a_function");
  expect(() => update([1], { deadlin: 5 })).toThrow("option_unknown");
  expect(() => update("ab" as never)).toThrow("args_not_a_list");
  update([1]);
  await host.settle();
  expect(latest.shown.view.result).toBe("1 done");
});

describe("progress", () => {
  function* steps(n: number, report: Report<number>): Generator<undefined, number, void> {
    for (let i = 1; i <= n; i++) {
      kit.host.advance(1);
      report(i);
      yield;
    }
    return n;
  }

  test("is shown at most each 16 ms, the newest value, and stays with the result", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { latest, rt, host, shown } = start();
    latest.update(rt, steps, [100], { progress: true });
    await host.settle(40);
    expect(shown).toHaveLength(0);
    vi.advanceTimersByTime(16);
    expect(shown.map(({ view }) => view)).toEqual([
      { status: "pending", isPending: true, progress: latest.shown.view.progress },
    ]);
    expect(latest.shown.view.progress).toBeGreaterThan(30);
    await host.settle();
    expect(latest.shown.view).toEqual({ status: "done", isPending: false, result: 100, progress: 100 });
    vi.advanceTimersByTime(100);
    expect(shown).toHaveLength(2);
  });

  test("of a job that was cancelled is not shown", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { latest, rt, host, shown } = start();
    let late: Report<number> = () => {};
    const keeps = (n: number, report: Report<number>) => {
      late = report;
      return n;
    };
    latest.update(rt, keeps, [1], { progress: true });
    await host.settle();
    latest.update(rt, steps, [9], { progress: true });
    late(5);
    expect(latest.shown.view).toEqual({ status: "pending", isPending: true, result: 1 });
    await host.settle(host.now() + 3);
    latest.stop();
    vi.advanceTimersByTime(100);
    expect(shown).toHaveLength(1);
  });
});

test("the page's scheduler is one, whoever asks for it", () => {
  expect(pageScheduler()).toBe(pageScheduler());
  expect((globalThis as Record<symbol, unknown>)[Symbol.for("@preempt/scheduler")]).toBe(pageScheduler());
});
