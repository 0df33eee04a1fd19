/**
 * The hop chosen by measurement. The first of several is used until it has been slow several times in a row: a clamp
 * of the engine, a throttle of a hidden tab. (A page that is busy itself looks the same.) Then all of them race, the
 * first to arrive is the hop, and once that is quick it is used alone.
 */
declare const performance: { now(): number };

/** Runs a function once, in one of the next turns of the event loop. */
export type Hop = (turn: () => void) => void;

/** Engines clamp to 4 ms and more; a hop that nothing delays takes some microseconds. */
const slow = 4;
const patience = 8;

/** @param hops The preferred one first. */
export function quickest(hops: readonly Hop[]): Hop {
  let chosen = hops[0] as Hop;
  let delays = 0;
  return (turn) => {
    const posted = performance.now();
    let arrived = false;
    const race = delays < patience ? [chosen] : hops;
    for (const hop of race) {
      hop(() => {
        if (arrived) return;
        arrived = true;
        chosen = hop;
        delays = performance.now() - posted < slow ? 0 : delays + 1;
        turn();
      });
    }
  };
}
