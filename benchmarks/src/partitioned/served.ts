/** The worker of the partitioned scheduler. */
import { serve } from "@preempt/runtime/worker";
import { collatz } from "./work.ts";

export const jobs = {
  nothing: (): void => {},
  echo: <T>(value: T): T => value,
  collatz,
};

serve(jobs);
