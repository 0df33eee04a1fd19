/** Milliseconds on a clock that all threads share, so that a delay may begin in one and end in another. */
export const sharedClock: () => number = nodeClock() ?? (() => performance.timeOrigin + performance.now());

/** Node's threads have an origin each, but one clock below. */
function nodeClock(): (() => number) | undefined {
  const { process } = globalThis as { process?: { hrtime?: { bigint(): bigint } } };
  const hrtime = process?.hrtime;
  return hrtime === undefined ? undefined : () => Number(hrtime.bigint()) / 1e6;
}
