// Recursion is preempted at any depth: the beat goes on every 10 ms.
import { rt } from "playground";

/** @preempt */
function fib(n: number): number {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

function beat() {}

const beats = rt.task(beat, { period: 10 });
const job = rt.submit(fib, { args: [34] });

console.log("fib(34) is", await job);
const { executionTime, preemptions } = job;
console.log(executionTime.toFixed(1), "ms, preempted", preemptions, "times");
beats.stop();
console.log("Of", beats.released, "beats", beats.misses, "were late.");
