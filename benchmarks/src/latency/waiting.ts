/**
 * For how long this thread could have run and had no processor, because other programs had it. Linux counts it in
 * nanoseconds, the second number of `schedstat`; elsewhere nobody tells, and it is 0. What a virtual machine's host takes
 * away is in it nowhere.
 */
import { openSync, readSync } from "node:fs";

const file = open();
const buffer = Buffer.alloc(96);

export const countsWaiting: boolean = file !== undefined;

/** In milliseconds since the thread began. A call takes a µs or two. */
export function waitedForProcessor(): number {
  if (file === undefined) return 0;
  const length = readSync(file, buffer, 0, buffer.length, 0);
  // By hand, for splitting a string would make garbage in what is measured.
  let at = buffer.indexOf(space) + 1;
  let nanoseconds = 0;
  for (; at < length && buffer[at] !== space; at++) nanoseconds = nanoseconds * 10 + (buffer[at] as number) - zero;
  return nanoseconds / 1e6;
}

const space = 0x20;
const zero = 0x30;

function open(): number | undefined {
  try {
    // The main thread has the number of its process.
    return openSync(`/proc/self/task/${process.pid}/schedstat`, "r");
  } catch {
    return undefined;
  }
}
