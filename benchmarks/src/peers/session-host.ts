/** Where sessions run. */
import type { HostName, PeerName, ProgramName } from "./catalog.ts";
import type { Effort, SessionReport } from "./session/measure.ts";

/** What the modules of a session are called, and how long it may take. */
export interface Session {
  readonly program: ProgramName;
  readonly peer: PeerName;
  readonly size: number;
  readonly effort: Effort;
  readonly seed: number;
}

export interface SessionHost {
  readonly name: HostName;
  /** The engine and its version. */
  readonly engine: string;
  run(session: Session): Promise<SessionReport>;
  stop(): Promise<void>;
}
