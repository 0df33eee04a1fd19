/** Hands programs out to worker processes; one that hangs or dies is replaced, and its program reported. */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Answer, Job } from "./messages.ts";
import type { Verdict } from "./verdict.ts";

/** Milliseconds for one way of a program, which may call into it a few times. */
const patience = 120_000;
// Realms are not all given back: an old process is a slow one.
const programsPerWorker = 400;

export interface Source {
  /** Undefined: there are no more. */
  next(): Promise<Job | undefined>;
}

export async function runAll(
  source: Source,
  runtime: string,
  lanes: number,
  onVerdict: (v: Verdict) => void,
): Promise<void> {
  let isDone = false;
  const lane = async () => {
    while (!isDone) {
      const worker = await startWorker(runtime);
      for (let n = 0; n < programsPerWorker; n++) {
        const job = await source.next();
        isDone ||= job === undefined;
        if (job === undefined) break;
        const { verdict, at } = await ask(worker, job);
        onVerdict(verdict ?? (await died(job, at, runtime)));
        if (verdict === undefined) break;
      }
      worker.kill("SIGKILL");
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** The process hung or died: our doing, unless it does so with the program as it stands. */
async function died(job: Job, at: string, runtime: string): Promise<Verdict> {
  const worker = await startWorker(runtime);
  const plain = await ask(worker, { ...job, isPlainOnly: true });
  worker.kill("SIGKILL");
  // It may have been the plain run, which is not so long another time.
  if (plain.verdict === undefined || at.endsWith(", plain"))
    return { ...empty(job), reason: "the engine hangs or dies" };
  if (!plain.verdict.isCounted) return plain.verdict;
  const difference = { way: at, expected: "ends", actual: "the process hung or died" };
  return { ...plain.verdict, runs: 1, differences: [difference] };
}

function empty({ program: { name } }: Job): Verdict {
  return { name, isCounted: false, reason: "", runs: 0, preempted: 0, suspendable: 0, unfinished: [], differences: [] };
}

function startWorker(runtime: string): Promise<ChildProcess> {
  const worker = fork(fileURLToPath(new URL("worker.ts", import.meta.url)), {
    execArgv: ["--stack-size=900", "--no-warnings"],
    env: { ...process.env, TZ: "UTC" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  worker.send(runtime);
  return new Promise((resolve) => worker.once("message", () => resolve(worker)));
}

function ask(worker: ChildProcess, job: Job): Promise<{ verdict: Verdict | undefined; at: string }> {
  return new Promise((resolve) => {
    let at = "";
    const finish = (verdict: Verdict | undefined) => {
      clearTimeout(timer);
      worker.off("message", hear);
      worker.off("exit", gone);
      resolve({ verdict, at });
    };
    const hear = (answer: Answer) => {
      if ("at" in answer) {
        at = answer.at;
        timer.refresh();
      }
      if ("verdict" in answer) finish(answer.verdict);
    };
    const gone = () => finish(undefined);
    const timer = setTimeout(gone, patience);
    worker.on("message", hear);
    worker.once("exit", gone);
    worker.send(job);
  });
}
