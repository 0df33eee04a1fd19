// Recursion is preempted at any depth: the beat goes on every 10 ms.
import { rt } from "playground";

/** @preempt */
function fib(n: number): number {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

function beat() {}

const beats = rt.task(beat, { period: 10 });
const job = rt.submit(fib, { args: [30] });

console.log("fib(30) is", await job);
console.log("It took", job.executionTime, "ms of the thread, in", job.preemptions + 1, "pieces.");
beats.stop();
console.log("Of", beats.released, "beats", beats.misses, "were late.");
