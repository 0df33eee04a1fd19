/** Rendering on a server: no job starts, unless a scheduler was provided for it. */

import { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { PreemptProvider, useJob, useScheduler, useSuspenseJob } from "@preempt/react";
import { virtualScheduler } from "@preempt/runtime/testing";
import { type ReactNode, Suspense } from "react";
import { renderToPipeableStream, renderToString } from "react-dom/server";
import { expect, test } from "vitest";

let calls = 0;
const answer = () => {
  calls++;
  return 42;
};

test("useJob renders its first view, pending, and starts nothing, with a scheduler or without", () => {
  const Answer = () => <p>{useJob(answer, []).status}</p>;
  const Idle = () => <p>{useJob(answer, false).status}</p>;
  const { rt, host, schedule } = virtualScheduler();
  expect(renderToString(<Answer />)).toBe("<p>pending</p>");
  expect(renderToString(<Idle />)).toBe("<p>idle</p>");
  const provided = renderToString(
    <PreemptProvider scheduler={rt}>
      <Answer />
    </PreemptProvider>,
  );
  expect(provided).toBe("<p>pending</p>");
  host.run();
  expect(schedule.jobs).toEqual([]);
  expect((globalThis as Record<symbol, unknown>)[Symbol.for("@preempt/scheduler")]).toBeUndefined();
});

test("useScheduler gives none where none was provided", () => {
  let given: unknown = "nothing";
  const Uses = () => {
    given = useScheduler();
    return null;
  };
  renderToString(<Uses />);
  expect(given).toBeUndefined();
});

const Suspends = () => <p>{useSuspenseJob(answer, [])}</p>;
const page = (
  <Suspense fallback={<p>wait</p>}>
    <Suspends />
  </Suspense>
);

/** What is sent in the end. */
async function send(node: ReactNode, onError: (error: unknown) => void = () => {}): Promise<string> {
  const chunks: string[] = [];
  const out = new Writable({
    write(chunk, _, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  const ready = Promise.withResolvers<void>();
  const { pipe } = renderToPipeableStream(node, { onError, onAllReady: ready.resolve });
  await ready.promise;
  pipe(out);
  await finished(out);
  return chunks.join("");
}

test("useSuspenseJob without a scheduler leaves the fallback, and the browser runs the job", async () => {
  const errors: unknown[] = [];
  expect(await send(page, (error) => void errors.push(error))).toContain("<p>wait</p>");
  expect(errors).toEqual([expect.objectContaining({ code: "suspense_no_scheduler" })]);
  expect(calls).toBe(0);
});

test("with a provided scheduler, the job runs on the server, and its result is part of the page", async () => {
  const { rt, host } = virtualScheduler();
  const sent = send(<PreemptProvider scheduler={rt}>{page}</PreemptProvider>);
  await host.settle();
  expect(await sent).toContain("<p>42</p>");
  expect(calls).toBe(1);
});
