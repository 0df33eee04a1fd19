/**
 * What the stack trace of a job's error shows: the frames of the job, none of the kernel's, and then the place where the job was
 * submitted, as engines show who awaits an async function.
 *
 * To note a place costs more than to submit a job. So it is left out in production, and where there are many in a short time.
 */

import { plainFrame } from "../protocol/protocol.ts";
import type { Callable } from "../realm/intrinsics.ts";

declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** What an engine writes its frames on. */
export interface SubmittedAt {
  readonly stack?: string;
}

type Capture = (into: object, below: Callable) => void;
const { captureStackTrace } = Error as unknown as { readonly captureStackTrace?: Capture };

/** Of the time that passes, this share may go into noting places; */
const share = 0.03;
/** and so many milliseconds at once. */
const most = 2;
let left = most;
let last = 0;

/** Bundlers know the answer; a page without one is taken for production. */
function isProduction(): boolean {
  try {
    return process.env.NODE_ENV === "production";
  } catch {
    return true;
  }
}
const isOn = captureStackTrace !== undefined && !isProduction();

/** Notes the place from where `below` is called. */
export function placeBelow(below: Callable, clock: { now(): number }): SubmittedAt | undefined {
  if (!isOn) return undefined;
  const now = clock.now();
  left = Math.min(most, left + Math.abs(now - last) * share);
  last = now;
  if (left <= 0) return undefined;
  const place = {};
  captureStackTrace?.(place, below);
  last = clock.now();
  left -= Math.abs(last - now);
  return place;
}

const kernels = /^\s*at .*\bpreempt\.resume/;
const builtIn = /\.(next|throw|return) \(<anonymous>\)$/;

/** The lines above those of the kernel. */
function ownFrames(lines: readonly string[]): readonly string[] {
  let end = lines.findIndex((line) => kernels.test(line));
  if (end < 0) return lines;
  if (builtIn.test(lines[end - 1] ?? "")) end--;
  if (lines[end - 1]?.trimStart().startsWith(`at ${plainFrame.name} (`)) end--;
  return lines.slice(0, end);
}

const shown = new WeakSet<object>();

/** The job failed with `error`, whose stack says so from now on. */
export function showJob(error: unknown, place: SubmittedAt | undefined): void {
  if (!isOn || !(error instanceof Error) || shown.has(error) || Object.isFrozen(error)) return;
  try {
    const { stack } = error;
    if (typeof stack !== "string") return;
    shown.add(error);
    // Its first line is the header of an error.
    const [first, ...others] = ownFrames(place?.stack?.split("\n").slice(1) ?? []);
    const async = first === undefined ? [] : [first.replace(/^(\s*at )(async (?!\())?/, "$1async "), ...others];
    error.stack = [...ownFrames(stack.split("\n")), ...async].join("\n");
  } catch {
    // An error that does not want to be changed.
  }
}
