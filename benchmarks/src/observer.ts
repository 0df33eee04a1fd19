/**
 * What does an observer cost a dispatch? Two jobs take turns at every preemption point, so that everything else a
 * dispatch needs is as little as it can be. "None" runs twice: what is between the two is the noise of the machine.
 */
import { type Host, nodeHost, type Observer, Scheduler } from "@preempt/runtime";
import { TraceBuffer } from "@preempt/runtime/observers";
import { collectGarbage } from "./machine.ts";
import { median } from "./statistics.ts";

const forever = Number.POSITIVE_INFINITY;

const observers: readonly { readonly name: string; readonly make: () => Observer | undefined }[] = [
  { name: "none", make: () => undefined },
  { name: "none, again", make: () => undefined },
  { name: "one that listens to nothing", make: () => ({}) },
  { name: "one that listens to other events", make: () => ({ jobReleased() {}, jobFinished() {} }) },
  { name: "one listener to dispatches", make: () => counter() },
  { name: "TraceBuffer", make: () => new TraceBuffer() },
];

function counter(): Observer {
  let dispatches = 0;
  return {
    jobDispatched() {
      dispatches++;
    },
    roundEnded() {
      if (dispatches === 0) throw new Error("nothing was dispatched");
    },
  };
}

export interface ObserverRow {
  readonly name: string;
  /** Median nanoseconds for a dispatch. */
  readonly time: number;
  /** Against no observer. */
  readonly ratio: number;
}

function steppingHost(): Host {
  let readings = 0;
  return { ...nodeHost(), now: () => ++readings as ReturnType<Host["now"]> };
}

async function measure(observer: Observer | undefined, count: number): Promise<number> {
  const rt = new Scheduler({
    host: steppingHost(),
    slice: 1,
    round: forever,
    budget: 0,
    ...(observer && { observer }),
  });
  let left = count;
  function* turns(): Generator<undefined, void> {
    while (left-- > 0) yield;
  }
  rt.submit(turns);
  rt.submit(turns);
  const from = process.hrtime.bigint();
  await rt.idle();
  return Number(process.hrtime.bigint() - from) / count;
}

/** @param options.repetitions Samples for each observer; they take turns. */
export async function measureObserver({ repetitions }: { repetitions: number }): Promise<ObserverRow[]> {
  const samples = observers.map((): number[] => []);
  for (let round = -2; round < repetitions; round++) {
    for (const [i, { make }] of observers.entries()) {
      collectGarbage();
      const time = await measure(make(), 300_000);
      if (round >= 0) samples[i]?.push(time);
    }
  }
  const times = samples.map(median);
  return observers.map(({ name }, i) => ({
    name,
    time: times[i] as number,
    ratio: (times[i] as number) / (times[0] as number),
  }));
}

export function observerTable(rows: readonly ObserverRow[]): string {
  const lines = [`${"observer".padEnd(34)} a dispatch    ratio`];
  for (const { name, time, ratio } of rows) {
    lines.push(`${name.padEnd(34)} ${time.toFixed(0).padStart(7)} ns ${ratio.toFixed(2).padStart(7)}x`);
  }
  return lines.join("\n");
}
