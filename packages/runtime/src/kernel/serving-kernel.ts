/**
 * In which server code runs, and in what surroundings. What code submits belongs to its server, and what it takes outside of jobs the
 * server pays. Where the host can, a value that says so is taken along to promise reactions and timers.
 */
import type { Carrier, Context } from "../hosts/host.ts";
import { CoreKernel } from "./core-kernel.ts";
import type { Job, JobServer } from "./job.ts";
import { runWithin } from "./places/surroundings.ts";
import { elapsed } from "./time.ts";

export abstract class ServingKernel extends CoreKernel {
  declare caller: Job | undefined;
  /** Some server was made: before that nobody asks in which one code runs. */
  #hasServers = false;
  #carrier: Carrier | undefined;
  /** The server for which the kernel runs code outside of jobs: that of an observer, say. */
  #actor: { readonly server: JobServer | undefined } | undefined;

  /** A server was made: from now on it is known in which one code runs. */
  useServers(): void {
    if (this.#hasServers) return;
    this.#hasServers = true;
    try {
      this.#carrier = this.host.carrier?.();
    } catch (error) {
      super.report(error);
    }
  }

  /** The server to which whatever the code starts that runs now belongs. */
  get server(): JobServer | undefined {
    if (!this.#hasServers) return undefined;
    if (this.#actor !== undefined) return living(this.#actor.server);
    if (this.caller !== undefined) return this.caller.server;
    return this.#carried;
  }

  /** What was taken along from a job of a server. Servers of other schedulers are theirs. */
  get #carried(): JobServer | undefined {
    try {
      const carried = this.#carrier?.get() as JobServer | undefined;
      return carried?.kernel === this ? living(carried) : undefined;
    } catch (error) {
      super.report(error);
      return undefined;
    }
  }

  /** Runs code, and has the carrier take `server` along to whatever it starts. Throws what the code throws. */
  #carry(carrier: Carrier, server: JobServer | undefined, run: () => void): void {
    let failure: { readonly error: unknown } | undefined;
    const kept = () => {
      try {
        run();
      } catch (error) {
        failure = { error };
      }
    };
    // Not `this.report`, which would ask the carrier again.
    runWithin(
      (enter) => carrier.run(server, enter),
      kept,
      (error) => super.report(error),
    );
    if (failure !== undefined) throw failure.error;
  }

  /** The job, and what it starts, is in `wanted`; or in no server, whatever server submits it. */
  enter(job: Job, wanted: JobServer | undefined): void {
    const server = living(wanted);
    job.enter(server);
    const carrier = this.#carrier;
    if (carrier === undefined || this.#carried === server) return;
    this.#carry(carrier, server, () => {
      job.context = this.surroundings();
    });
  }

  /** Runs code for `server`, which pays for it; or for none. What it starts belongs there. */
  runFor(server: JobServer | undefined, run: () => void): void {
    if (!this.#hasServers) {
      run();
      return;
    }
    const before = this.#actor;
    const from = server && this.now();
    this.#actor = { server };
    try {
      const carrier = this.#carrier;
      if (carrier === undefined || this.#carried === server) run();
      else this.#carry(carrier, server, run);
    } finally {
      this.#actor = before;
      if (server !== undefined && from !== undefined) {
        const now = this.now();
        if (now > from) server.charge(elapsed(from, now), now);
      }
    }
  }

  override report(error: unknown, job?: Job): void {
    if (job?.silent) return;
    let isTold = false;
    const tell = () => {
      isTold = true;
      super.report(error, job);
    };
    try {
      this.runFor(undefined, tell);
    } catch {
      // Where the stack has ended, it is told with the whole of it.
      if (!isTold) void Promise.resolve().then(tell);
    }
  }

  /** What surrounds the code that runs now, where the host can tell. */
  surroundings(): Context | undefined {
    try {
      return this.host.context?.();
    } catch (error) {
      this.report(error, this.caller);
      return undefined;
    }
  }

  /** Calls `run` in these surroundings; where they do not let it in, without. Throws nothing. */
  within(context: Context | undefined, job: Job | undefined, run: () => void): void {
    runWithin(context, run, (error) => this.report(error, job));
  }
}

/** A server that has let its jobs go is none any more. */
function living(server: JobServer | undefined): JobServer | undefined {
  return server?.fate === "release" ? undefined : server;
}
