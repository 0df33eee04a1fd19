/** Which functions of the file a call may run: by name, by the class of the object, and else by the method's name. */
import ts from "typescript";
import { isBuiltinObject } from "../../1-resolve/language/built-in-objects.ts";
import { builtinMethods, isLikelyBuiltin } from "../../1-resolve/language/builtins.ts";
import { membersOf, type NamedMember } from "../../1-resolve/members.ts";
import type { Scopes } from "../../1-resolve/scopes.ts";
import { type FunctionNode, functionLiteral, isMember, memberName, privateTarget } from "../../1-resolve/target.ts";
import { memo } from "../../shared/memo.ts";
import { isAssigned, isStaticMember, unwrap } from "../../syntax/nodes.ts";
import { classMadeBy, type Variable, type Variables } from "./variables.ts";

export interface ResolvedCall {
  readonly functions: readonly FunctionNode[];
  /** Nothing else can be meant. */
  readonly exact: boolean;
  /** What is `this` in them. */
  readonly receiver: ts.Expression | undefined;
  /** The name of a method of the language that may be meant. */
  readonly builtin: string | undefined;
  /** Where the parameters start: 1 in `f.call(o, x)`. */
  readonly skip: number;
  /** They are all that have the method's name. */
  readonly isByName: boolean;
}

export interface ShownCalls {
  of(call: ts.CallExpression | ts.NewExpression): ResolvedCall;
  /** The names of what objects of the variable's class have; undefined where that is not known. */
  fieldsOf(variable: Variable): ReadonlySet<string> | undefined;
  /** The functions that a value may be. */
  valuesOf(e: ts.Expression): readonly FunctionNode[];
}

/** With more methods of one name nothing is known. */
const most = 24;

const unknown: ResolvedCall = {
  functions: [],
  exact: false,
  receiver: undefined,
  builtin: undefined,
  skip: 0,
  isByName: false,
};

export function shownCalls(sourceFile: ts.SourceFile, scopes: Scopes, variables: Variables): ShownCalls {
  const answers = new Map<ts.CallExpression | ts.NewExpression, ResolvedCall>();
  const members = membersOf(sourceFile);
  const classes = new Map<Variable, ts.Node | undefined>();
  const fields = new Map<Variable, ReadonlySet<string> | undefined>();
  return {
    of: (call) => memo(answers, call, () => find(call)),
    valuesOf,
    fieldsOf: (variable) => (fields.has(variable) ? fields.get(variable) : remember(variable)),
  };

  function find(call: ts.CallExpression | ts.NewExpression): ResolvedCall {
    const callee = unwrap(call.expression);
    if (ts.isNewExpression(call)) return { ...unknown, ...constructorsOf(callee) };
    const literal = functionLiteral(callee);
    if (literal !== undefined) return { ...unknown, functions: [literal], exact: true };
    if (ts.isIdentifier(callee)) return { ...unknown, ...variables.functionsOf(callee) };
    if (!isMember(callee)) return unknown;
    const receiver = unwrap(callee.expression);
    const name = memberName(callee);
    if (name === undefined) {
      if (ts.isPropertyAccessExpression(callee) && ts.isPrivateIdentifier(callee.name))
        return byPrivateName(callee.name, receiver);
      return { ...unknown, receiver };
    }
    if (ts.isPropertyAccessExpression(callee) && ts.isPrivateIdentifier(callee.name))
      return byPrivateName(callee.name, receiver);
    if (name === "call" || name === "apply") {
      const functions = valuesOf(receiver);
      const exact = functions.length === 1;
      if (functions.length > 0) {
        const skip = name === "call" ? 1 : Number.POSITIVE_INFINITY;
        return { ...unknown, functions, exact, receiver: call.arguments[0], skip };
      }
    }
    return byMember(name, receiver);
  }

  function byPrivateName(name: ts.PrivateIdentifier, receiver: ts.Expression): ResolvedCall {
    const target = privateTarget(name);
    return { ...unknown, functions: target?.declared ?? [], exact: target?.exact ?? false, receiver };
  }

  function byMember(name: string, receiver: ts.Expression): ResolvedCall {
    const ofClass =
      receiver.kind === ts.SyntaxKind.ThisKeyword ? memberOfThis(name, receiver) : memberOfClass(name, receiver);
    if (ofClass.length > 0) return { ...unknown, functions: ofClass, exact: ofClass.length === 1, receiver };
    // What is imported, or made with other methods, has none of this file's.
    if (isForeign(receiver)) return { ...unknown, receiver, builtin: isLikelyBuiltin(name) ? name : undefined };
    const builtin = isLikelyBuiltin(name) ? name : undefined;
    if (builtin !== undefined && isBuiltinObject(receiver, scopes)) return { ...unknown, receiver, builtin };
    const named = members.get(name) ?? [];
    const functions = named.length > most ? [] : named.flatMap(functionsOf);
    if (functions.length === 0 && builtin === undefined) return { ...unknown, receiver };
    // Most that is called push is an array's, even in a file with a method of that name.
    const isRarelyOther = builtin !== undefined && builtinMethods.has(name) && functions.length === 0;
    return { ...unknown, functions: isRarelyOther ? [] : functions, receiver, builtin, isByName: true };
  }

  function isForeign(receiver: ts.Expression): boolean {
    const variable = ts.isIdentifier(receiver) ? variables.of(receiver) : undefined;
    if (variable === undefined) return false;
    const { declaration } = variable;
    if (variable.binding.assigned && isFoundOrMadeMap(variable)) return true;
    if (ts.isNamespaceImport(declaration) || ts.isImportClause(declaration) || ts.isImportSpecifier(declaration))
      return true;
    if (!ts.isVariableDeclaration(declaration) || declaration.initializer === undefined) return false;
    let value = unwrap(declaration.initializer);
    // `const map = WeakMap && new WeakMap()`
    if (ts.isBinaryExpression(value) && value.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
      value = unwrap(value.right);
    if (ts.isNewExpression(value)) return /^(Weak)?(Map|Set)$/.test(value.expression.getText());
    if (ts.isObjectLiteralExpression(value)) return value.properties.length > 0;
    return ts.isCallExpression(value) && ts.isIdentifier(value.expression) && value.expression.text === "require";
  }

  /** `let byName = maps.get(name); if (byName === undefined) maps.set(name, (byName = new Map()));` */
  function isFoundOrMadeMap({ declaration, binding }: Variable): boolean {
    if (!ts.isVariableDeclaration(declaration) || binding.declarations.length > 1) return false;
    const values = [declaration.initializer];
    for (const reference of binding.references) {
      const { parent } = reference;
      if (isAssigned(reference)) values.push(ts.isBinaryExpression(parent) ? parent.right : reference);
    }
    const isGet = (e: ts.Expression) =>
      ts.isCallExpression(e) && isMember(e.expression) && memberName(e.expression) === "get";
    const isMap = (e: ts.Expression) => ts.isNewExpression(e) && /^(Weak)?(Map|Set)$/.test(e.expression.getText());
    const made = values.flatMap((e) => (e === undefined ? [] : [unwrap(e)]));
    return made.some(isMap) && made.every((e) => isMap(e) || isGet(e));
  }

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
    const { declaration } = variable;
    const value = ts.isVariableDeclaration(declaration)
      ? declaration.initializer && unwrap(declaration.initializer)
      : undefined;
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

  function classOfVariable({ declaration, binding }: Variable): ts.Node | undefined {
    if (!ts.isVariableDeclaration(declaration) || binding.assigned || binding.declarations.length > 1) return undefined;
    const value = declaration.initializer && unwrap(declaration.initializer);
    if (value === undefined) return undefined;
    if (ts.isNewExpression(value)) return classOf(value.expression);
    return ts.isObjectLiteralExpression(value) ? value : undefined;
  }

  function classOf(e: ts.Expression): ts.Node | undefined {
    const name = unwrap(e);
    const variable = ts.isIdentifier(name) ? variables.of(name) : undefined;
    if (variable === undefined) return undefined;
    const { declaration } = variable;
    if (ts.isClassLike(declaration) || ts.isFunctionLike(declaration)) return declaration;
    const value = ts.isVariableDeclaration(declaration)
      ? declaration.initializer && unwrap(declaration.initializer)
      : undefined;
    if (value === undefined) return undefined;
    if (ts.isClassLike(value)) return value;
    return functionLiteral(value);
  }

  function baseOf(c: ts.Node): ts.Node | undefined {
    if (!ts.isClassLike(c)) return undefined;
    const base = c.heritageClauses?.find((h) => h.token === ts.SyntaxKind.ExtendsKeyword)?.types[0]?.expression;
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

  function constructorsOf(callee: ts.Expression): { functions: readonly FunctionNode[]; exact: boolean } {
    const c = classOf(callee);
    if (c === undefined) return { functions: [], exact: false };
    if (!ts.isClassLike(c)) return { functions: [c as FunctionNode], exact: true };
    const own = c.members.find(ts.isConstructorDeclaration);
    return { functions: own?.body ? [own] : [], exact: true };
  }

  function valuesOf(expression: ts.Expression): readonly FunctionNode[] {
    const e = unwrap(expression);
    const literal = functionLiteral(e);
    if (literal !== undefined) return [literal];
    if (ts.isIdentifier(e)) return variables.functionsOf(e).functions;
    if (ts.isCallExpression(e)) {
      // f.bind(o)
      const callee = unwrap(e.expression);
      return isMember(callee) && memberName(callee) === "bind" ? valuesOf(callee.expression) : [];
    }
    if (!isMember(e)) return [];
    const name = memberName(e);
    if (name === undefined) return [];
    const named = memberOfClass(name, unwrap(e.expression));
    if (named.length > 0) return named;
    return builtinMethods.has(name) ? [] : (members.get(name) ?? []).slice(0, most).flatMap(functionsOf);
  }
}
