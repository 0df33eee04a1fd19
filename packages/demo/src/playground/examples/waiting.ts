// A job that awaits gives the thread to others. When its answer is there,
// it is scheduled again, by its deadline.
import { rt, sleep } from "playground";

/** @preempt */
async function fetchAndCount(name: string): Promise<void> {
  await sleep(40); // a request, say
  let ones = 0;
  for (let i = 0; i < 1_000_000; i++) ones += i & 1;
  console.log(name, "counted", ones);
}

/** @preempt */
function background(rounds: number): number {
  let x = 1;
  for (let i = 0; i < rounds; i++) x = (x * 48_271) % 2_147_483_647;
  return x;
}

// Without a deadline: whatever is left is its own.
rt.submit(background, { args: [4_000_000] });
rt.submit(fetchAndCount, { name: "later", args: ["later"], deadline: 200 });
rt.submit(fetchAndCount, { name: "soon", args: ["soon"], deadline: 80 });
