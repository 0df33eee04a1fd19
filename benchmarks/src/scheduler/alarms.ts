/** Alarms set, cancelled and fired while `length` others are pending. */
import { type Alarm, Scheduler } from "@preempt/runtime";
import { median } from "../statistics.ts";
import { timed } from "../turns.ts";
import { steppedHost, stillHost } from "./hosts.ts";
import { forever, randomNumbers } from "./policies.ts";

const never = () => {
  throw new Error("no alarm was to fire");
};

/** The medians of short batches. */
export function measureSetting(length: number, count: number) {
  const rt = new Scheduler({ host: stillHost() });
  const random = randomNumbers();
  const set = () => rt.alarm(random() + 1, never);
  for (let i = 0; i < length; i++) set();
  const batch = Math.min(1000, Math.ceil(length / 10));
  const alarms: Alarm[] = [];
  const times = { set: [] as number[], cancelled: [] as number[] };
  const rounds = Math.ceil(count / batch);
  for (let round = 0; round < rounds; round++) {
    const setting = timed(() => {
      for (let i = 0; i < batch; i++) alarms.push(set());
    });
    const cancelling = timed(() => {
      for (const alarm of alarms) alarm.cancel();
    });
    times.set.push(setting / batch);
    times.cancelled.push(cancelling / batch);
    alarms.length = 0;
  }
  return { set: median(times.set), cancelled: median(times.cancelled) };
}

/**
 * As many periodic alarms as `length`, of different periods; the clock goes on by so much that about a hundred are due
 * whenever the kernel looks. Each is taken out, called, and set again by the kernel.
 */
export async function measureFiring(length: number, count: number): Promise<number> {
  const host = steppedHost();
  const rt = new Scheduler({ host, slice: 1, round: forever, budget: 0 });
  const random = randomNumbers();
  let fired = 0;
  const period = 1e6;
  const alarms = Array.from({ length }, () =>
    rt.alarm({ every: period / 2 + (random() % period) }, () => {
      fired++;
    }),
  );
  let from = 0n;
  let atFirst = 0;
  let time = 0;
  function* clockwork(): Generator<undefined, void> {
    // Two periods, until they are spread evenly.
    while (fired < 2 * length + 1000) {
      host.advance((period / length) * 100);
      yield;
    }
    from = process.hrtime.bigint();
    atFirst = fired;
    while (fired < atFirst + count) {
      host.advance((period / length) * 100);
      yield;
    }
    time = Number(process.hrtime.bigint() - from);
  }
  await rt.submit(clockwork);
  const measured = fired - atFirst;
  for (const alarm of alarms) alarm.cancel();
  return time / measured;
}
