/** Calls of plain bodies, of variables that ask whom they call, and the closures that may ask instead. */
import * as ts from "typescript";
import type { Binding } from "../../1-resolve/binding.ts";
import type { Callees } from "../../1-resolve/calls.ts";
import type { Facts } from "../../1-resolve/facts.ts";
import type { Scopes } from "../../1-resolve/scopes.ts";
import { functionLiteral } from "../../1-resolve/target.ts";
import type { Candidate } from "../../2-find/candidates.ts";
import { memo } from "../../shared/memo.ts";
import { isLasting } from "../../syntax/lasting.ts";
import { isConst, isErased, isPreemptable, isToken, isWithin, type Preemptable, unwrap } from "../../syntax/nodes.ts";
import { isHarmless } from "../plain-parameters.ts";

/** What is known of a file. */
export interface KnownOfFile {
  readonly sourceFile: ts.SourceFile;
  readonly scopes: Scopes;
  readonly callees: Callees;
  readonly kept: ReadonlyMap<Preemptable, Candidate>;
  /** Functions with others inside, which are emitted once. */
  readonly containers: ReadonlySet<ts.Node>;
  isPlain(node: Preemptable): boolean;
}

/** Calls of variables in plain bodies that ask whom they call, by the variable; and all calls in plain bodies. */
export function callsOfPlainBodies(known: KnownOfFile) {
  const { sourceFile, scopes, callees, kept } = known;
  const asked = new Map<Binding, Set<ts.CallExpression>>();
  const called = new Map<ts.CallExpression, Preemptable>();
  visit(sourceFile, undefined);
  return { asked, called };

  function visit(node: ts.Node, around: Preemptable | undefined): void {
    if (isToken(node) || isErased(node)) return;
    if (ts.isFunctionLike(node)) {
      const f = node as Preemptable;
      const own = kept.has(f) && known.isPlain(f) ? f : undefined;
      ts.forEachChild(node, (child) => visit(child, child === f.body ? own : undefined));
      return;
    }
    if (around !== undefined && ts.isCallExpression(node) && !ts.isOptionalChain(node)) {
      called.set(node, around);
      add(node);
    }
    const inner = ts.isClassLike(node) ? undefined : around;
    ts.forEachChild(node, (child) => visit(child, inner));
  }

  function add(call: ts.CallExpression): void {
    const callee = unwrap(call.expression);
    const binding = ts.isIdentifier(callee) ? scopes.resolve(callee) : undefined;
    if (binding === undefined || !isFixed(binding) || call.arguments.some(ts.isSpreadElement)) return;
    if (callees.of(call, false).kind !== "maybe") return;
    memo(asked, binding, () => new Set()).add(call);
  }
}

export function isFixed({ assigned, isOpen, declarations }: Binding): boolean {
  return !assigned && !isOpen && declarations.length === 1;
}

function isConstant(declaration: ts.Node): declaration is ts.VariableDeclaration {
  return ts.isVariableDeclaration(declaration) && isConst(declaration) && ts.isIdentifier(declaration.name);
}

/** Finds who may ask the variable that a call calls. */
export function holderFinder({ sourceFile, kept }: KnownOfFile, factsFor: (f: Preemptable) => Facts) {
  return holderOf;

  /** The outermost closure around the call that is made when the variable has its value, and stands inside of what declares it. */
  function holderOf(call: ts.CallExpression, binding: Binding): ts.Node | undefined {
    const [declaration] = binding.declarations as [ts.Node];
    if (isOfFile(declaration)) return sourceFile;
    const place = ts.isParameter(declaration) ? inParameters(declaration, call) : inStatements(declaration);
    if (place === undefined) return undefined;
    let holder: Preemptable | undefined;
    let statement: ts.Node | undefined;
    for (let n: ts.Node = call; n !== place.around; n = n.parent) {
      if (ts.isSourceFile(n)) return undefined;
      // Functions that are declared may be called before.
      if (place.after !== undefined && ts.isFunctionDeclaration(n)) return undefined;
      if (isFitToHold(n)) holder = n;
      statement = n;
    }
    if (place.after !== undefined && (statement === undefined || statement.pos < place.after.end)) return undefined;
    return holder;
  }

  /** A constant of the file, which is more than a function that is called by its name. */
  function isOfFile(declaration: ts.Node): boolean {
    if (!isConstant(declaration)) return false;
    return declaration.parent.parent.parent === sourceFile && functionLiteral(declaration.initializer) === undefined;
  }

  /** A parameter has its value in all of its function's body. */
  function inParameters(p: ts.ParameterDeclaration, call: ts.Node): { around: ts.Node; after?: ts.Node } | undefined {
    const f = p.parent;
    if (!isHarmless(p) || f.parameters.some((other) => isWithin(call, other))) return undefined;
    // Whoever writes to `arguments` may change parameters.
    if (factsFor(f as Preemptable).usesArguments) return undefined;
    return { around: f };
  }

  /** A constant has its value behind its declaration, in what is not made before. */
  function inStatements(declaration: ts.Node): { around: ts.Node; after: ts.Node } | undefined {
    if (!isConstant(declaration)) return undefined;
    const statement = declaration.parent.parent;
    const around = statement.parent;
    if (!ts.isVariableStatement(statement) || !(ts.isBlock(around) || ts.isCaseOrDefaultClause(around)))
      return undefined;
    return { around, after: statement };
  }

  function isFitToHold(n: ts.Node): n is Preemptable {
    if (!isPreemptable(n) || !kept.has(n) || isLasting(n)) return false;
    if (ts.isFunctionDeclaration(n)) return ts.isBlock(n.parent) && ts.isFunctionLike(n.parent.parent);
    return isFunctionWritten(n);
  }
}

export function isFunctionWritten(node: ts.Node): boolean {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node);
}
