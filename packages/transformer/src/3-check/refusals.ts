/**
 * What cannot be handled exactly stays as it is. Each refusal is one rule here, with the diagnostic that says so.
 */
import ts from "typescript";
import type { Candidate } from "../2-analyze/analyze.ts";
import { displayName } from "../2-analyze/display-name.ts";
import { inferredName } from "../2-analyze/inferred-name.ts";
import { isGenerator, isStatementList, isStrict, type Preemptable, staticName } from "../2-analyze/nodes.ts";
import type { Scopes } from "../2-analyze/scopes.ts";
import type { DiagnosticName } from "../diagnostics.ts";

export interface Refusal {
  readonly name: DiagnosticName;
  readonly holes: Record<string, string>;
}

export interface CheckOptions {
  readonly scopes: Scopes;
  /** TypeScript's older decorators run after the class is complete. */
  readonly experimentalDecorators: boolean;
  /** The `@preempt` decorators, which are erased. */
  readonly erased: ReadonlySet<ts.Decorator>;
}

/** Why `candidate` cannot be made preemptable; undefined if it can. */
export function refuse(candidate: Candidate, isContainer: boolean, options: CheckOptions): Refusal | undefined {
  const { node, facts } = candidate;
  const name = displayName(node);
  const refusal = (code: DiagnosticName, what = ""): Refusal => ({ name: code, holes: { name, what } });

  if (isGenerator(node)) return refusal("not_annotatable", "a generator function");
  if (facts.directEval) return refusal("direct_eval");
  if (facts.withStatement || isInsideWith(node)) return refusal("with_statement");
  if (facts.yieldName) return refusal("yield_name");
  if (facts.awaitUsing) return refusal("await_using");
  if (facts.usesCallee) return refusal("arguments_changed", "uses arguments.callee");
  if (facts.assignsArguments) return refusal("arguments_changed", "assigns to arguments");
  // In sloppy code an arguments object tells which function it is of.
  if (facts.argumentsEscape && !ts.isArrowFunction(node) && hasSimpleParameters(node) && !isStrict(node)) {
    return refusal("arguments_changed", "hands out its arguments object, which knows the function, in sloppy code");
  }
  if (facts.usesNewTarget && isContainer && !ts.isArrowFunction(node)) return refusal("new_target");
  if (ts.isArrowFunction(node)) return refuseArrow();
  if (ts.isMethodDeclaration(node))
    return ts.isClassLike(node.parent) ? refuseClassMethod(node) : refuseObjectMethod(node);
  return refuseFunction(node);

  function refuseArrow(): Refusal | undefined {
    if (facts.usesSuper) return refusal("lexical_in_arrow", "super");
    if (facts.usesArguments) return refusal("lexical_in_arrow", "arguments");
    if (facts.usesNewTarget) return refusal("lexical_in_arrow", "new.target");
    if (facts.usesThis && isInDerivedConstructor(node)) return refusal("this_before_super");
    return refuseExpressionName(node as ts.ArrowFunction);
  }

  function refuseExpressionName(f: ts.ArrowFunction | ts.FunctionExpression): Refusal | undefined {
    if (inferredName(f) === undefined) return refusal("function_name", "takes its name from a computed key");
    return undefined;
  }

  function refuseFunction(f: ts.FunctionDeclaration | ts.FunctionExpression): Refusal | undefined {
    if (ts.isFunctionExpression(f)) {
      if (f.name && options.scopes.declaredBy(f)?.assigned) return refusal("name_assigned");
      return refuseExpressionName(f);
    }
    if (f.name === undefined) return refusal("function_name", "is an anonymous default export");
    if (!isStatementList(f.parent)) return refusal("statement_position");
    const binding = options.scopes.declaredBy(f);
    // The code of another case may run first.
    if (ts.isCaseOrDefaultClause(f.parent) && binding?.assigned) {
      return refusal("function_name", `${name} is declared in a case and assigned to`);
    }
    const declarations = binding?.declarations ?? [];
    if (declarations.some((d) => d !== f && ts.isFunctionDeclaration(d) && d.body !== undefined)) {
      return refusal("function_name", `shares its name ${name} with another function`);
    }
    return undefined;
  }

  function refuseObjectMethod(f: ts.MethodDeclaration): Refusal | undefined {
    if (facts.usesSuper) return refusal("super_in_object");
    const key = knownKey(f.name);
    if (key === undefined || key === "__proto__") return refusal("method_may_change", "has a computed name");
    return undefined;
  }

  function refuseClassMethod(f: ts.MethodDeclaration): Refusal | undefined {
    const cls = f.parent as ts.ClassLikeDeclaration;
    const decorators = (n: ts.HasDecorators) => (ts.getDecorators(n) ?? []).filter((d) => !options.erased.has(d));
    if (decorators(f).length > 0) return refusal("method_may_change", "has a decorator");
    if (!options.experimentalDecorators && ts.canHaveDecorators(cls) && decorators(cls).length > 0) {
      return refusal("method_may_change", "belongs to a decorated class");
    }
    if (ts.isPrivateIdentifier(f.name)) return undefined;
    const key = knownKey(f.name);
    if (key === undefined) return refusal("method_may_change", "has a computed name");
    for (const member of cls.members) {
      if (member === f || member.name === undefined || isStatic(member) !== isStatic(f)) continue;
      if (ts.isMethodDeclaration(member) && member.body === undefined) continue;
      if (ts.isPropertyDeclaration(member)) continue;
      const other = knownKey(member.name);
      if (other === undefined) return refusal("method_may_change", "might be replaced by a computed member");
      if (other === key) return refusal("method_may_change", "is declared twice");
    }
    return undefined;
  }
}

/** A key known at compile time: a name, a literal, or a well-known symbol. */
function knownKey(name: ts.PropertyName): string | undefined {
  const key = staticName(name);
  if (key !== undefined) return key;
  if (ts.isComputedPropertyName(name)) {
    const e = name.expression;
    if (ts.isPropertyAccessExpression(e) && ts.isIdentifier(e.expression) && e.expression.text === "Symbol") {
      return `Symbol.${e.name.text}`;
    }
  }
  return undefined;
}

export function isStatic(member: ts.ClassElement): boolean {
  return (
    ts.canHaveModifiers(member) &&
    (ts.getModifiers(member)?.some((m) => m.kind === ts.SyntaxKind.StaticKeyword) ?? false)
  );
}

function hasSimpleParameters(node: Preemptable): boolean {
  return node.parameters.every((p) => ts.isIdentifier(p.name) && !p.initializer && !p.dotDotDotToken);
}

function isInsideWith(node: ts.Node): boolean {
  for (let n: ts.Node | undefined = node.parent; n !== undefined; n = n.parent) if (ts.isWithStatement(n)) return true;
  return false;
}

function isInDerivedConstructor(arrow: ts.Node): boolean {
  for (let n: ts.Node | undefined = arrow.parent; n !== undefined; n = n.parent) {
    if (ts.isConstructorDeclaration(n))
      return n.parent.heritageClauses?.some((h) => h.token === ts.SyntaxKind.ExtendsKeyword) ?? false;
    if (ts.isFunctionLike(n) && !ts.isArrowFunction(n)) return false;
  }
  return false;
}
