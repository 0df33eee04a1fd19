/** One of the machines that work: it takes several jobs at a time, and its kernel runs the one that is wanted first. */
import { Scheduler } from "@preempt/runtime";
import { Worker } from "bullmq";
import { connection, queueName, type ReportData } from "./queue.ts";
import { report } from "./report.ts";

const rt = new Scheduler({ policy: "edf" });

const worker = new Worker<ReportData, number>(
  queueName,
  ({ data }, _token, signal) =>
    rt.submit(report, {
      args: [data.n],
      // From now on, in milliseconds; what is late already is as urgent as can be.
      deadline: Math.max(1, data.wantedBy - Date.now()),
      ...(signal && { signal }),
    }),
  // The lock of a job is renewed by a timer: a job that is preempted lets it come in time.
  { connection, concurrency: 4, lockDuration: Number(process.env.LOCK_DURATION ?? 30_000) },
);
worker.on("ready", () => console.log("ready"));
worker.on("completed", ({ id }) => console.log("done", id));
worker.on("failed", (job, error) => console.log("failed", job?.id, error.message));

process.once("SIGTERM", async () => {
  // Waits for what was taken; what was not stays in the queue, for other machines.
  await worker.close();
  await rt.close();
});
