/**
 * State that outlives a call, and may be seen half changed by another job: what is written in one preemptable function, and read
 * after a preemption point. Jobs of such a file run one at a time, see `exclusive-unit.ts`.
 */
import type ts from "typescript";
import type { Candidate } from "../analyze.ts";
import type { Callees } from "../calls.ts";
import type { Preemptable } from "../nodes.ts";
import type { Scopes } from "../scopes.ts";
import type { FunctionNode, Targets } from "../target.ts";

/** A path on which state is written, then a preemption point may be passed, and then it is read. */
export interface RaceWindow {
  /** As the source writes it: `tmp`, `Vec.scratch`, `word.lastIndex`. */
  readonly name: string;
  readonly declared: ts.Node;
  readonly write: ts.Node;
  /** The loop, or the call, that may be preempted. */
  readonly point: ts.Node;
  readonly read: ts.Node;
  readonly in: FunctionNode;
}

/** Why it does no harm that jobs interleave. */
export type BenignReason = "cache" | "counter" | "lazy constant" | "per call" | "load" | "write-only";

export interface BenignState {
  readonly name: string;
  readonly declared: ts.Node;
  readonly why: BenignReason;
}

export interface SharedState {
  readonly windows: readonly RaceWindow[];
  readonly benign: readonly BenignState[];
  /** A job that is suspended in one of these holds the unit. */
  readonly holding: ReadonlySet<FunctionNode>;
  /** These ask first whether another job holds the unit. */
  readonly asking: ReadonlySet<FunctionNode>;
  /** Whether files of the package share state that has a window: then they are one unit. */
  readonly spansFiles: boolean;
}

export interface SharedStateQuestion {
  readonly sourceFile: ts.SourceFile;
  readonly scopes: Scopes;
  /** The functions that become preemptable. */
  readonly kept: ReadonlyMap<Preemptable, Candidate>;
  readonly callees: Callees;
  /** What stands behind a call that leaves the file, where a program says it. */
  readonly targets: Targets | undefined;
}

/** Undefined where nothing that outlives a call is written. */
export function sharedStateOf(_question: SharedStateQuestion): SharedState | undefined {
  return undefined;
}
