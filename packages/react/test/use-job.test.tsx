// @vitest-environment jsdom
/** The hook `useJob`: what is shown of a job whose arguments change, in strict mode, in transitions, and in a page that is hidden. */
import { type JobView, type Report, useDeferredJob, useJob, useScheduler } from "@preempt/react";
import {
  Activity,
  act,
  Component,
  type ReactNode,
  startTransition,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
} from "react";
import { afterEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import { count, kit, pass, render, states, text } from "./kit.tsx";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function Count({ n, ...options }: { n: number | undefined; delay?: number }) {
  const { status, result, error } = useJob(count, n !== undefined && [n], options);
  return (
    <p>
      {status} {result} {error ? String(error) : ""}
    </p>
  );
}

describe.each([{ strict: true }, { strict: false }])("in strict mode: $strict", (mode) => {
  test("a job starts after the component is mounted, and its result is shown", async () => {
    await render(<Count n={5} />, mode);
    expect(text()).toBe("pending  ");
    await pass();
    expect(text()).toBe("done 5 done ");
    // In strict mode, effects are set up twice: the first job is cancelled before it has run.
    expect(kit.schedule.jobs.filter(({ start }) => start !== undefined)).toHaveLength(1);
  });

  test("new arguments cancel the job; the previous result is shown until the next", async () => {
    const { show } = await render(<Count n={1} />, mode);
    await pass();
    await show(<Count n={9} />);
    await pass(3);
    expect(text()).toBe("pending 1 done ");
    await show(<Count n={2} />);
    await pass();
    expect(text()).toBe("done 2 done ");
    expect(states().slice(-3)).toEqual(["done", "cancelled", "done"]);
  });

  test("the same arguments start nothing, however often the component renders", async () => {
    const { show } = await render(<Count n={5} />, mode);
    await pass(2);
    await show(<Count n={5} />);
    await pass();
    await show(<Count n={5} />);
    await pass();
    expect(states().filter((state) => state === "done")).toEqual(["done"]);
  });

  test("a job of a component that is gone is cancelled", async () => {
    const { show } = await render(<Count n={9} />, mode);
    await pass(3);
    await show(<p>gone</p>);
    await pass();
    expect(states().at(-1)).toBe("cancelled");
    expect(text()).toBe("gone");
  });
});

test("an error is shown for its arguments, beside the previous result, and is gone with new arguments", async () => {
  const { show } = await render(<Count n={1} />);
  await pass();
  await show(<Count n={13} />);
  await pass();
  expect(text()).toBe("failed 1 done Error: unlucky");
  await show(<Count n={2} />);
  expect(text()).toBe("pending 1 done ");
  await pass();
  expect(text()).toBe("done 2 done ");
});

test("without arguments nothing runs, and nothing is shown", async () => {
  const { show } = await render(<Count n={1} />);
  await pass();
  await show(<Count n={undefined} />);
  expect(text()).toBe("idle  ");
});

test("a job that the scheduler cancels has failed, with the reason", async () => {
  await render(<Count n={9} />);
  await pass(2);
  kit.rt.cancelAll(new Error("shutting down"));
  await pass();
  expect(text()).toBe("failed  Error: shutting down");
});

test("with a delay, a job waits until the arguments have not changed for so long", async () => {
  const { show } = await render(<Count n={1} delay={50} />);
  await pass(30);
  await show(<Count n={2} delay={50} />);
  await pass(30);
  expect(text()).toBe("pending  ");
  await pass();
  expect(text()).toBe("done 2 done ");
  expect(kit.schedule.jobs).toHaveLength(1);
});

test("what is not valid is thrown where the component is rendered", async () => {
  const Wrong = () => <p>{useJob("count" as never, []).status}</p>;
  vi.spyOn(console, "error").mockImplementation(() => {});
  await expect(render(<Wrong />, { strict: false })).rejects.toThrow("job_not_a_function");
});

test("an object that is made anew is a new argument; the console says so if results start jobs again and again", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const size = ({ n }: { n: number }) => n;
  const Loop = () => <p>{useJob(size, [{ n: 3 }]).status}</p>;
  await render(<Loop />);
  for (let i = 0; i < 8; i++) await pass();
  expect(states().length).toBeGreaterThan(5);
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/useJob\(size\).* a new argument 1\. .* useMemo\.$/)]]);
});

test("memoised objects start no job again, and nothing is said", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const size = ({ n }: { n: number }) => n;
  function Memoised({ n }: { n: number }) {
    const job = useJob(size, [useMemo(() => ({ n }), [n])]);
    return <p>{job.result}</p>;
  }
  const { show } = await render(<Memoised n={1} />);
  for (let n = 2; n < 10; n++) {
    await show(<Memoised n={n} />);
    await pass();
  }
  expect(text()).toBe("9");
  expect(states().filter((state) => state === "done")).toHaveLength(8);
  expect(warn).not.toHaveBeenCalled();
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

  test("is shown while the job runs", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    function Steps() {
      const { status, progress } = useJob(steps, [20], { progress: true });
      return (
        <p>
          {status} {progress}
        </p>
      );
    }
    await render(<Steps />);
    await pass(10);
    await act(async () => vi.advanceTimersByTime(16));
    expect(text()).toBe(`pending ${kit.schedule.jobs.at(-1)?.executionTime}`);
    await pass();
    expect(text()).toBe("done 20");
  });

  test("has a type, as arguments and results have", () => {
    const Types = () => {
      expectTypeOf(useJob(steps, [20], { progress: true })).toEqualTypeOf<JobView<number, number>>();
      expectTypeOf(useJob(async (a: string, b?: number) => `${a}${b}`, ["a"])).toEqualTypeOf<JobView<string>>();
      expectTypeOf(useDeferredJob(count, [1])).toEqualTypeOf<string | undefined>();
      expectTypeOf(useDeferredJob(count, [1], "none")).toEqualTypeOf<string>();
      // @ts-expect-error an argument is missing
      useJob(count, []);
      // @ts-expect-error it is not of this type
      useJob(count, ["1"]);
      // @ts-expect-error it needs a function that reports
      useJob(steps, [20]);
      // @ts-expect-error there is no such option
      useJob(count, [1], { deadlin: 5 });
      const job = useJob(count, [1]);
      if (job.status === "done") expectTypeOf(job.result).toEqualTypeOf<string>();
      return null;
    };
    expect(Types).toBeTypeOf("function");
  });
});

test("in a transition, a job starts for what is committed", async () => {
  let type = (_: number) => {};
  function Typed() {
    const [n, setN] = useState(1);
    type = setN;
    return <Count n={n} />;
  }
  await render(<Typed />);
  await pass();
  await act(async () => startTransition(() => type(9)));
  await pass(3);
  await act(async () => {
    startTransition(() => type(4));
    type(2);
    startTransition(() => type(3));
  });
  await pass();
  expect(text()).toBe("done 3 done ");
  // 9 was cancelled, and of 4, 2 and 3 only what was committed last has ended.
  expect(kit.schedule.jobs.filter(({ state }) => state === "done").map(({ executionTime }) => executionTime)).toEqual([
    1, 3,
  ]);
});

test("with useDeferredValue, an urgent render starts no job", async () => {
  function Deferred({ n }: { n: number }) {
    return <Count n={useDeferredValue(n)} />;
  }
  const { show } = await render(<Deferred n={1} />);
  await pass();
  await show(<Deferred n={2} />);
  await pass();
  expect(text()).toBe("done 2 done ");
});

test("a component that is hidden cancels its job, and starts it again when it is shown; one that has ended stays", async () => {
  const Hidden = ({ mode, n }: { mode: "visible" | "hidden"; n: number }) => (
    <Activity mode={mode}>
      <Count n={n} />
    </Activity>
  );
  const { show } = await render(<Hidden mode="visible" n={9} />);
  await pass(3);
  await show(<Hidden mode="hidden" n={9} />);
  await pass();
  expect(states().at(-1)).toBe("cancelled");
  await show(<Hidden mode="visible" n={9} />);
  await pass();
  expect(text()).toBe("done 9 done ");
  const { length } = states();
  await show(<Hidden mode="hidden" n={9} />);
  await show(<Hidden mode="visible" n={9} />);
  await pass();
  expect([text(), states().length]).toEqual(["done 9 done ", length]);
});

test("useScheduler gives the provided scheduler, to event handlers and effects", async () => {
  let given: unknown;
  const Uses = () => {
    const rt = useScheduler();
    useEffect(() => {
      given = rt;
    });
    return null;
  };
  await render(<Uses />);
  expect(given).toBe(kit.rt);
});

test("without a provider, the jobs of all components share the page's scheduler, which is made by the first job", async () => {
  const key = Symbol.for("@preempt/scheduler");
  const page = globalThis as { [key]?: unknown };
  expect(page[key]).toBeUndefined();
  const answer = () => 42;
  const Answer = () => <p>{useJob(answer, []).result}</p>;
  await render(<Answer />, { provided: false });
  expect(page[key]).toBeDefined();
  await vi.waitFor(() => act(async () => expect(text()).toBe("42")), { timeout: 20_000 });
});

describe("useDeferredJob", () => {
  class Boundary extends Component<{ children: ReactNode }, { error?: unknown }> {
    override state: { error?: unknown } = {};
    static getDerivedStateFromError(error: unknown) {
      return { error };
    }
    override render() {
      return this.state.error === undefined ? this.props.children : String(this.state.error);
    }
  }
  const Deferred = ({ n }: { n: number }) => <p>{useDeferredJob(count, [n], "nothing yet")}</p>;

  test("gives the initial value, then each result until the next", async () => {
    const { show } = await render(<Deferred n={1} />);
    expect(text()).toBe("nothing yet");
    await pass();
    await show(<Deferred n={4} />);
    await pass(2);
    expect(text()).toBe("1 done");
    await pass();
    expect(text()).toBe("4 done");
  });

  test("throws the error of a job for an error boundary", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    await render(
      <Boundary>
        <Deferred n={13} />
      </Boundary>,
    );
    await pass();
    expect(text()).toBe("Error: unlucky");
  });
});
