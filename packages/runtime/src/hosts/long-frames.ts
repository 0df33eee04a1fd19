/** Which scripts kept a page for long, where the browser tells (long animation frames). For reports of development. */

interface Script {
  readonly startTime: number;
  readonly duration: number;
  /** "BUTTON#go.onclick". */
  readonly invoker?: string;
  readonly sourceURL?: string;
  readonly sourceFunctionName?: string;
}

interface Frame {
  readonly scripts?: readonly Script[];
}

interface Observing {
  new (callback: (list: { getEntries(): readonly Frame[] }) => void): { observe(options: object): void };
  readonly supportedEntryTypes?: readonly string[];
}

const type = "long-animation-frame";
/** Scripts that ran before so many later ones are forgotten. */
const most = 50;
let scripts: Script[] | undefined;

/** From now on, long scripts are noted. They are known some time after their frame. */
export function noteScripts(): void {
  const { PerformanceObserver: Observer } = globalThis as { PerformanceObserver?: Observing };
  if (scripts !== undefined || !Observer?.supportedEntryTypes?.includes(type)) return;
  scripts = [];
  new Observer((list) => {
    const more = list.getEntries().flatMap((frame) => frame.scripts ?? []);
    scripts = [...(scripts ?? []), ...more].slice(-most);
  }).observe({ type });
}

/** The script that had most of the time between two instants of the clock of `performance.now()`. */
export function longestScript(from: number, to: number): Script | undefined {
  const shared = ({ startTime, duration }: Script) => Math.min(to, startTime + duration) - Math.max(from, startTime);
  return [...(scripts ?? [])].filter((one) => shared(one) > 0).sort((a, b) => shared(b) - shared(a))[0];
}
