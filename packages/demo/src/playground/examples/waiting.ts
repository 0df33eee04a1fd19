// A job that awaits gives the thread to others; afterwards it is scheduled again, by its deadline.
import { rt, sleep } from "playground";

/** @preempt */
async function fetchAndCount(name: string): Promise<number> {
  await sleep(40); // a request, say
  let ones = 0;
  for (let i = 0; i < 2_000_000; i++) ones += i & 1;
  console.log(name, "has its answer");
  return ones;
}

/** @preempt */
function background(rounds: number): number {
  let x = 1;
  for (let i = 0; i < rounds; i++) x = (x * 48_271) % 2_147_483_647;
  return x;
}

rt.submit(background, { args: [10_000_000] }); // no deadline: whatever is left is its own
const soon = rt.submit(fetchAndCount, { name: "soon", args: ["soon"], deadline: 80 });
const later = rt.submit(fetchAndCount, { name: "later", args: ["later"], deadline: 200 });
await Promise.all([soon, later]);
