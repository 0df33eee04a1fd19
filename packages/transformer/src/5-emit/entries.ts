/**
 * What callers see that know nothing of preemption, of a function that is emitted once, as its resumable body: an entry that runs the
 * body to its end at once.
 *
 *   function f(a) { … }        ⇒   function f($0) {
 *                                    const $outer = $state.exact || $startExact();
 *                                    try { return $completed(f$resumable(0, this, $0)); }
 *                                    finally { if ($outer !== true) $endExact($outer); }
 *                                  }
 *
 * A plain body is called as it is: that costs a call more than the original. Where the body is a generator, an activation drives it:
 *
 *   function f(a) { … }        ⇒   function f($0) { return $enter(f$resumable, this, arguments); }
 *   async function f(a) { … }  ⇒   async function f($0) { const $a = $enterAsync(f$resumable, this, arguments);
 *                                    while ($resumeExact($a) !== "done")
 *                                      try { $a.value = await $a.awaiting; } catch ($error) { $a.fail($error); }
 *                                    return $a.value; }
 */
import { type ActivationOutcome, hasBit, type SharedActivation, type SharedState } from "@preempt/abi";
import * as ts from "typescript";
import { isAsync, isPrologueDirective, type Preemptable, runtimeParameters } from "../syntax/nodes.ts";
import * as js from "./shared/build.ts";
import { bitsOf } from "./shared/direct-callbacks.ts";
import type { Unit } from "./shared/unit.ts";

/** Whether an entry calls the body with these parameters: a plain body, which knows no `arguments`. */
function isCalled(unit: Unit, node: Preemptable): boolean {
  return unit.isPlain(node) && runtimeParameters(node).every((p) => p.dotDotDotToken === undefined);
}

/** The entry's parameters. Its `length` is that of the function. */
export function entryParameters(unit: Unit, node: Preemptable): ts.ParameterDeclaration[] {
  const made: ts.ParameterDeclaration[] = [];
  const all = isCalled(unit, node);
  const declare = (initializer?: ts.Expression) => {
    const name = unit.name(`$${made.length}`);
    made.push(js.parameter(name, initializer));
  };
  let isCounted = true;
  for (const p of runtimeParameters(node)) {
    const ends: boolean = isCounted && (p.initializer ?? p.dotDotDotToken) !== undefined;
    if (ends && !all) break;
    isCounted &&= !ends;
    declare(ends ? js.nothing() : undefined);
  }
  if (ts.isArrowFunction(node) && !all) {
    made.push(js.restParameter(unit.name("$rest")));
  }
  return made;
}

export function entryBody(unit: Unit, node: Preemptable, bodyName: ts.Identifier, takesThis = true): ts.Block {
  const { f } = unit;
  const isArrow = ts.isArrowFunction(node);
  // An entry that is an arrow function may have a rest parameter, beside which no directive may stand; nor does it need one.
  const prologue =
    !isArrow && node.body && ts.isBlock(node.body) ? node.body.statements.filter(isPrologueDirective) : [];
  const self = !isArrow || takesThis ? f.createThis() : js.nothing();
  const run = isAsync(node) ? awaiting : isCalled(unit, node) ? calling : entering;
  return js.lines(...prologue, ...run(unit, node, bodyName, self));
}

/** The body is called as it is. */
function calling(unit: Unit, node: Preemptable, bodyName: ts.Identifier, self: ts.Expression): ts.Statement[] {
  const { f } = unit;
  const bits = bitsOf(unit, node);
  const args = entryParameters(unit, node).map(({ name }, i) =>
    hasBit(bits, i) ? unit.callRuntime("handed", [name as ts.Identifier]) : (name as ts.Identifier),
  );
  const call = js.call(bodyName, js.number(0), self, ...args);
  const outer = unit.name("$outer");
  const isExact = js.member(unit.runtime("state"), "exact" satisfies keyof SharedState);
  const ended = js.when(js.unequal(outer, js.truth(true)), js.statement(unit.callRuntime("endExact", [outer])));
  return [
    js.constant(outer, js.or(isExact, unit.callRuntime("startExact", []))),
    f.createTryStatement(js.block(js.returned(unit.callRuntime("completed", [call]))), undefined, js.block(ended)),
  ];
}

/** What an entry gives that knows no more of its arguments: body, `this`, `arguments` or those that follow the others, the others. */
function given(unit: Unit, node: Preemptable, bodyName: ts.Identifier, self: ts.Expression): ts.Expression[] {
  const isArrow = ts.isArrowFunction(node);
  const args = isArrow ? unit.name("$rest") : js.word("arguments");
  // Those before the rest are put before it by the runtime: to spread it would ask an iterator that may be the user's.
  const first = isArrow
    ? entryParameters(unit, node)
        .slice(0, -1)
        .map((p) => p.name as ts.Identifier)
    : [];
  const bits = bitsOf(unit, node);
  const body = bits === 0 ? bodyName : unit.callRuntime("taking", [bodyName, js.number(bits)]);
  return [body, self, args, ...first];
}

function entering(unit: Unit, node: Preemptable, bodyName: ts.Identifier, self: ts.Expression): ts.Statement[] {
  const name = unit.isPlain(node) ? "enterPlain" : "enter";
  return [js.returned(unit.callRuntime(name, given(unit, node, bodyName, self)))];
}

function awaiting(unit: Unit, node: Preemptable, bodyName: ts.Identifier, self: ts.Expression): ts.Statement[] {
  const { f } = unit;
  const activation = unit.name("$activation");
  const error = unit.name("$error");
  const step = f.createTryStatement(
    js.block(
      js.statement(
        js.assign(
          js.member(activation, "value" satisfies keyof SharedActivation),
          f.createAwaitExpression(js.member(activation, "awaiting" satisfies keyof SharedActivation)),
        ),
      ),
    ),
    f.createCatchClause(
      error,
      js.block(js.statement(js.call(js.member(activation, "fail" satisfies keyof SharedActivation), error))),
    ),
    undefined,
  );
  return [
    js.constant(activation, unit.callRuntime("enterAsync", given(unit, node, bodyName, self))),
    f.createWhileStatement(
      js.unequal(unit.callRuntime("resumeExact", [activation]), js.text("done" satisfies ActivationOutcome)),
      step,
    ),
    js.returned(js.member(activation, "value" satisfies keyof SharedActivation)),
  ];
}
