/**
 * What becomes of one function, and of one file: decided by plan-file.ts before anything is emitted. Emission reads it, and
 * `preempt check --explain` and `--plan` print it (report/).
 */
import type { BuiltinFamily } from "@preempt/abi";
import type ts from "typescript";
import type { Callees } from "../1-resolve/calls.ts";
import type { FunctionMakers } from "../1-resolve/language/function-makers.ts";
import type { Scopes } from "../1-resolve/scopes.ts";
import type { Candidate } from "../2-find/candidates.ts";
import type { CheckedFile } from "../3-check/checked-file.ts";
import type { Optimizations, Strategy } from "../shared/optimize.ts";
import type { Preemptable } from "../syntax/nodes.ts";
import type { DirectCallbacks, Held } from "./closures/direct-callbacks.ts";
import type { Loops } from "./loops/loop-plan.ts";
import type { PlainForm } from "./plain-form.ts";
import type { Reason } from "./reason.ts";
import type { ExclusiveUnit } from "./shared-state/exclusive-unit.ts";
import type { Start } from "./starts/start-checks.ts";
import type { Liveness } from "./variables/liveness.ts";

export interface FunctionPlan {
  readonly candidate: Candidate;
  /** Nothing in it takes long: calls of it by its name stay plain. */
  readonly isBounded: boolean;
  readonly form: PlainPlan | GeneratorPlan;
  readonly original: Original;
  readonly closure: ClosurePlan;
  /** A job that is suspended in it keeps others out of the file's exclusive unit. */
  readonly holds: boolean;
  /** It starts by checking whether another job is suspended in the file's exclusive unit. */
  readonly asks: boolean;
}

/** The resumable body is no generator: see 5-emit/plain/. */
export interface PlainPlan extends Omit<PlainForm, "isSplit"> {
  readonly kind: "plain";
  /** One body that starts and resumes, or one for each. */
  readonly bodies: 1 | 2;
  /** How the body that resumes is given its frame: where loops change variables as a list, see 5-emit/plain/frame.ts. */
  readonly frame: "arguments" | "list";
  /** Which variables are needed at each point; undefined where one body starts and resumes: that saves all of them. */
  readonly liveness: Liveness | undefined;
  /** What the function does before anything else. */
  readonly start: Start;
  readonly loops: Loops;
}

export interface GeneratorPlan {
  readonly kind: "generator";
  /** Why the body is not plain. */
  readonly reason: Reason;
  readonly loops: Loops;
}

/**
 * What callers get that know nothing of preemption: the function as it stands in the source; the same with what was made of the
 * functions inside; or an entry that runs the resumable body, the only one that is emitted.
 */
export type Original = "as it stands" | "rewritten inside" | "entry";

/** What a function has to do with calls that need no check at run time: see closures/direct-callbacks.ts. */
export interface ClosurePlan {
  /** Nothing but its body is made of the function. */
  readonly isBodyOnly: boolean;
  /** A bit for each parameter that it takes as a body. */
  readonly bits: number;
  /** Callees that are looked up once, when the closure is created. */
  readonly held: readonly Held[];
}

export interface FilePlan {
  readonly sourceFile: ts.SourceFile;
  readonly strategy: Strategy;
  readonly optimize: Required<Optimizations>;
  readonly functions: ReadonlyMap<Preemptable, FunctionPlan>;
  /** Functions that were to be preemptable and stay as they are. */
  readonly untouched: CheckedFile["refused"];
  /** The functions that are made preemptable, as they were found. */
  readonly kept: ReadonlyMap<Preemptable, Candidate>;
  /** Derived classes without a constructor, whose base class may have one that is preemptable. */
  readonly heirs: ReadonlySet<ts.Node>;
  /** Classes whose fields the runtime gives their values, one by one. */
  readonly byField: ReadonlySet<ts.Node>;
  /** Nodes with such a function inside, or with a decorator that is erased. */
  readonly containers: ReadonlySet<ts.Node>;
  /**
   * Nodes that are, or hold, what is rewritten outside resumable bodies: a function that asks for the exclusive unit and has no
   * resumable body, or one of the makers.
   */
  readonly plainEdits: ReadonlySet<ts.Node>;
  /** Where callables are made of functions. */
  readonly makers: FunctionMakers;
  readonly callees: Callees;
  readonly scopes: Scopes;
  /** Calls that need no check at run time; undefined where the options say that all have one. */
  readonly direct: DirectCallbacks | undefined;
  readonly erasedDecorators: ReadonlySet<ts.Decorator>;
  /** In which functions one job at a time may be. */
  readonly exclusive: ExclusiveUnit | undefined;
  /** Built-in functions that the file calls with callbacks that may be preemptable. */
  readonly builtins: ReadonlySet<BuiltinFamily>;
}
