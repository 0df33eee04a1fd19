/**
 * What cannot be handled exactly stays as it is. Each refusal is one rule here, with the diagnostic that says so.
 */
import * as ts from "typescript";
import { displayName } from "../1-resolve/display-name.ts";
import { factsOf } from "../1-resolve/facts.ts";
import { inferredName } from "../1-resolve/inferred-name.ts";
import { lastMatchRead } from "../1-resolve/language/last-match.ts";
import { hasListOfItsOwn, knownKey, laterMembers } from "../1-resolve/member-keys.ts";
import type { Scopes } from "../1-resolve/scopes.ts";
import type { Candidate } from "../2-find/candidates.ts";
import type { DiagnosticName } from "../shared/diagnostics.ts";
import { isDecorated } from "../syntax/decorators.ts";
import { isMethod, isStrict, isWithin, type Method, outward, type Preemptable, unwrap } from "../syntax/nodes.ts";
import { compiledPartOf } from "./compiled.ts";
import { problemOfConstructor } from "./constructors.ts";

export interface Refusal {
  readonly name: DiagnosticName;
  readonly holes: Record<string, string>;
}

export interface CheckOptions {
  readonly scopes: Scopes;
  /** What TypeScript will make of the file. Its older decorators run after the class is complete. */
  readonly compilerOptions: ts.CompilerOptions;
  /** The `@preempt` decorators, which are erased. */
  readonly erased: ReadonlySet<ts.Decorator>;
  /** What is to become preemptable. */
  readonly wanted: ReadonlyMap<Preemptable, unknown>;
  /** What could not be rewritten. */
  readonly failed: ReadonlyMap<ts.Node, string>;
}

/** Why `candidate` cannot be made preemptable; undefined if it can. */
export function refuse(candidate: Candidate, options: CheckOptions): Refusal | undefined {
  const { node, facts } = candidate;
  const name = displayName(node);
  const refusal = (code: DiagnosticName, what = ""): Refusal => ({ name: code, holes: { name, what } });

  const failure = options.failed.get(node);
  if (failure !== undefined) return refusal("not_rewritten", failure);
  if (facts.directEval) return refusal("direct_eval");
  if (facts.withStatement || isInsideWith(node)) return refusal("with_statement");
  if (facts.yieldName) return refusal("yield_name");
  const lastMatch = lastMatchRead(node);
  if (lastMatch !== undefined) return refusal("last_match", lastMatch);
  if (facts.awaitUsing.some((list) => !canDispose(list, options.scopes))) return refusal("await_using");
  const { compilerOptions, erased, wanted } = options;
  const compiled = compiledPartOf(node, facts, { options: compilerOptions, erased, wanted });
  if (compiled !== undefined) return refusal("compiled", compiled);
  const { argumentsReference } = facts;
  if (argumentsReference !== undefined && !options.scopes.isGlobal(argumentsReference)) {
    // An arrow function may see one that is declared around it, by an eval as well.
    const { declarations = [] } = options.scopes.resolve(argumentsReference) ?? {};
    return !ts.isArrowFunction(node) || declarations.some((d) => isWithin(d, node))
      ? refusal("arguments_changed", "declares a variable named arguments")
      : refusal("lexical_in_arrow", "arguments, which changes there,");
  }
  if (ts.isArrowFunction(node)) return refuseArrow();
  if (ts.isConstructorDeclaration(node)) {
    const what = problemOfConstructor(node, options);
    return what === undefined ? undefined : refusal("constructor_stays", what);
  }
  if (isMethod(node)) {
    if (ts.isClassLike(node.parent)) return refuseClassMethod(node);
    return ts.isMethodDeclaration(node) ? refuseObjectMethod(node) : refuseObjectAccessor(node);
  }
  return refuseFunction(node);

  function refuseArrow(): Refusal | undefined {
    if (facts.superStaysPut) return refusal("lexical_in_arrow", "super in a way that only code inside the method can");
    if (facts.usesArguments && mayChangeArguments(functionAround(node))) {
      return refusal("lexical_in_arrow", "arguments, which changes there,");
    }
    return refuseExpressionName(node as ts.ArrowFunction);
  }

  function refuseExpressionName(f: ts.ArrowFunction | ts.FunctionExpression): Refusal | undefined {
    if (inferredName(f) === undefined && !ts.isObjectLiteralElement(outward(f).parent))
      return refusal("function_name", "takes its name from the computed key of a field");
    return undefined;
  }

  function refuseFunction(f: ts.FunctionDeclaration | ts.FunctionExpression): Refusal | undefined {
    if (ts.isFunctionExpression(f)) {
      if (f.name && options.scopes.declaredBy(f)?.assigned && !isStrict(f)) return refusal("name_assigned");
      return refuseExpressionName(f);
    }
    if (f.name === undefined) return refusal("function_name", "is an anonymous default export");
    // `if (a) function f() {}` stands for `if (a) { function f() {} }`
    if (ts.isLabeledStatement(f.parent)) return refusal("statement_position");
    const binding = options.scopes.declaredBy(f);
    // The code of another case may run first.
    if (ts.isCaseOrDefaultClause(f.parent) && binding?.assigned) {
      return refusal("function_name", `${name} is declared in a case and assigned to`);
    }
    const declarations = binding?.declarations ?? [];
    const namesakes = declarations.filter((d) => ts.isFunctionDeclaration(d) && d.body !== undefined);
    // Of several functions of one name in one list, only the last is ever seen.
    if (namesakes.at(-1) !== f || namesakes.some((d) => d.parent !== f.parent)) {
      return refusal("function_name", `shares its name ${name} with another function`);
    }
    return undefined;
  }

  function refuseObjectMethod(f: ts.MethodDeclaration): Refusal | undefined {
    if (!facts.usesSuper) return undefined;
    const key = knownKey(f.name, options.scopes);
    if (key === undefined) return refusal("method_may_change", "uses super and has a computed name");
    const { properties } = f.parent as ts.ObjectLiteralExpression;
    for (const p of properties.slice(properties.indexOf(f) + 1)) {
      const other = p.name && knownKey(p.name, options.scopes);
      if (other === undefined)
        return refusal("method_may_change", "uses super and might be replaced by a later member");
      if (other === key) return refusal("method_may_change", "is declared twice");
    }
    return undefined;
  }

  /** Its body is attached to what the literal has by its key in the end: itself, unless another accessor has replaced it. */
  function refuseObjectAccessor(f: ts.AccessorDeclaration): Refusal | undefined {
    const key = knownKey(f.name, options.scopes);
    if (key === undefined) return refusal("method_may_change", "has a computed name");
    const { properties } = f.parent as ts.ObjectLiteralExpression;
    const others = properties.slice(properties.indexOf(f) + 1).filter((p) => p.kind === f.kind);
    for (const { name: other } of others) {
      const otherKey = other && knownKey(other, options.scopes);
      if (otherKey === undefined) return refusal("method_may_change", "might be replaced by a later member");
      if (otherKey === key) return refusal("method_may_change", "is declared twice");
    }
    return undefined;
  }

  function refuseClassMethod(f: Method): Refusal | undefined {
    const cls = f.parent as ts.ClassLikeDeclaration;
    if (!options.compilerOptions.experimentalDecorators) {
      if (isDecorated(f, options.erased)) return refusal("method_may_change", "has a decorator");
      if (isDecorated(cls, options.erased)) return refusal("method_may_change", "belongs to a decorated class");
    }
    if (ts.isPrivateIdentifier(f.name)) return undefined;
    const key = knownKey(f.name, options.scopes);
    const others = laterMembers(f).map((m) => m.name && knownKey(m.name, options.scopes));
    if (key !== undefined && others.includes(key)) return refusal("method_may_change", "is declared twice");
    if ((key === undefined || others.includes(undefined)) && !hasListOfItsOwn(cls)) {
      return refusal("method_may_change", "has or follows a computed name, in a class that does not stand in a block");
    }
    return undefined;
  }
}

/** The function whose `arguments` an arrow function sees. */
function functionAround(arrow: ts.Node): Preemptable | ts.SignatureDeclaration | undefined {
  for (let n: ts.Node | undefined = arrow.parent; n !== undefined; n = n.parent) {
    if (ts.isFunctionLike(n) && !ts.isArrowFunction(n)) return n;
  }
  return undefined;
}

function mayChangeArguments(f: ts.SignatureDeclaration | undefined): boolean {
  if (f === undefined) return true;
  const { assignsArguments, directEval } = factsOf(f as Preemptable);
  return assignsArguments || directEval;
}

/** Whether the resources of `await using` can be disposed of by code that means the same. */
function canDispose(list: ts.VariableDeclarationList, scopes: Scopes): boolean {
  // An anonymous function would be named after the variable.
  const isNamed = (d: ts.VariableDeclaration) => {
    const value = d.initializer && unwrap(d.initializer);
    return (
      value !== undefined &&
      (ts.isFunctionExpression(value) || ts.isArrowFunction(value) || ts.isClassExpression(value))
    );
  };
  if (list.declarations.some(isNamed)) return false;
  const { parent } = list;
  // The head of the loop sees the variable, uninitialised.
  if (ts.isForOfStatement(parent)) return !mentions(parent.expression, list.declarations[0]?.name.getText());
  const block = parent.parent;
  if (block === undefined || !ts.isBlock(block) || !ts.isFunctionLike(block.parent)) return true;
  // The functions of the body move into a block.
  return block.statements.every(
    (s) => !ts.isFunctionDeclaration(s) || (scopes.declaredBy(s)?.declarations.length ?? 1) === 1,
  );
}

function mentions(node: ts.Node, name: string | undefined): boolean {
  let found = false;
  const look = (n: ts.Node): void => {
    if (ts.isIdentifier(n) && n.text === name) found = true;
    ts.forEachChild(n, look);
  };
  look(node);
  return found;
}

function isInsideWith(node: ts.Node): boolean {
  for (let n: ts.Node | undefined = node.parent; n !== undefined; n = n.parent) if (ts.isWithStatement(n)) return true;
  return false;
}
