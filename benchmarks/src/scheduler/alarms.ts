/** Alarms set, cancelled and fired while `length` others are pending. */
import { type Alarm, Scheduler } from "@preempt/runtime";
import { timed } from "../turns.ts";
import { steppedHost, stillHost } from "./hosts.ts";
import { forever, randomNumbers } from "./policies.ts";

const never = () => {
  throw new Error("no alarm was to fire");
};

export function measureSetting(length: number, count: number) {
  const rt = new Scheduler({ host: stillHost() });
  const random = randomNumbers();
  const set = () => rt.alarm(random() + 1, never);
  for (let i = 0; i < length; i++) set();
  const batch = Math.min(1000, Math.ceil(length / 10));
  const alarms: Alarm[] = [];
  const sum = { set: 0, cancelled: 0 };
  const rounds = Math.ceil(count / batch);
  for (let round = 0; round < rounds; round++) {
    sum.set += timed(() => {
      for (let i = 0; i < batch; i++) alarms.push(set());
    });
    sum.cancelled += timed(() => {
      for (const alarm of alarms) alarm.cancel();
    });
    alarms.length = 0;
  }
  return { set: sum.set / rounds / batch, cancelled: sum.cancelled / rounds / batch };
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
