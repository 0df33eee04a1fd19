/** What the command and its workers say to each other. */
import type { Program } from "./program.ts";
import type { Verdict } from "./verdict.ts";
import type { Way } from "./ways.ts";

export interface Job {
  readonly program: Program;
  readonly ways: readonly Way[];
  /** Only as it stands: after a run in which the process died. */
  readonly isPlainOnly: boolean;
}

export type Answer = { readonly ready: true } | { readonly at: string } | { readonly verdict: Verdict };
