/** Which functions of the file a call may run: by name, by the class of the object, and else by the method's name. */
import * as ts from "typescript";
import { isBuiltinObject } from "../../1-resolve/language/built-in-objects.ts";
import { builtinMethods, isLikelyBuiltin } from "../../1-resolve/language/builtins.ts";
import { membersOf } from "../../1-resolve/members.ts";
import type { Scopes } from "../../1-resolve/scopes.ts";
import { type FunctionNode, functionLiteral, isMember, memberName, privateTarget } from "../../1-resolve/target.ts";
import { memo } from "../../shared/memo.ts";
import { isAssigned } from "../../syntax/assignments.ts";
import { ownConstructor } from "../../syntax/fields.ts";
import { unwrap } from "../../syntax/nodes.ts";
import { classesOf } from "./classes.ts";
import type { Variable, Variables } from "./variables.ts";

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
  const { classOf, memberOfClass, memberOfThis, functionsOf, fieldsOf } = classesOf(sourceFile, variables);
  return {
    of: (call) => memo(answers, call, () => find(call)),
    valuesOf,
    fieldsOf,
  };

  function find(call: ts.CallExpression | ts.NewExpression): ResolvedCall {
    const callee = unwrap(call.expression);
    if (ts.isNewExpression(call)) return { ...unknown, ...constructorsOf(callee) };
    const literal = functionLiteral(callee);
    if (literal !== undefined) return { ...unknown, functions: [literal], exact: true };
    if (ts.isIdentifier(callee)) return { ...unknown, ...variables.functionsOf(callee) };
    if (!isMember(callee)) return unknown;
    const receiver = unwrap(callee.expression);
    if (ts.isPropertyAccessExpression(callee) && ts.isPrivateIdentifier(callee.name))
      return byPrivateName(callee.name, receiver);
    const name = memberName(callee);
    if (name === undefined) return { ...unknown, receiver };
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

  function constructorsOf(callee: ts.Expression): { functions: readonly FunctionNode[]; exact: boolean } {
    const c = classOf(callee);
    if (c === undefined) return { functions: [], exact: false };
    if (!ts.isClassLike(c)) return { functions: [c as FunctionNode], exact: true };
    const own = ownConstructor(c);
    return { functions: own ? [own] : [], exact: true };
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
