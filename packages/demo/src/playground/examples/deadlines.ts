// A long computation, and a short one that comes later and is due first.
// With FIFO (under Run) the answer waits for the report.
import { rt } from "playground";

/** @preempt */
function sum(n: number): number {
  let total = 0;
  for (let i = 0; i < n; i++) total = (total + i * i) % 1_000_003;
  return total;
}

const report = rt.submit(sum, {
  name: "report",
  args: [10_000_000],
  deadline: 800,
});
const answer = rt.submit(sum, {
  name: "answer",
  args: [500_000],
  delay: 50,
  deadline: 60,
});

await Promise.all([report, answer]);
for (const { name, responseTime, preemptions } of [answer, report]) {
  console.log(name, "after", responseTime?.toFixed(1), "ms");
  console.log("  preempted", preemptions, "times");
}
