import type ts from "typescript";
import type { Unit } from "../shared/unit.ts";
import type { Expressions } from "./expressions.ts";
import type { PlainFrame } from "./frame.ts";
import type { PlainCode } from "./plain-code.ts";
import type { Steps, Wrapping } from "./steps.ts";

/** What a loop asks of the statements around it: see statements.ts. */
export interface Surroundings {
  readonly unit: Unit;
  readonly frame: PlainFrame;
  readonly code: PlainCode;
  readonly expressions: Expressions;
  has(node: ts.Node | undefined): boolean;
  add(node: ts.Statement, steps: Steps): void;
  addVariables(list: ts.VariableDeclarationList, steps: Steps): void;
  breakable(node: ts.Node): ts.Identifier | undefined;
  label(statement: ts.Statement, labels: readonly ts.Identifier[]): ts.Statement;
  block(statements: readonly ts.Statement[]): ts.Block;
  /** @param wrap Is asked when those inside are lowered */
  nested(steps: Steps, lower: (inner: Steps) => void, wrap: () => Wrapping): void;
}
