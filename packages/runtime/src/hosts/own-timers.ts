/**
 * The engine's own clock and timers, whatever tests put in their place. A scheduler needs time that passes: under a clock that
 * stands still no slice would end, and what a fake timer has promised never comes once it is taken away. Tests that want to own
 * the time give the scheduler a VirtualHost.
 */

export interface Timers {
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
  setImmediate?(callback: () => void): unknown;
  requestAnimationFrame?(callback: (start: number) => void): unknown;
  readonly performance: { now(): number };
}
type Name = "setTimeout" | "clearTimeout" | "setImmediate" | "requestAnimationFrame";
type Call = (...args: unknown[]) => unknown;

/** A function of Sinon's, which Vitest and Jest use, too: the one that it replaced is in its clock. */
type Played = Call & { readonly clock?: Readonly<Record<string, unknown>>; readonly _isMockFunction?: boolean };

const here = globalThis as unknown as Timers;
/** When this module was loaded: most often there was nothing else yet. */
const loaded = { ...pick(here), performance: here.performance };

function pick({ setTimeout, clearTimeout, setImmediate, requestAnimationFrame }: Partial<Timers>) {
  return { setTimeout, clearTimeout, setImmediate, requestAnimationFrame };
}

/** Those of node:test are bound, which an engine's own never are; older ones of Jest are mocks. */
function isPlayed(f: Played | undefined): boolean {
  return f !== undefined && (!!f._isMockFunction || f.name.startsWith("bound "));
}

/**
 * The engine's `source[name]`; undefined where there is none. Where all that was ever seen is played, it is looked for at each
 * call. It is no method: engines refuse theirs on other objects.
 */
export function ownTimer<N extends Name>(name: N, source: Pick<Timers, N> = here): Timers[N] {
  const found = source[name] as Played | undefined;
  const own = (found?.clock?.[`_${name}`] ?? found) as Played | undefined;
  const first = loaded[name] as Played | undefined;
  const call: Call = (...args) => (source[name] as Call)(...args);
  return (!isPlayed(own) ? own : isPlayed(first) ? call : first) as Timers[N];
}

/** Reads the engine's clock. */
export function ownClock(): () => number {
  const found = here.performance;
  const behind = (here.setTimeout as Played).clock?._performance as typeof found | undefined;
  const isOwn = (clock: typeof found) => clock.now.name !== "fakePerformanceNow";
  const own = [behind, found, loaded.performance].find((clock) => clock && isOwn(clock));
  return () => (own ?? here.performance).now();
}
