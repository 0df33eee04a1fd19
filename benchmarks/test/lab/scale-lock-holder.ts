/**
 * Takes a lock again and again, writes down when it has it, and is killed in the middle in the end:
 * `node scale-lock-holder.ts LOCK LOG TIMES`.
 */
import { appendFileSync } from "node:fs";
import { LabError } from "../../src/lab/errors.ts";
import { takeLock } from "../../src/lab/scale/lock.ts";

const [lock = "", log = "", times = ""] = process.argv.slice(2);
for (let left = Number(times); left > 0; ) {
  try {
    const held = takeLock(lock, "the log");
    appendFileSync(log, `enter ${process.pid}\n`);
    if (--left === 0) process.kill(process.pid, "SIGKILL");
    appendFileSync(log, `leave ${process.pid}\n`);
    held.release();
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  }
}
