/**
 * Where a body is left to be called again: its frame is saved, and the signal returned.
 *
 *   return $save(f$rest, $this, n, i, void 0, 2, 0, $depth);
 *
 * A function in an exclusive unit says so by `[$lock, $depth]` in the place of its depth.
 *
 * How deep it is tells how many functions there were above it that returned what they called, and have no frame.
 */
import { inFrameOrder } from "@preempt/abi";
import * as ts from "typescript";
import * as js from "../shared/build.ts";
import type { Unit } from "../shared/unit.ts";

/** What stands in the list of a frame, but for the variables. */
export interface Capture {
  /** What is called again. */
  readonly run: ts.Expression;
  /** The point at which it goes on. */
  readonly at: ts.Expression;
  /** What is saved instead of the variable, if nobody needs its value. */
  instead?(variable: ts.Identifier): ts.Expression | undefined;
  /** What is saved, if not all that the frames of the body have. */
  readonly variables?: readonly ts.Identifier[];
}

export class Captures {
  readonly #unit: Unit;
  readonly #self: ts.Identifier;
  readonly #depth: ts.Identifier;
  /** The lock of the exclusive unit that a job holds which is suspended here. */
  readonly #lock: ts.Identifier | undefined;

  /** @param self The `this` of what is called again */
  constructor(unit: Unit, self: ts.Identifier, depth: ts.Identifier, lock: ts.Identifier | undefined) {
    this.#unit = unit;
    this.#lock = lock;
    this.#self = self;
    this.#depth = depth;
  }

  /** Makes `return $save(…);` when it is known what each frame of the body has, in this order. */
  saving({ run, at, instead, variables }: Capture): (saved: readonly ts.Identifier[]) => ts.Statement[] {
    return (saved) => {
      const elements = inFrameOrder<ts.Expression>({
        run,
        self: this.#self,
        variables: (variables ?? saved).map((name) => instead?.(name) ?? name),
        point: at,
        value: js.number(0),
        depth: this.#depthAt(at),
      });
      return [js.returned(this.#unit.callRuntime("save", elements))];
    };
  }

  /** `[$lock, $depth]` where the unit is held: not where the function has yet to start. */
  #depthAt(at: ts.Expression): ts.Expression {
    if (this.#lock === undefined || (ts.isNumericLiteral(at) && at.text === "0")) return this.#depth;
    return this.#unit.f.createArrayLiteralExpression([this.#lock, this.#depth]);
  }
}
