/**
 * The class of an object, as far as the file shows it, and which methods that has: its own, or those of its base. Constructor
 * functions and object literals are classes, too.
 */
import * as ts from "typescript";
import { heritageOf } from "../../1-resolve/constructed.ts";
import { membersOf, type NamedMember } from "../../1-resolve/members.ts";
import { type FunctionNode, functionLiteral, isMember } from "../../1-resolve/target.ts";
import { memo } from "../../shared/memo.ts";
import { isStaticMember, unwrap } from "../../syntax/nodes.ts";
import { classMadeBy, initialValue, type Variable, type Variables } from "./variables.ts";

export interface Classes {
  /** What the expression names: a class, or a constructor function. */
  classOf(e: ts.Expression): ts.Node | undefined;
  /** Methods of the object's class, where that shows. */
  memberOfClass(name: string, receiver: ts.Expression): readonly FunctionNode[];
  /** What `this.m()` means in a class. */
  memberOfThis(name: string, self: ts.Expression): readonly FunctionNode[];
  functionsOf(member: NamedMember): readonly FunctionNode[];
  /** The names of what objects of the variable's class have; undefined where that is not known. */
  fieldsOf(variable: Variable): ReadonlySet<string> | undefined;
}

export function classesOf(sourceFile: ts.SourceFile, variables: Variables): Classes {
  const members = membersOf(sourceFile);
  const classes = new Map<Variable, ts.Node | undefined>();
  const fields = new Map<Variable, ReadonlySet<string> | undefined>();
  return {
    classOf,
    memberOfClass,
    memberOfThis,
    functionsOf,
    fieldsOf: (variable) => (fields.has(variable) ? fields.get(variable) : remember(variable)),
  };

  function functionsOf({ function: f, value }: NamedMember): readonly FunctionNode[] {
    if (f !== undefined) return [f];
    const e = value && unwrap(value);
    return e !== undefined && ts.isIdentifier(e) ? variables.functionsOf(e).functions : [];
  }

  /** Methods of the object's class, where that shows. */
  function memberOfClass(name: string, receiver: ts.Expression): readonly FunctionNode[] {
    const { owner, isStatic } = ownerOf(receiver);
    return owner === undefined ? [] : lookUp(name, owner, isStatic);
  }

  function lookUp(name: string, owner: ts.Node, isStatic: boolean): readonly FunctionNode[] {
    const seen = new Set<ts.Node>();
    for (let c: ts.Node | undefined = owner; c !== undefined && !seen.has(c); c = baseOf(c)) {
      seen.add(c);
      const own = (members.get(name) ?? []).filter((m) => isOf(m, c as ts.Node, isStatic)).flatMap(functionsOf);
      if (own.length > 0) return own;
    }
    return [];
  }

  /** What `this.m()` means in a class: its own, or its base's, and what classes of the file put in the place of that. */
  function memberOfThis(name: string, self: ts.Expression): readonly FunctionNode[] {
    const around = classAround(self);
    if (around === undefined) return [];
    const own = lookUp(name, around.owner, around.isStatic);
    if (own.length === 0) return [];
    const others = (members.get(name) ?? []).filter(({ owner }) => isBelow(owner, around.owner));
    return [...own, ...others.flatMap(functionsOf)];
  }

  function isBelow(c: ts.Node | undefined, above: ts.Node): boolean {
    if (c === undefined || c === above) return false;
    const seen = new Set<ts.Node>();
    for (let n = baseOf(c); n !== undefined && !seen.has(n); n = baseOf(n)) {
      if (n === above) return true;
      seen.add(n);
    }
    return false;
  }

  /** The class, or constructor function, that has the method in which `self` stands. */
  function classAround(self: ts.Node): { owner: ts.Node; isStatic: boolean } | undefined {
    for (let n = self.parent; n !== undefined; n = n.parent) {
      if (ts.isArrowFunction(n) || !(ts.isFunctionLike(n) || ts.isPropertyDeclaration(n))) continue;
      if (ts.isClassLike(n.parent)) return { owner: n.parent, isStatic: isStaticMember(n) };
      const left = ts.isBinaryExpression(n.parent) ? n.parent.left : undefined;
      if (left === undefined || !ts.isPropertyAccessExpression(left)) return undefined;
      const object = unwrap(left.expression);
      const isPrototype = ts.isPropertyAccessExpression(object) && object.name.text === "prototype";
      const owner = isPrototype ? classOf(object.expression) : undefined;
      return owner && { owner, isStatic: false };
    }
    return undefined;
  }

  /** The class, constructor function or object literal that has the methods of `receiver`. */
  function ownerOf(receiver: ts.Expression): { owner: ts.Node | undefined; isStatic: boolean } {
    if (ts.isNewExpression(receiver)) return { owner: classOf(receiver.expression), isStatic: false };
    if (receiver.kind === ts.SyntaxKind.SuperKeyword) {
      const around = ts.findAncestor(receiver, ts.isClassLike);
      return { owner: around && baseOf(around), isStatic: false };
    }
    if (!ts.isIdentifier(receiver)) return { owner: undefined, isStatic: false };
    const variable = variables.of(receiver);
    if (variable === undefined) return { owner: undefined, isStatic: false };
    const { declaration } = variable;
    if (ts.isClassLike(declaration) || ts.isFunctionLike(declaration)) return { owner: declaration, isStatic: true };
    const made = classMadeBy(variable) ?? functionMadeBy(variable);
    if (made !== undefined) return { owner: made, isStatic: true };
    return { owner: memo(classes, variable, () => classOfVariable(variable)), isStatic: false };
  }

  function remember(variable: Variable): ReadonlySet<string> | undefined {
    const found = fieldsOf(variable);
    fields.set(variable, found);
    return found;
  }

  function fieldsOf(variable: Variable): ReadonlySet<string> | undefined {
    const value = initialValue(variable);
    if (value === undefined || !ts.isNewExpression(value)) return undefined;
    const fields = new Set<string>();
    const seen = new Set<ts.Node>();
    let c = classOf(value.expression);
    for (; c !== undefined && ts.isClassLike(c) && !seen.has(c); c = baseOf(c)) {
      seen.add(c);
      ts.forEachChild(c, function visit(node): void {
        if (ts.isPropertyAccessExpression(node) && node.expression.kind === ts.SyntaxKind.ThisKeyword)
          fields.add(node.name.text);
        else if (ts.isClassElement(node) && node.name !== undefined && ts.isIdentifier(node.name))
          fields.add(node.name.text);
        ts.forEachChild(node, visit);
      });
    }
    // A base that the file does not show may have any.
    const isShown =
      seen.size > 0 &&
      [...seen].every((n) => (n as ts.ClassLikeDeclaration).heritageClauses === undefined || baseOf(n) !== undefined);
    return isShown ? fields : undefined;
  }

  /** `const Parser = function Parser() { … }` */
  function functionMadeBy({ declaration, binding }: Variable): ts.Node | undefined {
    if (!ts.isVariableDeclaration(declaration) || binding.assigned) return undefined;
    return functionLiteral(declaration.initializer);
  }

  function classOfVariable(variable: Variable): ts.Node | undefined {
    const { assigned, declarations } = variable.binding;
    const value = initialValue(variable);
    if (value === undefined || assigned || declarations.length > 1) return undefined;
    if (ts.isNewExpression(value)) return classOf(value.expression);
    return ts.isObjectLiteralExpression(value) ? value : undefined;
  }

  function classOf(e: ts.Expression): ts.Node | undefined {
    const name = unwrap(e);
    const variable = ts.isIdentifier(name) ? variables.of(name) : undefined;
    if (variable === undefined) return undefined;
    const { declaration } = variable;
    if (ts.isClassLike(declaration) || ts.isFunctionLike(declaration)) return declaration;
    const value = initialValue(variable);
    if (value === undefined) return undefined;
    if (ts.isClassLike(value)) return value;
    return functionLiteral(value);
  }

  function baseOf(c: ts.Node): ts.Node | undefined {
    if (!ts.isClassLike(c)) return undefined;
    const base = heritageOf(c);
    return base && classOf(base);
  }

  function isOf(member: NamedMember, c: ts.Node, isStatic: boolean): boolean {
    if (member.owner !== undefined) return member.owner === c && (!ts.isClassLike(c) || member.isStatic === isStatic);
    const f = member.function;
    const assignment = f?.parent;
    if (assignment === undefined || !ts.isBinaryExpression(assignment) || !isMember(assignment.left)) return false;
    const object = unwrap(assignment.left.expression);
    const isPrototype = ts.isPropertyAccessExpression(object) && object.name.text === "prototype";
    if (ts.isObjectLiteralExpression(c)) {
      // `const api = {}; api.parse = function () { … }`
      const variable = ts.isIdentifier(object) ? variables.of(object) : undefined;
      return variable !== undefined && memo(classes, variable, () => classOfVariable(variable)) === c;
    }
    if (isPrototype === isStatic) return false;
    return classOf(isPrototype ? object.expression : object) === c;
  }
}
