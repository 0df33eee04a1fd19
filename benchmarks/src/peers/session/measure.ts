/**
 * One program under one peer, in a process or page of its own: the plain program and the adapted one take turns, while
 * input comes in.
 */
import type { Run } from "../adapters/run.ts";
import { isSame, type Program } from "../program.ts";
import { sharedClock } from "./clock.ts";
import type { Frames, FrameWatch } from "./frames.ts";
import type { Input } from "./input.ts";

export interface Effort {
  /** Milliseconds. */
  readonly warmUp: number;
  /** Of a plain and an adapted run, which take turns in going first. */
  readonly pairs: number;
}

/** Of each kind as many as were measured, neighbours at the same place. */
export interface SessionReport {
  readonly plain: SideReport;
  readonly adapted: SideReport;
}

export interface SideReport {
  /** Milliseconds from the start until the result is there. */
  readonly times: readonly number[];
  /** What this thread computed meanwhile, in milliseconds, whatever else the machine did; where the host tells. */
  readonly ownTimes: readonly number[];
  /** Milliseconds that each message of another thread waited for its handler. */
  readonly delays: readonly number[];
  /** Milliseconds that each press of a key waited for its handler, where there are keys. */
  readonly keyDelays: readonly number[];
  /** Where there are frames. */
  readonly frames?: Frames;
}

export interface SessionOptions {
  readonly plain: Program;
  readonly adapted: Run;
  readonly size: number;
  readonly effort: Effort;
  readonly input: Input;
  readonly keys?: Input;
  readonly frames?: FrameWatch | undefined;
  readonly collectGarbage?: () => void;
  /** Milliseconds of processor time of this thread. */
  readonly ownTime?: () => number;
}

interface Sample {
  readonly time: number;
  readonly ownTime: number | undefined;
  readonly delays: readonly number[];
  readonly keyDelays: readonly number[];
  readonly frames: Frames | undefined;
}

/** @throws Error if the peer gives another result than the plain program */
export async function measureSession(options: SessionOptions): Promise<SessionReport> {
  const { plain, adapted, size, effort, input, keys, frames } = options;
  const runs = { plain: async (input: unknown) => plain.run(input), adapted };
  await warmUpSmall(runs, plain, effort.warmUp);
  const full = plain.prepare(size);
  const expected = plain.run(full);
  const sample = async (run: Run): Promise<Sample> => {
    options.collectGarbage?.();
    await quiet();
    const before = options.ownTime?.();
    const from = sharedClock();
    const value = await run(full);
    const to = sharedClock();
    const ownTime = before === undefined ? undefined : (options.ownTime?.() as number) - before;
    // What was sent meanwhile is answered before the thread is busy with something else.
    await quiet();
    if (!isSame(value, expected)) throw new Error("the results differ");
    return {
      time: to - from,
      ownTime,
      delays: input.delays(from, to),
      keyDelays: keys?.delays(from, to) ?? [],
      frames: frames?.between(from, to),
    };
  };
  await sample(runs.plain);
  await sample(runs.adapted);
  const pairs: (readonly [plain: Sample, adapted: Sample])[] = [];
  for (let i = 0; i < effort.pairs; i += 2) {
    const first = await sample(runs.plain);
    pairs.push([first, await sample(runs.adapted)]);
    if (i + 1 === effort.pairs) break;
    const second = await sample(runs.adapted);
    pairs.push([await sample(runs.plain), second]);
  }
  return { plain: report(pairs.map(([plain]) => plain)), adapted: report(pairs.map(([, adapted]) => adapted)) };
}

/** Many short runs: engines compile best what is called often. */
async function warmUpSmall(runs: { plain: Run; adapted: Run }, program: Program, ms: number): Promise<void> {
  const small = program.prepare(program.size.small);
  for (const run of [runs.plain, runs.adapted]) {
    for (const end = performance.now() + ms / 2; performance.now() < end; ) await run(small);
  }
}

function quiet(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}

function report(samples: readonly Sample[]): SideReport {
  const frames = samples.flatMap(({ frames }) => frames ?? []);
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
  return {
    times: samples.map(({ time }) => time),
    ownTimes: samples.flatMap(({ ownTime }) => ownTime ?? []),
    delays: samples.flatMap(({ delays }) => delays),
    keyDelays: samples.flatMap(({ keyDelays }) => keyDelays),
    ...(frames.length > 0 && {
      frames: { came: sum(frames.map(({ came }) => came)), wanted: sum(frames.map(({ wanted }) => wanted)) },
    }),
  };
}
