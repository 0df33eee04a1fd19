/** The other thread of ./input.ts: sends the time, 4 to 16 ms after the last time. */
import { randomNumbers } from "../../workloads/random.ts";
import { sharedClock } from "./clock.ts";
import { parent } from "./thread.ts";

const shortest = 4;
const longest = 16;

const port = parent((seed) => {
  const random = randomNumbers(seed as number);
  const next = () => void setTimeout(send, shortest + random.next() * (longest - shortest));
  const send = () => {
    port.post(sharedClock());
    next();
  };
  next();
});
