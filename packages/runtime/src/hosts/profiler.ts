/** Node's sampling profiler of its own thread, for reports of development. To start it takes some ten milliseconds. */
import { ownTimer } from "./own-timers.ts";

export interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly scriptId: string;
    readonly url: string;
    /** From 0; -1 for what is no script. */
    readonly lineNumber: number;
    readonly columnNumber: number;
  };
  readonly children?: readonly number[];
  readonly positionTicks?: readonly { readonly line: number; readonly ticks: number }[];
}

export interface Profile {
  readonly nodes: readonly ProfileNode[];
  /** Times are microseconds. */
  readonly startTime: number;
  readonly endTime: number;
  readonly samples?: readonly number[];
  readonly timeDeltas?: readonly number[];
}

type Done = (error: object | null, result: { readonly profile: Profile }) => void;
interface Session {
  connect(): void;
  disconnect(): void;
  post(method: string, parameters?: object, done?: Done): void;
}

interface Surroundings {
  readonly process?: { getBuiltinModule?(name: "node:inspector"): { readonly Session: new () => Session } };
}

/** Microseconds between two samples. */
const interval = 1000;

/** Milliseconds after which it stops by itself: each of them is a sample that is kept. */
const longest = 10_000;

/**
 * Starts it. What it returns stops it, and returns the profile up to then; undefined if it has stopped before. Undefined where there is
 * no profiler.
 */
export function startProfiler(): (() => Profile | undefined) | undefined {
  const { process } = globalThis as Surroundings;
  try {
    const inspector = process?.getBuiltinModule?.("node:inspector");
    if (inspector === undefined) return undefined;
    const session = new inspector.Session();
    session.connect();
    session.post("Profiler.enable");
    session.post("Profiler.setSamplingInterval", { interval });
    session.post("Profiler.start");
    let isRunning = true;
    const stop = () => {
      let profile: Profile | undefined;
      if (!isRunning) return undefined;
      isRunning = false;
      session.post("Profiler.stop", undefined, (error, result) => {
        if (error === null) profile = result.profile;
      });
      session.disconnect();
      return profile;
    };
    const timer = ownTimer("setTimeout")(stop, longest) as { unref?(): void };
    timer.unref?.();
    return stop;
  } catch {
    // Bun and Deno have no profiler there, or Node was built without it.
    return undefined;
  }
}
