/** A server that is measured, in a process of its own. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface ServerOptions {
  /** Whether its files are transformed, with these packages. Default: they are not. */
  readonly preempt?: { readonly packages: readonly string[] };
  /** Of the engine. */
  readonly flags?: readonly string[];
  /** Milliseconds until which it has to listen. Default: a minute. */
  readonly startsWithin?: number;
}

export interface Usage {
  /** Processor time of the process with all threads, in milliseconds. */
  readonly cpu: number;
  /** Bytes: of the process, and its largest so far. */
  readonly rss: number;
  readonly peak: number;
  readonly heapUsed: number;
}

export class ServerProcess implements AsyncDisposable {
  readonly origin: string;
  readonly #child: ChildProcess;
  #asked = 0;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.origin = `http://127.0.0.1:${port}`;
  }

  /**
   * Starts a file that calls `serveMeasured`.
   *
   * @param order What the file gets
   * @throws Error if it ends before it listens, or does not listen in time
   */
  static async start(
    file: URL,
    order: object,
    { preempt, flags = [], startsWithin = 60_000 }: ServerOptions = {},
  ): Promise<ServerProcess> {
    const register = fileURLToPath(new URL("./register.ts", import.meta.url));
    const child = fork(fileURLToPath(file), [JSON.stringify(order)], {
      execArgv: [...flags, ...(preempt === undefined ? [] : ["--import", register])],
      env: { ...process.env, NODE_ENV: "production", PREEMPT_PACKAGES: JSON.stringify(preempt?.packages ?? []) },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const signal = AbortSignal.timeout(startsWithin);
    try {
      const [message] = await Promise.race([
        once(child, "message", { signal }),
        once(child, "exit", { signal }).then(([code]) => {
          throw new Error(`the server ${file.pathname} ended with code ${code} before it listened.`);
        }),
      ]);
      return new ServerProcess(child, (message as { port: number }).port);
    } catch (error) {
      child.kill("SIGKILL");
      throw error;
    }
  }

  /** Asks for `name` of what the server answers; "usage" is always there. */
  async ask<Answer>(name: string, value?: unknown): Promise<Answer> {
    const id = ++this.#asked;
    return new Promise<Answer>((resolve, reject) => {
      const listen = (message: { id?: number; answer?: unknown }) => {
        if (message.id !== id) return;
        forget();
        resolve(message.answer as Answer);
      };
      const end = () => {
        forget();
        reject(new Error("the server ended."));
      };
      const forget = () => this.#child.off("message", listen).off("exit", end);
      this.#child.on("message", listen).on("exit", end);
      this.#child.send({ id, name, value });
    });
  }

  usage(): Promise<Usage> {
    return this.ask<Usage>("usage");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await gone;
  }
}
