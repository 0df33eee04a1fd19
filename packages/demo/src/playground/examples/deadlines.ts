// A long computation, and a short one that comes later and is due first.
import { rt } from "playground";

/** @preempt */
function sum(n: number): number {
  let total = 0;
  for (let i = 0; i < n; i++) total = (total + i * i) % 1_000_003;
  return total;
}

const report = rt.submit(sum, { name: "report", args: [12_000_000], deadline: 1000 });
const answer = rt.submit(sum, { name: "answer", args: [600_000], deadline: 50, delay: 20 });

// Choose FIFO below the Run tab, and run it again: the answer waits for the report.
await answer;
console.log("answer after", answer.responseTime, "ms; the report is", report.state);
await report;
console.log("report after", report.responseTime, "ms, preempted", report.preemptions, "times");
