/**
 * Classes with preemptable methods. The body of a method has to stand inside the class, where private names and
 * `super` mean what they mean in the method:
 *
 *   class C {                       class C {
 *     m(a) { … }               ⇒      static { $attach(this.prototype.m, function* m$resumable(a) { … }); }
 *                                     m(a) { … }
 *     s(a) { super.s(a) }      ⇒      static { $attachMethod(this.prototype, "s", "s$resumable", false); }
 *                                     s(a) { … } *s$resumable(a) { … }          taken out by $attachMethod
 *     #p(a) { … }              ⇒      #p(a) { … } *#p$resumable(a) { … }
 *   }                               }
 *
 * The static block comes first, before any code of the user that could see the class.
 */
import ts from "typescript";
import { isAsync, staticName } from "../2-analyze/nodes.ts";
import { isStatic } from "../3-check/refusals.ts";
import { rewriteBody } from "./body.ts";
import { accessMember, attachName, declareFunction, parameters, resumableExpression } from "./functions.ts";
import { generatorToken } from "./positions.ts";
import type { Unit } from "./unit.ts";

export function rewriteClass(unit: Unit, node: ts.ClassLikeDeclaration): ts.ClassLikeDeclaration {
  const { f } = unit;
  const members: ts.ClassElement[] = [];
  const attach: ts.Statement[] = [];
  const used = new Set(node.members.map((m) => (m.name ? staticName(m.name) : undefined)));

  for (const member of node.members) {
    if (ts.isMethodDeclaration(member) && unit.kept.has(member) && ts.isPrivateIdentifier(member.name)) {
      unit.bodyNames.set(member, f.createPrivateIdentifier(freeName(`${member.name.text}$resumable`)));
    }
  }
  for (const member of node.members) {
    const visited = ts.isMethodDeclaration(member)
      ? plainMethod(unit, member)
      : (ts.visitNode(member, unit.visitPlain) as ts.ClassElement);
    members.push(visited);
    if (!ts.isMethodDeclaration(member) || !unit.kept.has(member)) continue;
    const owner = isStatic(member) ? f.createThis() : f.createPropertyAccessExpression(f.createThis(), "prototype");
    if (ts.isPrivateIdentifier(member.name)) {
      members.push(sibling(member, unit.bodyNames.get(member) as ts.PrivateIdentifier));
    } else if (unit.kept.get(member)?.facts.usesSuper) {
      const key = freeName(`${staticName(member.name) ?? "method"}$resumable`);
      members.push(sibling(member, f.createStringLiteral(key)));
      const args = [
        owner,
        keyExpression(member.name),
        f.createStringLiteral(key),
        isAsync(member) ? f.createTrue() : f.createFalse(),
      ];
      attach.push(f.createExpressionStatement(unit.callRuntime("attachMethod", args)));
    } else {
      const args = [accessMember(unit, owner, member.name), resumableExpression(unit, member)];
      attach.push(f.createExpressionStatement(unit.callRuntime(attachName(member), args)));
    }
  }
  if (attach.length > 0) members.unshift(f.createClassStaticBlockDeclaration(f.createBlock(attach, true)));

  const list = ts.setTextRange(f.createNodeArray(members), node.members);
  const modifiers = ts.visitNodes(node.modifiers, unit.visitPlain, ts.isModifierLike);
  const heritage = ts.visitNodes(node.heritageClauses, unit.visitPlain, ts.isHeritageClause);
  return ts.isClassDeclaration(node)
    ? f.updateClassDeclaration(node, modifiers, node.name, node.typeParameters, heritage, list)
    : f.updateClassExpression(node, modifiers, node.name, node.typeParameters, heritage, list);

  function freeName(text: string): string {
    let name = text;
    for (let i = 1; used.has(name); i++) name = `${text}_${i}`;
    used.add(name);
    return name;
  }

  /** `*m$resumable(a) { … }` beside `m`. */
  function sibling(method: ts.MethodDeclaration, name: ts.PropertyName): ts.MethodDeclaration {
    const modifiers = isStatic(method) ? [f.createModifier(ts.SyntaxKind.StaticKeyword)] : undefined;
    const made = f.createMethodDeclaration(
      modifiers,
      generatorToken(unit, method),
      name,
      undefined,
      undefined,
      parameters(unit, method),
      undefined,
      rewriteBody(unit, method, (inner) => declareFunction(unit, inner)),
    );
    return ts.setSourceMapRange(made, method);
  }

  function keyExpression(name: ts.PropertyName): ts.Expression {
    if (ts.isComputedPropertyName(name)) return name.expression;
    return ts.isNumericLiteral(name) ? name : f.createStringLiteral(staticName(name) as string);
  }

  /** The method that un-annotated callers see. Methods stay whole even when they contain preemptable functions. */
  function plainMethod(u: Unit, method: ts.MethodDeclaration): ts.MethodDeclaration {
    const erased = method.modifiers?.some((m) => ts.isDecorator(m) && u.erasedDecorators.has(m));
    if (!u.containers.has(method) && !erased) return method;
    const kept = method.modifiers?.filter((m) => !(ts.isDecorator(m) && u.erasedDecorators.has(m)));
    return f.updateMethodDeclaration(
      method,
      kept && ts.visitNodes(f.createNodeArray(kept), u.visitPlain, ts.isModifierLike),
      method.asteriskToken,
      ts.visitNode(method.name, u.visitPlain) as ts.PropertyName,
      method.questionToken,
      method.typeParameters,
      method.parameters.map((p) => ts.visitNode(p, u.visitPlain) as ts.ParameterDeclaration),
      method.type,
      method.body && (ts.visitNode(method.body, u.visitPlain, ts.isBlock) as ts.Block),
    );
  }
}
