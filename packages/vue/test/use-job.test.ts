// @vitest-environment jsdom
/** The composable `useJob`: refs of a job whose arguments change, cancelled with the component or the scope. */
import { type VirtualScheduler, virtualScheduler } from "@preempt/runtime/testing";
import { type JobRefs, provideScheduler, type Report, useJob, useScheduler } from "@preempt/vue";
import { afterEach, beforeEach, expect, expectTypeOf, test, vi } from "vitest";
import { createApp, defineComponent, effectScope, h, nextTick, reactive, ref, shallowRef } from "vue";

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

/** A component that counts to n, in an application with the scheduler. */
function mount(n: { value: number | undefined }) {
  const Count = defineComponent(() => {
    const { status, result, error } = useJob(count, () => n.value !== undefined && [n.value]);
    return () => h("p", `${status.value} ${result.value ?? ""} ${error.value ?? ""}`);
  });
  const app = createApp(Count);
  provideScheduler(kit.rt, app);
  const place = document.createElement("main");
  app.mount(place);
  const pass = async (ms?: number) => {
    await nextTick();
    await kit.host.settle(ms === undefined ? undefined : kit.host.now() + ms);
    await nextTick();
  };
  return { app, pass, text: () => place.textContent };
}

test("a job starts with the component, and its result is shown; new arguments cancel it and keep the previous result", async () => {
  const n = ref<number | undefined>(1);
  const { pass, text } = mount(n);
  expect(text()).toBe("pending  ");
  await pass();
  expect(text()).toBe("done 1 done ");
  n.value = 9;
  await pass(3);
  expect(text()).toBe("pending 1 done ");
  n.value = 2;
  await pass();
  expect(text()).toBe("done 2 done ");
  expect(states()).toEqual(["done", "cancelled", "done"]);
});

test("an error is shown for its arguments, beside the previous result; without arguments nothing is", async () => {
  const n = ref<number | undefined>(1);
  const { pass, text } = mount(n);
  await pass();
  n.value = 13;
  await pass();
  expect(text()).toBe("failed 1 done Error: unlucky");
  n.value = undefined;
  await pass();
  expect(text()).toBe("idle  ");
});

test("the job of a component that is unmounted is cancelled, and so is that of a scope that is stopped", async () => {
  const { app, pass } = mount(ref(9));
  await pass(3);
  app.unmount();
  const scope = effectScope();
  scope.run(() => useJob(count, () => [9], { scheduler: kit.rt }));
  await pass(3);
  scope.stop();
  await pass();
  expect(states()).toEqual(["cancelled", "cancelled"]);
});

test("the getter is tracked, and what changes nothing starts nothing", async () => {
  const state = reactive({ n: 1, other: 1 });
  const scope = effectScope();
  const { result } = scope.run(() =>
    useJob(count, () => [state.n + 0 * state.other], { scheduler: kit.rt }),
  ) as JobRefs<string>;
  await kit.host.settle();
  state.other = 2;
  await nextTick();
  await kit.host.settle();
  expect(states()).toEqual(["done"]);
  state.n = 2;
  await nextTick();
  await kit.host.settle();
  expect(result.value).toBe("2 done");
  scope.stop();
});

test("reactive objects are passed as the raw objects behind them", async () => {
  const rows = ref([3, 1, 2]);
  const given: unknown[] = [];
  const scope = effectScope();
  scope.run(() =>
    useJob(
      (list: number[]) => given.push(list),
      () => [rows.value],
      { scheduler: kit.rt },
    ),
  );
  await kit.host.settle();
  const raw = [5];
  rows.value = raw;
  await nextTick();
  await kit.host.settle();
  expect(given[1]).toBe(raw);
  scope.stop();
});

test("progress is a ref, too", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  function* steps(n: number, report: Report<number>): Generator<undefined, number, void> {
    for (let i = 1; i <= n; i++) {
      kit.host.advance(1);
      report(i);
      yield;
    }
    return n;
  }
  const scope = effectScope();
  const use = () => useJob(steps, () => [20], { scheduler: kit.rt, progress: true });
  expectTypeOf(use).returns.toEqualTypeOf<JobRefs<number, number>>();
  const { progress, isPending } = scope.run(use) as JobRefs<number, number>;
  await kit.host.settle(10);
  vi.advanceTimersByTime(16);
  expect(progress.value).toBe(kit.schedule.jobs[0]?.executionTime);
  expect(isPending.value).toBe(true);
  await kit.host.settle();
  expect([progress.value, isPending.value]).toEqual([20, false]);
  scope.stop();
});

test("a component provides a scheduler for those inside, and useScheduler gives it", async () => {
  const seen: unknown[] = [];
  const Inner = defineComponent(() => {
    seen.push(useScheduler());
    const { result } = useJob(count, () => [1]);
    return () => h("p", result.value);
  });
  const Outer = defineComponent(() => {
    provideScheduler(kit.rt);
    return () => h(Inner);
  });
  const place = document.createElement("main");
  const app = createApp(Outer);
  app.mount(place);
  await kit.host.settle();
  await nextTick();
  expect([place.textContent, seen]).toEqual(["1 done", [kit.rt]]);
  app.unmount();
});

test("outside of a component, without a scheduler, the page's runs the job", async () => {
  const { result } = useJob(
    (n: number) => n + 1,
    () => [shallowRef(41).value],
  );
  await vi.waitFor(() => expect(result.value).toBe(42), { timeout: 20_000 });
  expect(useScheduler()).toBe((globalThis as Record<symbol, unknown>)[Symbol.for("@preempt/scheduler")]);
});

test("the types of arguments are those of the function", () => {
  const types = () => {
    // @ts-expect-error an argument is missing
    useJob(count, () => []);
    // @ts-expect-error it is not of this type
    useJob(count, () => ["1"]);
    // @ts-expect-error there is no such option
    useJob(count, () => [1], { deadlin: 5 });
  };
  expect(types).toBeTypeOf("function");
});
