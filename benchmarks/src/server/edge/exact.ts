/** The policies in virtual time: the real request scheduler and kernel, on a processor that nobody else uses. */
import { virtualScheduler } from "@preempt/runtime/testing";
import { askedOf, hangsUp, isPlain, type PolicyName, requestSchedulerOf } from "./policies.ts";
import type { TimedRequest } from "./requests.ts";

/** What became of a request. */
export interface Served {
  /** The instant at which its answer was there; undefined: there was none. */
  readonly end: number | undefined;
  readonly refused: boolean;
}

/** @param requests In the order of their releases */
export async function serveExactly(requests: readonly TimedRequest[], name: PolicyName): Promise<Served[]> {
  const { rt, host, work } = virtualScheduler({
    policy: isPlain(name) ? "fifo" : name.startsWith("shortest") ? "fp" : "edf",
    ...{ errors: "collect", maxSteps: 1e8 },
  });
  const rs = requestSchedulerOf(name, { scheduler: rt });
  const served: Served[] = requests.map(() => ({ end: undefined, refused: false }));
  const send = (request: TimedRequest, i: number) => {
    const gone = new AbortController();
    const asked = askedOf(name, request);
    const compute = work(request.service, isPlain(name) ? Number.POSITIVE_INFINITY : undefined);
    let end: number | undefined;
    // Its promise settles when the round of jobs is over.
    const body = function* () {
      yield* compute();
      end = host.now();
    };
    const options = { ...asked.options, args: [] as [], ...(hangsUp(name) && { signal: gone.signal }) };
    const patience = rt.alarm(request.deadline, () => gone.abort());
    rs.run(asked.class, body, options).then(
      () => {
        patience.cancel();
        served[i] = { end, refused: false };
      },
      () => {
        patience.cancel();
        served[i] = { end: undefined, refused: !gone.signal.aborted };
      },
    );
  };
  // Alarms of the kernel come between two slices, as requests do.
  requests.forEach((request, i) => {
    rt.alarm(request.release, () => send(request, i));
  });
  const all = requests.reduce((sum, { service }) => sum + service, 0);
  await host.settle((requests.at(-1)?.release ?? 0) + all + 60_000);
  await rs.close({ deadline: 0 });
  return served;
}
