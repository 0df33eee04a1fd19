/**
 * A function's code, with all left out that neither touches state, calls anything nor may be suspended. It is made once and followed
 * many times: for the state of the module, and for what a call hands over.
 */
import type ts from "typescript";
import type { FunctionNode } from "../../1-resolve/target.ts";
import type { Place, Root } from "./place.ts";
import type { PartEffect } from "./state-effects.ts";

/** Where a jump leads: the end of a loop or statement, the end of a loop's round, or out of the function. */
export type Target = ts.Node | "return" | "throw";

export interface Call {
  readonly kind: "call";
  readonly node: ts.Node;
  readonly isPoint: boolean;
  readonly functions: readonly FunctionNode[];
  readonly exact: boolean;
  /** What it hands over that may be state. */
  readonly given: readonly { readonly index: number | "this"; readonly places: readonly Place[] }[];
}

export type Step =
  | { readonly kind: "touch"; readonly root: Root; readonly part: string; readonly effect: PartEffect }
  | { readonly kind: "pass"; readonly node: ts.Node }
  | { readonly kind: "forget" }
  | Call
  /** Functions that the called one may call, any number of times. */
  | {
      readonly kind: "callbacks";
      readonly node: ts.Node;
      readonly isPoint: boolean;
      readonly functions: readonly FunctionNode[];
    }
  /** One of them. The first, where something is handed over for the formal. */
  | { readonly kind: "choice"; readonly branches: readonly Steps[]; readonly formal: Root | undefined }
  | {
      readonly kind: "loop";
      readonly node: ts.IterationStatement;
      /** Condition, and what comes before the rounds end there. */
      readonly head: Steps;
      readonly isLeftAtHead: boolean;
      readonly body: Steps;
      readonly next: Steps;
      /** It is left where its round ends. */
      readonly isLeftAtEnd: boolean;
    }
  /** A function that is called on the spot. */
  | { readonly kind: "inline"; readonly times: "once" | "often"; readonly body: Steps }
  | {
      readonly kind: "switch";
      readonly node: ts.Node;
      readonly clauses: readonly { readonly test: Steps | undefined; readonly body: Steps }[];
    }
  | {
      readonly kind: "try";
      readonly block: Steps;
      readonly handler: Steps | undefined;
      readonly final: Steps | undefined;
    }
  | { readonly kind: "label"; readonly node: ts.Node; readonly body: Steps }
  | { readonly kind: "jump"; readonly to: Target };

export type Steps = readonly Step[];

/** Stands for the end of a loop's round, as the loop itself does for its end. */
export function endOfRound(loop: ts.Node): ts.Node {
  return (loop as ts.IterationStatement).statement;
}

/** Whether nothing but points stands there. */
export function isPlain(steps: Steps): boolean {
  return steps.every((step) => step.kind === "pass");
}
