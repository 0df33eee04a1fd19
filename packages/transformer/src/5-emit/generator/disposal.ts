/**
 * Blocks with `await using`, which generators do not have: what the engine would do at their end is done in code, by
 * an object of the runtime (async-disposal.ts).
 *
 *   { const $disposal = $disposeAsync();
 *     try { const x = $disposal.useAsync(e); S }                            await using x = e; S
 *     catch ($error) { $disposal.fail($error); }
 *     finally {
 *       while ($disposal.more())
 *         try { $disposal.settled(yield $wait($disposal.awaiting)); }
 *         catch ($error) { $disposal.fail($error); }
 *         finally { if ($disposal.left()) continue; }
 *       if ($disposal.end()) return;
 *     } }
 */
import type { SharedDisposal } from "@preempt/abi";
import * as ts from "typescript";
import { isUsingList } from "../../syntax/nodes.ts";
import * as js from "../shared/build.ts";
import type { Unit } from "../shared/unit.ts";
import { waited } from "./yield-point.ts";

/** Whether the statement is `await using x = …;`. */
export function isAwaitUsing(node: ts.Node): node is ts.VariableStatement {
  return ts.isVariableStatement(node) && isAwaitUsingList(node.declarationList);
}

export function isAwaitUsingList(node: ts.Node | undefined): node is ts.VariableDeclarationList {
  return isUsingList(node) && (node.flags & ts.NodeFlags.BlockScoped) === ts.NodeFlags.AwaitUsing;
}

/** The (rewritten) statements of a block that holds `await using`, disposing of its resources at every way out. */
export function withDisposal(unit: Unit, statements: readonly ts.Statement[]): ts.Statement[] {
  const { f } = unit;
  const disposal = unit.freshName("$disposal");
  const error = unit.name("$error");
  const member = (name: keyof SharedDisposal) => js.member(disposal, name);
  const invoke = (name: keyof SharedDisposal, ...args: ts.Expression[]) => js.call(member(name), ...args);
  const statement = (e: ts.Expression) => js.statement(e);
  const failing = () => f.createCatchClause(error, js.block(statement(invoke("fail", error))));

  const body = statements.map((s) => (ts.isVariableStatement(s) ? registered(s) : s));
  const awaited = statement(invoke("settled", waited(unit, member("awaiting"))));
  const goOn = js.when(invoke("left"), f.createContinueStatement());
  const dispose = f.createWhileStatement(
    invoke("more"),
    f.createTryStatement(js.block(awaited), failing(), js.block(goOn)),
  );
  const end = js.lines(dispose, js.when(invoke("end"), js.returned()));
  return [
    constant(disposal, unit.callRuntime("disposeAsync", [])),
    f.createTryStatement(js.lines(...body), failing(), end),
  ];

  /** `using x = e` and `await using x = e`, as constants that are registered. */
  function registered(s: ts.VariableStatement): ts.VariableStatement {
    if (!isUsingList(s.declarationList)) return s;
    const use = isAwaitUsing(s) ? "useAsync" : "use";
    const declarations = s.declarationList.declarations.map((d) =>
      f.updateVariableDeclaration(d, d.name, undefined, undefined, invoke(use, d.initializer as ts.Expression)),
    );
    return f.updateVariableStatement(s, undefined, f.createVariableDeclarationList(declarations, ts.NodeFlags.Const));
  }

  function constant(name: ts.Identifier, value: ts.Expression): ts.Statement {
    const declaration = js.declaration(name, value);
    return js.declarations(ts.NodeFlags.Const, declaration);
  }
}
