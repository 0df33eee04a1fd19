/**
 * The name that the language gives to an anonymous function from where it stands: `const f = () => {}` is "f".
 * Wrapping the function in a call would lose it.
 */
import * as ts from "typescript";
import { compilesDecorators, type Erased, isDecorated } from "../syntax/decorators.ts";
import { hasFields, isAssigned } from "../syntax/fields.ts";
import { isStaticMember, outward, staticName } from "../syntax/nodes.ts";
import type { Scopes } from "./scopes.ts";

type FunctionValue = ts.FunctionExpression | ts.ArrowFunction;

/** What TypeScript will make of the file. */
export interface Compiled {
  readonly scopes: Scopes;
  readonly options: ts.CompilerOptions;
  /** Decorators of which nothing is left. */
  readonly erased: Erased;
  /** Whether what the file exports becomes properties of `exports`. */
  readonly isCommonJs: boolean;
}

/** `inferredName` in what TypeScript makes of it: what becomes an assignment to a property gives no name, for one. */
export function compiledName(node: FunctionValue, compiled: Compiled): string | undefined {
  const { scopes, options, erased, isCommonJs } = compiled;
  const { parent } = outward(node);
  const isProperty = (d: ts.Node) => isExportedByNamespace(d) || (isCommonJs && isExportedByFile(d));
  const variable = assignedVariable(node);
  if (variable && scopes.resolve(variable)?.declarations.some(isProperty)) return "";
  if (isCommonJs && isExportedValue(node)) return "";
  const name = inferredName(node);
  if (!name || !ts.isPropertyDeclaration(parent)) return name;
  return isInitialized(parent, options, erased) ? "" : fieldName(parent, name, options);
}

/**
 * Whether the field's value stands in what decorators made of it, `@d f = run(this, init, () => {})`, or behind what they left to do:
 * those of the field before, or of methods, before the first field.
 */
function isInitialized(field: ts.PropertyDeclaration, options: ts.CompilerOptions, erased: Erased): boolean {
  if (!compilesDecorators(options)) return false;
  const members = field.parent.members.filter((m) => isStaticMember(m) === isStaticMember(field));
  const fields = members.filter(ts.isPropertyDeclaration);
  const before = fields[fields.indexOf(field) - 1];
  const isDecoratedMember = (m: ts.ClassElement) => isDecorated(m, erased);
  if (before !== undefined) return [field, before].some(isDecoratedMember);
  return isDecoratedMember(field) || members.some((m) => !ts.isPropertyDeclaration(m) && isDecoratedMember(m));
}

/**
 * `f = () => {}` in a class: `this.f = () => {}` in its constructor where fields are assigned, and, for engines without fields,
 * `Object.defineProperty(this, "f", { value: () => {} })` or `_f.set(this, () => {})`.
 */
function fieldName(field: ts.PropertyDeclaration, name: string, options: ts.CompilerOptions): string {
  const { target = ts.ScriptTarget.ESNext } = options;
  const isDefined = !isAssigned(options);
  const isStatic = isStaticMember(field);
  // An accessor's value is in a private field.
  const isStored = ts.isAutoAccessorPropertyDeclaration(field) && !(isDefined && target >= ts.ScriptTarget.ESNext);
  const isPrivate = isStored || ts.isPrivateIdentifier(field.name);
  if (!hasFields(options)) return (isPrivate ? isStatic : isDefined) ? "value" : "";
  if (!isDefined && !(isStatic && isPrivate)) return "";
  return isStored ? `#${name.replace("#", "")}_accessor_storage` : name;
}

/** The inferred name; "" if there is none; undefined if it is only known at run time. */
export function inferredName(node: FunctionValue): string | undefined {
  if (node.name !== undefined) return "";
  const value = outward(node);
  const parent = value.parent;
  if (ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isBindingElement(parent)) {
    if (isExportedByNamespace(parent)) return "";
    return parent.initializer === value && ts.isIdentifier(parent.name) ? parent.name.text : "";
  }
  if (ts.isBinaryExpression(parent) && parent.right === value && ts.isIdentifier(parent.left)) {
    return isNamingAssignment(parent.operatorToken.kind) ? parent.left.text : "";
  }
  if (ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) {
    if (parent.initializer !== value) return "";
    if (
      ts.isPropertyAssignment(parent) &&
      !ts.isComputedPropertyName(parent.name) &&
      staticName(parent.name) === "__proto__"
    ) {
      return "";
    }
    return staticName(parent.name);
  }
  if (ts.isShorthandPropertyAssignment(parent)) return parent.name.text;
  if (ts.isExportAssignment(parent)) return "default";
  return "";
}

/** `exports.default = () => {}`; but `const f = () => {}; exports.f = f`, unless there is more to the value. */
function isExportedValue(node: FunctionValue): boolean {
  const { parent } = outward(node);
  if (ts.isExportAssignment(parent)) return true;
  return (
    (ts.isBindingElement(parent) || (ts.isVariableDeclaration(parent) && node.parent !== parent)) &&
    isExportedByFile(parent)
  );
}

/** The variable that the function is assigned to. */
function assignedVariable(node: FunctionValue): ts.Identifier | undefined {
  const { parent } = outward(node);
  if (ts.isShorthandPropertyAssignment(parent)) return parent.name;
  return ts.isBinaryExpression(parent) && ts.isIdentifier(parent.left) ? parent.left : undefined;
}

/** `namespace N { export const f = () => {}; }` becomes `N.f = () => {}`, which has no name. */
function isExportedByNamespace(declaration: ts.Node): boolean {
  const statement = exportingStatement(declaration);
  return statement !== undefined && ts.isModuleBlock(statement.parent);
}

function isExportedByFile(declaration: ts.Node): boolean {
  const statement = exportingStatement(declaration);
  return statement !== undefined && ts.isSourceFile(statement.parent);
}

/** `export const …` around the declaration. */
function exportingStatement(declaration: ts.Node): ts.VariableStatement | undefined {
  let node = declaration;
  while (ts.isBindingElement(node)) node = node.parent.parent;
  const statement = ts.isVariableDeclaration(node) ? node.parent.parent : undefined;
  if (statement === undefined || !ts.isVariableStatement(statement)) return undefined;
  return statement.modifiers?.some((m) => m.kind === ts.SyntaxKind.ExportKeyword) ? statement : undefined;
}

/** Whether a function without a name gets that of the variable. */
export function isNamingAssignment(kind: ts.SyntaxKind): boolean {
  return (
    kind === ts.SyntaxKind.EqualsToken ||
    kind === ts.SyntaxKind.BarBarEqualsToken ||
    kind === ts.SyntaxKind.AmpersandAmpersandEqualsToken ||
    kind === ts.SyntaxKind.QuestionQuestionEqualsToken
  );
}
