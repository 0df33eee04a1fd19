/**
 * Where there is no profiler, as in browsers: the preemption point at which a job gave the thread up after it had kept it for long. After
 * the first report, the stack is taken each time that a function is suspended. To see that, the field into which emitted code saves its
 * frame becomes an accessor for a while, which makes all preemptable code slower.
 */
import { shortName } from "../hosts/sources.ts";
import { realm } from "../realm/realm.ts";

const { state } = realm;
const runtimeFrame = /[\\/@]preempt[\\/_]runtime|[\\/]packages[\\/]runtime[\\/]/;
/** In a bundle these stand among the program's own: the setter below, and what saves a frame. */
const savingFrame = /^(?:\s*at set captured |set@|\s*at save \(|save@)/;

let stack: string | undefined;
let isOn = false;
/** How many times more it is done. */
let times = 4;

/** From now on, until {@link takeLastPoint}. Returns whether it is. */
export function noteLastPoint(): boolean {
  if (isOn || times === 0) return isOn;
  times--;
  isOn = true;
  let captured = state.captured;
  Object.defineProperty(state, "captured", {
    configurable: true,
    enumerable: true,
    get: () => captured,
    set(value: typeof captured) {
      // The first frame of a chain is that of the innermost function.
      if (captured === undefined && value !== undefined) stack = new Error("here").stack;
      captured = value;
    },
  });
  return true;
}

/** `"score" (src/score.js:12)`, if a function was suspended since. */
export function takeLastPoint(): string | undefined {
  if (!isOn) return undefined;
  isOn = false;
  Object.defineProperty(state, "captured", {
    configurable: true,
    enumerable: true,
    writable: true,
    value: state.captured,
  });
  const seen = stack;
  stack = undefined;
  return seen === undefined ? undefined : innermost(seen);
}

/** Both forms of engines: "at score (url:1:2)", and "score@url:1:2". */
function innermost(text: string): string | undefined {
  for (const line of text.split("\n")) {
    if (savingFrame.test(line)) continue;
    const [, url, row] = /(?:[(@]|\bat )?([^\s(@]+):(\d+):\d+\)?$/.exec(line) ?? [];
    if (url === undefined || runtimeFrame.test(line)) continue;
    const name = (/^\s*at (?:async )?([^\s(]+) \(/.exec(line) ?? /^([^@\s]+)@/.exec(line))?.[1];
    const place = `${shortName(url)}:${row}`;
    return name === undefined
      ? `a function without a name (${place})`
      : `"${name.replace(/\$(?:resumable|rest)(?:_\d+)?$/, "")}" (${place})`;
  }
  return undefined;
}
