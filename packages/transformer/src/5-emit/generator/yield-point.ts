/**
 * The sole builder of `yield`: every place where emitted code can be suspended is made here.
 */
import type { SharedState } from "@preempt/abi";
import * as ts from "typescript";
import * as js from "../shared/build.ts";
import type { Unit } from "../shared/unit.ts";

/** Each is read again before anything else can assign it. */
type Passing = "$value" | "$self" | "$callee" | "$entry" | "$link" | "$left" | "$budget" | "$list" | "$walk" | "$i";

/** Who gives names to what a rewritten expression holds while it is evaluated. */
export interface TempNames {
  get(text: Passing): ts.Identifier;
  /** One that nothing else assigns. */
  fresh(text: string): ts.Identifier;
}

/** Variables of one resumable body that hold a value for less than an expression. */
export class Temps implements TempNames {
  readonly #unit: Unit;
  readonly #used = new Map<string, ts.Identifier>();

  constructor(unit: Unit) {
    this.#unit = unit;
  }

  get(text: Passing): ts.Identifier {
    const name = this.#unit.name(text);
    this.#used.set(text, name);
    return name;
  }

  /** One that nothing else assigns. */
  fresh(text: string): ts.Identifier {
    const name = this.#unit.freshName(text);
    this.#used.set(`${text} ${this.#used.size}`, name);
    return name;
  }

  /** `let $value, $self;` */
  declare(): ts.Statement[] {
    if (this.#used.size === 0) return [];
    const names = [...this.#used.values()];
    return [js.declarations(ts.NodeFlags.Let, ...names.map((name) => js.declaration(name)))];
  }
}

export function bareYield(unit: Unit): ts.Expression {
  return unit.f.createYieldExpression(undefined, undefined);
}

/** `yield`; `yield $lock` in a function that holds an exclusive unit while it is suspended. */
function marked(unit: Unit): ts.Expression {
  return unit.f.createYieldExpression(undefined, unit.held);
}

/** `if (--$state.budget < 0) yield;` */
export function preemptionPoint(unit: Unit): ts.Statement {
  return ifYield(unit, isUsedUp(unit));
}

/**
 * `--$state.budget < 0`, or of a variable that the budget is in. The kernel may have another budget, but is not asked in place: the call would be compiled into
 * every loop, and nothing that an engine knows about the loop's objects would outlive it.
 */
export function isUsedUp(
  unit: Unit,
  budget: ts.Expression = js.member(unit.runtime("state"), "budget" satisfies keyof SharedState),
): ts.Expression {
  const { f } = unit;
  return f.createLessThan(f.createPrefixDecrement(budget), js.number(0));
}

/** `(t = CALL) === $signal ? yield : t`: the call's value, wherever in an expression it stands. */
export function captured(unit: Unit, temps: TempNames, call: ts.Expression): ts.Expression {
  const value = temps.get("$value");
  // The factory puts the parentheses that the place needs.
  return js.choice(js.equal(js.assign(value, call), unit.runtime("signal")), marked(unit), value);
}

/** `if (CALL === $signal) yield;`: for a call whose value nobody wants. */
export function capturedStatement(unit: Unit, call: ts.Expression): ts.Statement {
  return ifYield(unit, js.equal(call, unit.runtime("signal")));
}

/** On one line: what happens when the function is resumed is then mapped to where it was suspended. */
function ifYield(unit: Unit, condition: ts.Expression): ts.Statement {
  const statement = js.when(condition, js.statement(marked(unit)));
  return ts.setEmitFlags(statement, ts.EmitFlags.SingleLine);
}

/** `(yield* CALL)`: the paper's strategy; `(yield* $holding($lock, CALL))` where an exclusive unit is held. */
export function delegated(unit: Unit, call: ts.Expression): ts.Expression {
  const { f, held } = unit;
  const made = held === undefined ? call : unit.callRuntime("holding", [held, call]);
  return f.createYieldExpression(f.createToken(ts.SyntaxKind.AsteriskToken), made);
}

/** `(yield $wait(VALUE))`: suspends the job until the value settles. */
export function waited(unit: Unit, value: ts.Expression): ts.Expression {
  const { f, held } = unit;
  const announced = unit.callRuntime("wait", [value]);
  return f.createYieldExpression(undefined, held === undefined ? announced : js.comma(announced, held));
}
