/**
 * The initialiser of a field as a function, which is what it is in the language: `a = f()` runs `() => f()` for each object. That is
 * an arrow function here that stands in no list of the tree: who comes from above finds the expression, who comes from below finds the
 * function.
 */
import * as ts from "typescript";
import { type Erased, isDecorated } from "./decorators.ts";
import { isField, ownConstructor, parameterProperties } from "./fields.ts";
import { someLexical } from "./lexical.ts";
import { isCall, isDerived, isDirectEval, isErased, isStaticMember, staticName } from "./nodes.ts";

/** A field with an initialiser. */
export type InitialisedField = ts.PropertyDeclaration & { readonly initializer: ts.Expression };

const functions = new WeakMap<ts.Node, ts.ArrowFunction>();
const fields = new WeakMap<ts.Node, InitialisedField>();

export function isInitialised(member: ts.ClassElement): member is InitialisedField {
  return isField(member) && member.initializer !== undefined;
}

/**
 * Whether a resumable body may make the objects of the class without the class, field by field: see the runtime's fields.ts. Private
 * names are known to the class alone, and so is what `super` means in an initialiser.
 */
export function mayRunFields(cls: ts.ClassLikeDeclaration, erased: Erased): boolean {
  if (isDecorated(cls, erased)) return false;
  // They get their values between `super(…)` and what follows.
  const own = ownConstructor(cls);
  if (own !== undefined && isDerived(cls) && parameterProperties(own).length > 0) return false;
  return cls.members.every((member) => {
    if (isStaticMember(member) || isErased(member) || member.name === undefined) return true;
    if (ts.isPrivateIdentifier(member.name) || isDecorated(member, erased)) return false;
    if (!isField(member)) return true;
    if (ts.isAutoAccessorPropertyDeclaration(member) || staticName(member.name) === undefined) return false;
    return member.initializer === undefined || !someLexical(member.initializer, isOfClass);
  });
}

function isOfClass(node: ts.Node): boolean {
  return node.kind === ts.SyntaxKind.SuperKeyword || ts.isMetaProperty(node) || isDirectEval(node);
}

/** Whether running the initialiser may take long: it calls something, or makes an object. */
export function callsSomething({ initializer }: InitialisedField): boolean {
  const visit = (node: ts.Node): boolean => {
    if (isCall(node) || ts.isTaggedTemplateExpression(node) || ts.isSpreadElement(node)) return true;
    // A class in it would lose the name that it has from the field.
    if (isErased(node) || ts.isFunctionLike(node) || ts.isClassLike(node)) return false;
    return ts.forEachChild(node, (child) => visit(child) || undefined) ?? false;
  };
  return visit(initializer);
}

/** The initialisers of the class that call something, as functions. */
export function initialisersOf(node: ts.ClassLikeDeclaration): ts.ArrowFunction[] {
  return node.members.filter(isInitialised).filter(callsSomething).map(initialiserOf);
}

/** The initialiser as a function. What stands in the initialiser does not know it, unless it is {@link enclose enclosed}. */
export function initialiserOf(field: InitialisedField): ts.ArrowFunction {
  const known = functions.get(field);
  if (known !== undefined) return known;
  const { initializer } = field;
  const made = ts.factory.createArrowFunction(undefined, undefined, [], undefined, undefined, initializer);
  functions.set(field, made);
  fields.set(made, field);
  place(made, field, initializer);
  // An object literal stands in parentheses there.
  if (made.body !== initializer) place(made.body, made, initializer);
  return made;
}

/** The field whose initialiser `f` is; undefined for functions that somebody wrote. */
export function initialisedBy(f: ts.Node): InitialisedField | undefined {
  return fields.get(f);
}

/** The function that the field's initialiser has become, if somebody has asked for it. */
export function madeInitialiser(member: ts.Node): ts.ArrowFunction | undefined {
  return functions.get(member);
}

/** Puts those of the functions that are initialisers around them. */
export function enclose(all: Iterable<ts.Node>): void {
  for (const f of all) {
    const field = fields.get(f);
    const { body } = f as ts.ArrowFunction;
    if (field !== undefined) setParent(field.initializer, body === field.initializer ? f : body);
  }
}

/** Gives the initialisers back to their fields: a type checker may walk over the tree again. */
export function release(all: Iterable<ts.Node>): void {
  for (const f of all) {
    const field = fields.get(f);
    if (field !== undefined) setParent(field.initializer, field);
  }
}

function place(node: ts.Node, parent: ts.Node, at: ts.Node): void {
  setParent(node, parent);
  ts.setTextRange(node, at);
}

function setParent(node: ts.Node, parent: ts.Node): void {
  (node as { parent: ts.Node }).parent = parent;
}
