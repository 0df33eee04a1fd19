/**
 * The keys of a class's members, for the static block that attaches resumable bodies to its methods. A computed key is
 * evaluated once, where it stands, and kept in a variable when the static block needs it.
 */
import * as ts from "typescript";
import { isDefinedEarly, knownKey, laterMembers } from "../1-resolve/member-keys.ts";
import { isMethod, type Method, staticName } from "../syntax/nodes.ts";
import { accessMember } from "./functions.ts";
import * as js from "./shared/build.ts";
import type { Unit } from "./shared/unit.ts";

export interface ClassKeys {
  /** The member, with its computed key kept in a variable where that is needed. */
  captured(member: ts.ClassElement, visited: ts.ClassElement): ts.ClassElement;
  key(method: Method): ts.Expression;
  /** `owner.m` or `owner[$key]` */
  access(method: Method, owner: ts.Expression): ts.Expression;
  /** Whether no later member has the method's key; undefined if that is sure. */
  isSeen(method: Method): ts.Expression | undefined;
}

export function captureKeys(unit: Unit, node: ts.ClassLikeDeclaration): ClassKeys {
  const { f } = unit;
  const variables = new Map<ts.ClassElement, ts.Identifier>();
  const needed = new Set<ts.ClassElement>();
  for (const m of node.members) {
    if (!isMethod(m) || !unit.kept.has(m) || ts.isPrivateIdentifier(m.name)) continue;
    needed.add(m);
    for (const later of laterMembers(m)) needed.add(later);
  }
  for (const m of needed) {
    if (m.name && isDefinedEarly(m) && knownKey(m.name, unit.scopes) === undefined) {
      variables.set(m, unit.listVariable("$key"));
    }
  }

  function keyOf(member: ts.ClassElement): ts.Expression {
    const variable = variables.get(member);
    if (variable !== undefined) return variable;
    const name = member.name as ts.PropertyName;
    if (ts.isNumericLiteral(name)) return js.text(staticName(name) as string);
    if (ts.isComputedPropertyName(name) && !ts.isStringLiteralLike(name.expression)) return name.expression;
    return js.text(staticName(name) as string);
  }

  return {
    captured(member, visited) {
      const variable = variables.get(member);
      if (variable === undefined) return visited;
      const original = member.name as ts.ComputedPropertyName;
      const key = unit.callRuntime("propertyKey", [unit.keyExpression(original)]);
      const name = f.updateComputedPropertyName(original, js.assign(variable, key));
      return ts.visitEachChild(visited, (child) => (ts.isComputedPropertyName(child) ? name : child), unit.context);
    },
    key: keyOf,
    access(method, owner) {
      const variable = variables.get(method);
      return variable ? js.element(owner, variable) : accessMember(owner, method.name);
    },
    isSeen(method) {
      const conditions = laterMembers(method)
        .filter((m) => variables.has(m) || variables.has(method))
        .map((m) => js.unequal(keyOf(method), keyOf(m)));
      const [first, ...others] = conditions;
      return first && js.and(first, ...others);
    },
  };
}
