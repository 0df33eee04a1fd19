// @vitest-environment jsdom
/** The hook `useSuspenseJob`: one job for each arguments, however often React renders, cancelled if no render wants it any more. */
import { useSuspenseJob } from "@preempt/react";
import { act, Component, type ReactNode, Suspense, startTransition, useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { count, pass, render, states, text } from "./kit.tsx";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** React shows what was suspended after a while. */
async function end(): Promise<void> {
  await pass();
  await act(async () => vi.advanceTimersByTime(500));
}

const Count = ({ n }: { n: number }) => <p>{useSuspenseJob(count, [n])}.</p>;
const Page = ({ ns }: { ns: readonly number[] }) => (
  <Suspense fallback="wait">
    {ns.map((n, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two may be the same
      <Count n={n} key={i} />
    ))}
  </Suspense>
);

let type = (_: number) => {};
function Typed({ first }: { first: number }) {
  const [n, setN] = useState(first);
  const [urgent, setUrgent] = useState(0);
  type = (next) => startTransition(() => setN(next));
  again = () => setUrgent((before) => before + 1);
  return (
    <>
      {urgent} <Page ns={[n]} />
    </>
  );
}
let again = () => {};

test("the fallback is shown until the job has ended, and renders in between start no other", async () => {
  const { show } = await render(<Page ns={[5]} />);
  expect(text()).toBe("wait");
  await pass(2);
  await show(<Page ns={[5]} />);
  await end();
  expect(text()).toBe("5 done.");
  expect(states()).toEqual(["done"]);
});

test("components that ask for the same share one job, and its result stays as long as one of them is mounted", async () => {
  const { show } = await render(<Page ns={[5, 5]} />);
  await end();
  expect(text()).toBe("5 done.5 done.");
  await show(<Page ns={[5]} />);
  await show(<Page ns={[5, 5]} />);
  expect(text()).toBe("5 done.5 done.");
  expect(states()).toEqual(["done"]);
});

test("after the last of them is gone, the job runs again", async () => {
  const { show } = await render(<Page ns={[5]} />);
  await end();
  await show(<Page ns={[]} />);
  await show(<Page ns={[5]} />);
  expect(text()).toBe("wait");
  await end();
  expect(text()).toBe("5 done.");
  expect(states()).toEqual(["done", "done"]);
});

test("in a transition the former result stays; newer arguments cancel the job, and urgent renders do not", async () => {
  await render(<Typed first={1} />);
  await end();
  await act(async () => type(9));
  await pass(3);
  await act(async () => again());
  await pass(1);
  expect(text()).toBe("1 1 done.");
  expect(states()).toEqual(["done", "ready"]);
  await act(async () => type(4));
  await end();
  expect(text()).toBe("1 4 done.");
  expect(states()).toEqual(["done", "cancelled", "done"]);
});

test("a job that a component is suspended for is not cancelled by another one that waits for the same", async () => {
  const { show } = await render(<Page ns={[5, 6]} />);
  await pass(2);
  await show(<Page ns={[6, 5]} />);
  await end();
  expect(text()).toBe("6 done.5 done.");
  expect(states()).toEqual(["done", "done"]);
});

test("a result that no component was mounted with is kept for half a minute", async () => {
  const { show } = await render(<Page ns={[5]} />);
  await show(<p>elsewhere</p>);
  await end();
  await show(<Page ns={[5]} />);
  expect(text()).toBe("5 done.");
  await show(<p>elsewhere</p>);
  await show(<Page ns={[6]} />);
  await show(<p>elsewhere</p>);
  await end();
  await act(async () => vi.advanceTimersByTime(30_000));
  await show(<Page ns={[6]} />);
  expect(text()).toBe("wait");
});

class Boundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};
  static getDerivedStateFromError(error: unknown) {
    return { error };
  }
  override render() {
    if (this.state.error === undefined) return this.props.children;
    retry = () => this.setState({ error: undefined });
    return String(this.state.error);
  }
}
let retry = () => {};

test("an error is thrown for an error boundary, which may try again after a second", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  let attempts = 0;
  const fails = () => {
    if (++attempts === 1) throw new Error("unlucky");
    return "fine";
  };
  const Fails = () => <p>{useSuspenseJob(fails, [])}</p>;
  await render(
    <Boundary>
      <Suspense fallback="wait">
        <Fails />
      </Suspense>
    </Boundary>,
  );
  await end();
  expect([text(), attempts]).toEqual(["Error: unlucky", 1]);
  await act(async () => vi.advanceTimersByTime(1000));
  await act(async () => retry());
  await end();
  expect([text(), attempts]).toEqual(["fine", 2]);
});
