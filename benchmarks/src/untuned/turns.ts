/**
 * Two processes for one program, plain and preemptable, which take turns: one waits while the other runs. So what the machine
 * does besides disturbs both, and no engine has seen the code of the other form.
 */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Form } from "./form.ts";
import type { ProfiledFunction } from "./profile.ts";
import type { Answer, Command, Loaded, Sample, SessionOrder, StretchReport } from "./session.ts";

const session = fileURLToPath(new URL("./session.ts", import.meta.url));
/** As child.ts has it. A program of a suite may need much memory. */
const flags = ["--no-flush-bytecode", "--max-old-space-size=3000", "--disable-warning=ExperimentalWarning"];
/** Milliseconds for one answer. */
const patience = 120_000;

/** A process that has loaded one form. */
export class Session {
  readonly load: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, load: number) {
    this.#child = child;
    this.load = load;
  }

  /** @throws Error if the program cannot be loaded */
  static async start({ kind, files }: Form, isJob: boolean): Promise<Session> {
    const order: SessionOrder = { kind, files, isJob };
    const child = fork(session, [JSON.stringify(order)], {
      execArgv: flags,
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    try {
      const { load } = await answerOf<Loaded>(child);
      return new Session(child, load);
    } catch (error) {
      child.kill("SIGKILL");
      throw error;
    }
  }

  /** @throws Error if the program throws, or the process ends */
  run(times: number): Promise<Sample> {
    return this.#tell({ run: times });
  }

  /** @param time Milliseconds that it may take, about */
  stretches(time: number): Promise<StretchReport> {
    return this.#tell({ stretches: { time } });
  }

  /** @param time Milliseconds that it takes, at least */
  profile(time: number): Promise<ProfiledFunction[]> {
    return this.#tell({ profile: { time } });
  }

  stop(): void {
    this.#child.kill("SIGKILL");
  }

  #tell<Report>(command: Command): Promise<Report> {
    const answer = answerOf<Report>(this.#child);
    this.#child.send(command);
    return answer;
  }
}

function answerOf<Report>(child: ChildProcess): Promise<Report> {
  return new Promise((resolve, reject) => {
    let errors = "";
    const hear = (text: Buffer) => {
      errors += text;
    };
    const end = (settle: () => void) => {
      clearTimeout(timer);
      child.off("message", answered).off("exit", ended).stderr?.off("data", hear);
      settle();
    };
    const answered = (answer: Answer<Report>) =>
      end(() => ("report" in answer ? resolve(answer.report) : reject(new Error(answer.error))));
    const ended = (code: number | null, signal: string | null) =>
      end(() => reject(new Error(errors.trim() || `the process ended with ${signal ?? code}`)));
    const timer = setTimeout(() => end(() => reject(new Error(`no answer in ${patience / 1000} s`))), patience);
    child.on("message", answered).on("exit", ended).stderr?.on("data", hear);
  });
}
