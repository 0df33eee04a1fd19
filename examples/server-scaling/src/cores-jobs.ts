/** What runs on the other cores. */
import { serve } from "@preempt/runtime/worker";
import { report } from "./report.ts";

export const jobs = { report };
serve(jobs);
