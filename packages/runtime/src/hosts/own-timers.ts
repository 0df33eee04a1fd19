/**
 * The engine's own clock and timers, whatever tests put in their place. A scheduler needs time that passes: under a clock that
 * stands still no slice would end, and what a fake timer has promised never comes once it is taken away. Tests that want to own
 * the time give the scheduler a VirtualHost.
 *
 * Production takes what it finds, so that bundles do not load what only tests need.
 */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

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
const loaded = /* @__PURE__ */ whatIsThere();

function whatIsThere(): Partial<Timers> {
  const { setTimeout, clearTimeout, setImmediate, requestAnimationFrame, performance } = here;
  return { setTimeout, clearTimeout, setImmediate, requestAnimationFrame, performance } as Partial<Timers>;
}

/** Those of node:test are bound, which an engine's own never are; older ones of Jest are mocks. */
function isPlayed(f: Played | undefined): boolean {
  return f !== undefined && (!!f._isMockFunction || f.name.startsWith("bound "));
}

/**
 * The engine's `source[name]`; undefined where there is none. It is no method: engines refuse theirs on other objects.
 */
export function ownTimer<N extends Name>(name: N, source: Pick<Timers, N> = here): Timers[N] {
  try {
    if (process.env.NODE_ENV !== "production") return unplayedTimer(name, source);
  } catch {
    // A page without a bundler may be a test as well.
    return unplayedTimer(name, source);
  }
  return source[name] as Timers[N];
}

/** Where all that was ever seen is played, it is looked for at each call. */
function unplayedTimer<N extends Name>(name: N, source: Pick<Timers, N>): Timers[N] {
  const found = source[name] as Played | undefined;
  const own = (found?.clock?.[`_${name}`] ?? found) as Played | undefined;
  const first = loaded[name] as Played | undefined;
  const call: Call = (...args) => (source[name] as Call)(...args);
  return (!isPlayed(own) ? own : isPlayed(first) ? call : first) as Timers[N];
}

/** Reads the engine's clock. */
export function ownClock(): () => number {
  try {
    if (process.env.NODE_ENV !== "production") return unplayedClock();
  } catch {
    return unplayedClock();
  }
  const { performance } = here;
  return performance.now.bind(performance);
}

function unplayedClock(): () => number {
  const found = here.performance;
  const behind = (here.setTimeout as Played).clock?._performance as typeof found | undefined;
  const isOwn = (clock: typeof found) => clock.now.name !== "fakePerformanceNow";
  const own = [behind, found, loaded.performance].find((clock) => clock && isOwn(clock));
  return () => (own ?? here.performance).now();
}
