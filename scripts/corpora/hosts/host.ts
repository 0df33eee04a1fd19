/** What a host is given: the realm, and the runner's ways to run more of the program. */
import type { Realm } from "../realm.ts";

export interface Host {
  readonly realm: Realm;
  /** Where the program's files are. */
  readonly folder: string | undefined;
  /** Runs `f` after the program, as the way of the run says: called, or under its budget. */
  later(f: () => unknown): void;
  /** Runs a text as a classic script, transformed if the program is. */
  runText(text: string, name: string): unknown;
}

export type Install = (host: Host) => void;
