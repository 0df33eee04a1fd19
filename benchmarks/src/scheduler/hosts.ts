/** Hosts whose clocks move as a measurement needs it. */
import { type Host, nodeHost } from "@preempt/runtime";

type Instant = ReturnType<Host["now"]>;

/**
 * A clock that moves on by a slice each time it is read: every point at which a job yields ends its slice.
 *
 * @param onReading Is told how often the clock was read
 */
export function steppingHost(onReading: (readings: number) => void = () => {}): Host {
  let readings = 0;
  const now = () => {
    readings++;
    onReading(readings);
    return readings as Instant;
  };
  return { ...nodeHost(), now };
}

/** Nothing ever runs: what is submitted and set stays where it is. */
export function stillHost(): Host {
  return { ...nodeHost(), now: () => 0 as Instant, post() {}, timer: () => ({ cancel() {} }) };
}

/** A clock that stands still until it is moved on. */
export function steppedHost(): Host & { advance(time: number): void } {
  let clock = 0;
  return {
    ...nodeHost(),
    now: () => clock as Instant,
    advance(time) {
      clock += time;
    },
  };
}
