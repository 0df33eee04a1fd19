/** Runs the programs that it is sent, one after the other, and sends back what came of each. */
import { Executor } from "./execute.ts";
import type { Answer, Job } from "./messages.ts";
import { showError } from "./show.ts";
import { Judge, type Verdict } from "./verdict.ts";

// A program may leave something behind that fails later.
process.on("uncaughtException", () => {});

const send = (answer: Answer) => process.send?.(answer);

/** The runner's own mistake counts as a difference, so that it is seen. */
function failed(name: string, error: unknown): Verdict {
  const actual = error instanceof Error ? String(error.stack) : showError(error);
  const differences = [{ way: "the runner", expected: "a verdict", actual }];
  return { name, isCounted: true, reason: "", runs: 0, preempted: 0, suspendable: 0, unfinished: [], differences };
}

process.once("message", (runtime: string) => {
  const judge = new Judge(new Executor(runtime), (at) => send({ at }));
  process.on("message", ({ program, ways, isPlainOnly }: Job) => {
    judge.judge(program, ways, isPlainOnly).then(
      (verdict) => send({ verdict }),
      (error: unknown) => send({ verdict: failed(program.name, error) }),
    );
  });
  send({ ready: true });
});
