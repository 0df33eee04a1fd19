/**
 * Guards, for hosts of code that is not trusted to end: where code runs to its end, without preemption, it asks in each round of a loop and at
 * the start of each function whether it may go on.
 *
 *   while (x) { … }          ⇒   while (x) { --$guard.fuel < 0 && $guard.check(); … }       in an original
 *                                while (x) { --$guard.fuel < 0 && $guard.check(true); … }   in a body, which jobs run as well
 *   async () => { … }        ⇒   async () => { try { … } catch ($error) { await $guard.failed($error); } }
 *
 * The engine calls functions without a job: `toString`, callbacks of promises, async functions that nothing awaits. So the guards stand in the
 * originals, which such calls reach, and in bodies that have functions in them, which are the originals as well. All other bodies have
 * preemption points, and stay as they are.
 *
 * `check` may throw, and `failed` gets what an async function throws: it throws it again, or returns a promise that never settles.
 */
import * as ts from "typescript";
import { isLoop, isPrologueDirective } from "../syntax/nodes.ts";
import * as js from "./shared/build.ts";

/** As the emitter names bodies, and as map-names.ts finds them. */
const bodyName = /\$(?:resumable|rest)(?:_\d+)*$/;

/** Puts guards into what was emitted. `guard` is the name of an object that the output has in scope. */
export function addGuards(sourceFile: ts.SourceFile, context: ts.TransformationContext, guard: string): ts.SourceFile {
  const { factory: f } = context;
  return ts.visitNode(sourceFile, (node) => visit(node, "original")) as ts.SourceFile;

  /** @param around What the function around is */
  function visit(node: ts.Node, around: Kind): ts.Node {
    const kind = isFunctionWithCode(node) ? kindOf(node) : around;
    const visited = ts.visitEachChild(node, (child) => visit(child, kind), context);
    if (kind === "leaf") return visited;
    if (isLoop(visited)) return guardLoop(visited, kind);
    return isFunctionWithCode(visited) ? guardFunction(visited, kind) : visited;
  }

  /** `--guard.fuel < 0 && guard.check()` */
  function question(kind: Kind): ts.Expression {
    const fuel = f.createPrefixDecrement(js.member(js.word(guard), "fuel"));
    const check = js.call(js.member(js.word(guard), "check"), ...(kind === "body" ? [js.truth(true)] : []));
    return f.createLogicalAnd(f.createLessThan(fuel, js.number(0)), check);
  }

  function guardLoop(loop: ts.IterationStatement, kind: Kind): ts.IterationStatement {
    // The block of the loop keeps its own scope: what it declares must not meet what the head declares.
    const body = f.createBlock([f.createExpressionStatement(question(kind)), loop.statement], true);
    return ts.visitEachChild(loop, (child) => (child === loop.statement ? body : child), context);
  }

  function guardFunction(node: FunctionWithCode, kind: Kind): ts.Node {
    const { body } = node;
    const isAsync = (ts.getCombinedModifierFlags(node as ts.Declaration) & ts.ModifierFlags.Async) !== 0;
    if (!ts.isBlock(body) && !isAsync)
      return withBody(node, f.createParenthesizedExpression(f.createComma(question(kind), body)));
    const statements = ts.isBlock(body) ? body.statements : [f.createReturnStatement(body)];
    const first = statements.findIndex((s) => !isPrologueDirective(s));
    const split = first < 0 ? statements.length : first;
    const code = [f.createExpressionStatement(question(kind)), ...statements.slice(split)];
    const guarded = isAsync ? [f.createTryStatement(f.createBlock(code, true), failing(), undefined)] : code;
    return withBody(node, f.createBlock([...statements.slice(0, split), ...guarded], true));
  }

  /** `catch ($error) { await guard.failed($error); }` */
  function failing(): ts.CatchClause {
    const error = f.createUniqueName("$error");
    const failed = f.createAwaitExpression(js.call(js.member(js.word(guard), "failed"), error));
    return f.createCatchClause(error, f.createBlock([f.createExpressionStatement(failed)]));
  }

  function withBody(node: FunctionWithCode, body: ts.ConciseBody): ts.Node {
    return ts.visitEachChild(node, (child) => (child === node.body ? body : child), context);
  }
}

type FunctionWithCode = (
  | ts.FunctionDeclaration
  | ts.FunctionExpression
  | ts.ArrowFunction
  | ts.MethodDeclaration
  | ts.ConstructorDeclaration
  | ts.AccessorDeclaration
) & { readonly body: ts.ConciseBody };

function isFunctionWithCode(node: ts.Node): node is FunctionWithCode {
  return ts.isFunctionLike(node) && (node as { readonly body?: ts.Node }).body !== undefined;
}

/** An original, a resumable body with functions in it, or one without: nobody runs that but jobs. */
type Kind = "original" | "body" | "leaf";

function kindOf({ name, body }: FunctionWithCode): Kind {
  const isNamed = name !== undefined && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name));
  if (!isNamed || !bodyName.test(name.text)) return "original";
  return hasFunction(body) ? "body" : "leaf";
}

function hasFunction(node: ts.Node): boolean {
  return ts.isFunctionLike(node) || (ts.forEachChild(node, hasFunction) ?? false);
}
