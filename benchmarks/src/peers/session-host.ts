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
  /** Somebody presses keys meanwhile. */
  readonly typing: boolean;
}

export interface SessionHost {
  readonly name: HostName;
  /** The engine and its version. */
  readonly engine: string;
  /** Whether keys can be pressed as a person does, from outside of the page's process. */
  readonly canType: boolean;
  run(session: Session): Promise<SessionReport>;
  stop(): Promise<void>;
}
