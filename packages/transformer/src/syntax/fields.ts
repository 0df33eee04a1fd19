/**
 * The fields and private names of a class, as TypeScript leaves them: for older targets, and where fields are assigned, it moves them
 * into the constructor.
 */
import * as ts from "typescript";
import { isErased, isStaticMember } from "./nodes.ts";

/** Whether the member is a field of each object. */
export function isField(member: ts.ClassElement): member is ts.PropertyDeclaration {
  return ts.isPropertyDeclaration(member) && !isStaticMember(member) && !isErased(member);
}

/** The constructor that the class itself has: not what an overload of it says. */
export function ownConstructor(node: ts.ClassLikeDeclaration): ts.ConstructorDeclaration | undefined {
  return node.members.find(
    (m): m is ts.ConstructorDeclaration => ts.isConstructorDeclaration(m) && m.body !== undefined,
  );
}

/** The parameters of the constructor that are properties of the object. */
export function parameterProperties(f: ts.ConstructorDeclaration): ParameterProperty[] {
  return f.parameters.filter((p): p is ParameterProperty => ts.isParameterPropertyDeclaration(p, f));
}

export type ParameterProperty = ts.ParameterPropertyDeclaration & { readonly name: ts.Identifier };

/** Whether each object has something of the member's own: a field, or a private name. */
export function isElement(member: ts.ClassElement, options: ts.CompilerOptions): boolean {
  return isField(member) ? hasEffect(member, options) : isPrivate(member) && !isStaticMember(member);
}

/** Whether TypeScript adds a statement to the constructor for the member. */
export function isMoved(member: ts.ClassElement, options: ts.CompilerOptions): boolean {
  if (!isElement(member, options)) return false;
  if (!hasFields(options)) return true;
  return isField(member) && member.initializer !== undefined && isAssigned(options);
}

/** Whether fields are assigned, so that a setter of the object sees it. */
export function isAssigned(options: ts.CompilerOptions): boolean {
  return !(options.useDefineForClassFields ?? hasFields(options));
}

/** Whether the target has fields and private names of its own. */
export function hasFields({ target = ts.ScriptTarget.ESNext }: ts.CompilerOptions): boolean {
  return target >= ts.ScriptTarget.ES2022;
}

/** A field that is declared and not assigned is no more than a type. */
function hasEffect(field: ts.PropertyDeclaration, options: ts.CompilerOptions): boolean {
  return (
    field.initializer !== undefined ||
    isPrivate(field) ||
    ts.isAutoAccessorPropertyDeclaration(field) ||
    !isAssigned(options)
  );
}

function isPrivate(member: ts.ClassElement): boolean {
  return member.name !== undefined && ts.isPrivateIdentifier(member.name);
}
