/** What a job awaits has often settled a few microtasks later: then its round goes on, without another turn of the host. */
import { Scheduler, type SchedulerOptions } from "@preempt/runtime";
import { attachAsync, settle, wait } from "@preempt/runtime/abi";
import { VirtualHost } from "@preempt/runtime/testing";
import { expect, test } from "vitest";

class CountingHost extends VirtualHost {
  posts = 0;
  isInputWaiting = false;

  override post(turn: () => void): void {
    this.posts++;
    super.post(turn);
  }

  inputPending(): boolean {
    return this.isInputWaiting;
  }
}

function counting(options: SchedulerOptions = {}) {
  const host = new CountingHost();
  const trace: string[] = [];
  const rt = new Scheduler({ host, ...options });
  return { host, rt, trace, note: (what: unknown) => void trace.push(`${host.now()} ${what}`) };
}

/** A job that awaits what this gives, round after round, each of which takes `ms`. */
function awaiting(host: VirtualHost, ms: number, values: (() => unknown)[], told: (value: unknown) => void = () => {}) {
  const body = function* (): Generator<unknown, unknown> {
    for (const value of values) {
      host.advance(ms);
      try {
        told(yield wait(value()));
      } catch (error) {
        told(error);
      }
    }
    return settle("end");
  };
  return attachAsync(async () => {}, body as never) as () => Promise<unknown>;
}

const value = (x: unknown) => () => x;
/** Settles so many microtasks later. */
const after = (microtasks: number) => async () => {
  for (let i = 0; i < microtasks; i++) await undefined;
  return microtasks;
};

test("a job goes on in the same turn of the host when what it awaits has settled", async () => {
  const w = counting();
  const seen: unknown[] = [];
  const job = w.rt.submit(
    awaiting(w.host, 0, [value(1), () => Promise.resolve(2), () => Promise.reject(3), after(5)], (x) => seen.push(x)),
  );
  await w.host.settle();
  expect([seen, await job, w.host.posts]).toEqual([[1, 2, 3, 5], "end", 1]);
});

test("what takes longer than that has a turn of its own", async () => {
  const w = counting();
  w.rt.submit(awaiting(w.host, 0, [after(50), after(50)]));
  await w.host.settle();
  expect(w.host.posts).toBe(3);
});

test("a round that goes on ends when it was to end: the event loop has its turn as if nobody had awaited", async () => {
  const w = counting({ round: 5, slice: 1 });
  w.rt.submit(
    awaiting(
      w.host,
      1,
      Array.from({ length: 20 }, () => value(1)),
    ),
  );
  await w.host.settle();
  // Rounds of 5 ms, and one in which the job ends.
  expect(w.host.posts).toBe(5);
});

test("a round does not go on while input waits", async () => {
  const w = counting();
  w.host.isInputWaiting = true;
  w.rt.submit(awaiting(w.host, 0, [value(1), value(2)]));
  await w.host.settle();
  expect(w.host.posts).toBe(3);
});

test("of the jobs that have what they awaited, the most urgent goes on first", async () => {
  const w = counting();
  w.rt.submit(awaiting(w.host, 0, [value("late"), value("late")], w.note), { deadline: 9 });
  w.rt.submit(awaiting(w.host, 0, [value("soon"), value("soon")], w.note), { deadline: 5 });
  await w.host.settle();
  expect([w.trace, w.host.posts]).toEqual([["0 soon", "0 late", "0 soon", "0 late"], 1]);
});

test("an alarm that is due meanwhile comes first", async () => {
  const w = counting({ round: 100 });
  w.rt.alarm(2, () => w.note("alarm"));
  w.rt.submit(awaiting(w.host, 3, [value("first"), value("second")], w.note));
  await w.host.settle();
  expect(w.trace).toEqual(["3 alarm", "3 first", "6 second"]);
});
