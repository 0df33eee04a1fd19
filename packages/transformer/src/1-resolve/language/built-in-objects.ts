/**
 * What is made by the language itself, as far as the file tells: arrays, maps, sets, texts and the like. Their methods are
 * built in, whatever other methods of these names the file has.
 *
 *   class Heap { #steps = []; push(step) { this.#steps.push(step); } }
 *
 * Who says what is not so, by a type or in code that is not in the file, has calls that are plain.
 */
import * as ts from "typescript";
import { memo } from "../../shared/memo.ts";
import { isAssigned, isLogical } from "../../syntax/assignments.ts";
import { unwrap } from "../../syntax/nodes.ts";
import type { Binding } from "../binding.ts";
import { isGlobal, type Scopes } from "../scopes.ts";
import { privateMember } from "../target.ts";

const classes = new Set([
  "Array",
  "ArrayBuffer",
  "BigInt64Array",
  "BigUint64Array",
  "DataView",
  "Date",
  "Float32Array",
  "Float64Array",
  "Int16Array",
  "Int32Array",
  "Int8Array",
  "Map",
  "RegExp",
  "Set",
  "Uint16Array",
  "Uint32Array",
  "Uint8Array",
  "Uint8ClampedArray",
  "WeakMap",
  "WeakSet",
]);
/** Of types alone. */
const readonlyClasses = new Set(["ReadonlyArray", "ReadonlyMap", "ReadonlySet"]);

type Property = ts.PropertyDeclaration | ts.ParameterDeclaration;

const answers = new WeakMap<ts.Expression, boolean>();
const changes = new WeakMap<Property, readonly ts.Node[]>();

export function isBuiltinObject(expression: ts.Expression, scopes: Scopes): boolean {
  return memo(answers, expression, () => isMade(expression, new Set()));

  /** @param open Variables and properties that are being looked at: they are, if nothing else speaks against it */
  function isMade(e: ts.Expression, open: Set<unknown>): boolean {
    const value = unwrap(e);
    if (ts.isArrayLiteralExpression(value) || ts.isRegularExpressionLiteral(value)) return true;
    if (ts.isStringLiteralLike(value) || ts.isTemplateExpression(value)) return true;
    if (ts.isNewExpression(value)) return isBuiltinClass(value.expression);
    if (ts.isConditionalExpression(value)) return isMade(value.whenTrue, open) && isMade(value.whenFalse, open);
    if (ts.isBinaryExpression(value)) return isJoined(value, open);
    if (ts.isIdentifier(value)) {
      const binding = scopes.resolve(value);
      return binding !== undefined && isVariableOf(binding, open);
    }
    if (!ts.isPropertyAccessExpression(value) || value.expression.kind !== ts.SyntaxKind.ThisKeyword) return false;
    const property = propertyOf(value.name);
    return property !== undefined && isPropertyOf(property, open);
  }

  /** `"" + x`, `xs || []` */
  function isJoined({ left, operatorToken, right }: ts.BinaryExpression, open: Set<unknown>): boolean {
    if (operatorToken.kind === ts.SyntaxKind.PlusToken) return isText(left) || isText(right);
    return isLogical(operatorToken.kind) && isMade(left, open) && isMade(right, open);
  }

  function isText(e: ts.Expression): boolean {
    const value = unwrap(e);
    if (ts.isBinaryExpression(value) && value.operatorToken.kind === ts.SyntaxKind.PlusToken)
      return isText(value.left) || isText(value.right);
    return ts.isStringLiteralLike(value) || ts.isTemplateExpression(value);
  }

  function isVariableOf(binding: Binding, open: Set<unknown>): boolean {
    const [declaration, another] = binding.declarations;
    if (declaration === undefined || another !== undefined || binding.isOpen) return false;
    if (!ts.isVariableDeclaration(declaration) && !ts.isParameter(declaration)) return false;
    if (!ts.isIdentifier(declaration.name)) return false;
    if (declaration.type !== undefined) return isDeclaredSo(declaration);
    if (ts.isParameter(declaration)) return declaration.dotDotDotToken !== undefined;
    if (open.has(binding)) return true;
    open.add(binding);
    const { initializer } = declaration;
    const assigned = binding.references.filter(isAssigned);
    if (initializer === undefined ? assigned.length === 0 : !isMade(initializer, open)) return false;
    return areMadeBy(assigned, open);
  }

  /** Whether what is assigned at these places are such objects. */
  function areMadeBy(places: readonly ts.Node[], open: Set<unknown>): boolean {
    return places.every((place) => {
      const { parent } = place;
      if (!ts.isBinaryExpression(parent) || parent.left !== place) return false;
      return parent.operatorToken.kind === ts.SyntaxKind.EqualsToken && isMade(parent.right, open);
    });
  }

  function isPropertyOf(property: Property, open: Set<unknown>): boolean {
    if (property.type !== undefined) return isDeclaredSo(property);
    if (open.has(property)) return true;
    open.add(property);
    const { initializer } = property;
    // Without a type only a property that the class alone may change shows all that it may ever be.
    if (initializer === undefined || !isOwn(property) || !isMade(initializer, open)) return false;
    return areMadeBy(
      memo(changes, property, () => changesOf(property)),
      open,
    );
  }

  function isBuiltinClass(name: ts.Expression): boolean {
    return isGlobal(name, classes, scopes);
  }

  /** `const xs: number[] = f()`, but not `= new List()`, whose methods may be the user's. */
  function isDeclaredSo({ type, initializer }: ts.VariableDeclaration | Property): boolean {
    const value = initializer && unwrap(initializer);
    if (value !== undefined && ts.isNewExpression(value)) return isBuiltinClass(value.expression);
    return isBuiltinType(type as ts.TypeNode);
  }

  function isBuiltinType(type: ts.TypeNode): boolean {
    if (ts.isArrayTypeNode(type) || ts.isTupleTypeNode(type)) return true;
    if (ts.isTypeOperatorNode(type) || ts.isParenthesizedTypeNode(type)) return isBuiltinType(type.type);
    if (type.kind === ts.SyntaxKind.StringKeyword) return true;
    if (!ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName)) return false;
    const { text } = type.typeName;
    return (classes.has(text) || readonlyClasses.has(text)) && !declaresType(type.getSourceFile(), text);
  }
}

function declaresType({ statements }: ts.SourceFile, name: string): boolean {
  return statements.some((s) => {
    if (ts.isInterfaceDeclaration(s) || ts.isTypeAliasDeclaration(s) || ts.isClassDeclaration(s))
      return s.name?.text === name;
    if (!ts.isImportDeclaration(s)) return false;
    const { name: imported, namedBindings } = s.importClause ?? {};
    if (imported?.text === name) return true;
    return namedBindings !== undefined && ts.isNamedImports(namedBindings)
      ? namedBindings.elements.some((e) => e.name.text === name)
      : false;
  });
}

/** Where the class assigns properties of that name. */
function changesOf({ name, parent }: Property): ts.Node[] {
  const found: ts.Node[] = [];
  const { text } = name as ts.MemberName;
  ts.forEachChild(parent, function visit(node): void {
    if (ts.isPropertyAccessExpression(node) && node.name.text === text && isAssigned(node)) found.push(node);
    ts.forEachChild(node, visit);
  });
  return found;
}

/** `#x`, `private x`, `readonly x` */
function isOwn(property: Property): boolean {
  const { Private, Readonly } = ts.ModifierFlags;
  const isKeptIn = (ts.getCombinedModifierFlags(property) & (Private | Readonly)) !== 0;
  return ts.isPrivateIdentifier(property.name) || isKeptIn;
}

/** `this.name` and `this.#name`: the declaration in the class around. */
function propertyOf(name: ts.MemberName): Property | undefined {
  if (ts.isPrivateIdentifier(name)) {
    const member = privateMember(name);
    return member !== undefined && ts.isPropertyDeclaration(member) ? member : undefined;
  }
  for (let node: ts.Node = name; node !== undefined; node = node.parent) {
    if (ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node)) return undefined;
    if (!ts.isClassLike(node)) continue;
    const declarations = node.members.flatMap((m): Property[] => {
      if (ts.isPropertyDeclaration(m)) return [m];
      if (!ts.isConstructorDeclaration(m)) return [];
      return m.parameters.filter((p) => ts.isParameterPropertyDeclaration(p, m));
    });
    return declarations.find((d) => ts.isIdentifier(d.name) && d.name.text === name.text);
  }
  return undefined;
}
