/**
 * Where a body is left to be called again: its frame is saved, and the signal returned.
 *
 *   $state.captured[$state.saved++] = [f$rest, this, 2, undefined, n, i, undefined]; return $signal;
 *
 * No call: at the end of the stack it would throw, with the frames below already saved. Which variables a frame has is known
 * when the body is made: the lists are filled then.
 */
import type ts from "typescript";
import type { Unit } from "../unit.ts";

/** What stands in the list of a frame, but for the variables. */
export interface Capture {
  /** What is called again. */
  readonly run: ts.Expression;
  readonly receiver: ts.Expression;
  /** The point at which it goes on. */
  readonly at: ts.Expression;
  /** What is saved instead of the variable, if nobody needs its value. */
  instead(variable: ts.Identifier): ts.Expression | undefined;
}

export class Captures {
  readonly #unit: Unit;
  readonly #made: { readonly list: ts.ArrayLiteralExpression; readonly capture: Capture }[] = [];

  constructor(unit: Unit) {
    this.#unit = unit;
  }

  /** `$state.captured[$state.saved++] = […]; return $signal;` */
  add(capture: Capture): ts.Statement[] {
    const { f } = this.#unit;
    const list = f.createArrayLiteralExpression();
    this.#made.push({ list, capture });
    const state = this.#unit.runtime("state");
    const index = f.createPostfixIncrement(f.createPropertyAccessExpression(state, "saved"));
    const place = f.createElementAccessExpression(f.createPropertyAccessExpression(state, "captured"), index);
    const save = f.createExpressionStatement(f.createAssignment(place, list));
    return [save, f.createReturnStatement(this.#unit.runtime("signal"))];
  }

  /** @param variables What each frame of the body has, in this order */
  fill(variables: readonly ts.Identifier[]): void {
    const { f } = this.#unit;
    for (const { list, capture } of this.#made) {
      const { run, receiver, at } = capture;
      const values = variables.map((name) => capture.instead(name) ?? name);
      const elements = f.createNodeArray([run, receiver, at, f.createVoidZero(), ...values]);
      (list as { elements: ts.NodeArray<ts.Expression> }).elements = elements;
    }
  }
}
