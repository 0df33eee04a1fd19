/** The names that the language gives to functions and classes that have none, from where they stand. */
import * as ts from "typescript";
import { unwrap } from "../../syntax/nodes.ts";

/** Whether what is assigned here, or stands as a property, gets its name from there. */
export function isAnonymous(value: ts.Expression): boolean {
  const e = unwrap(value);
  return ts.isArrowFunction(e) || ((ts.isFunctionExpression(e) || ts.isClassExpression(e)) && e.name === undefined);
}

/** `(0, () => {})`: the variable in which it is put aside does not name it. */
export function withoutName(f: ts.NodeFactory, value: ts.Expression): ts.Expression {
  return isAnonymous(value) ? f.createComma(f.createNumericLiteral(0), value) : value;
}

/** `temp = value`, where the value is put aside: it has no name from there. */
export function putAside(f: ts.NodeFactory, temp: ts.Identifier, value: ts.Expression): ts.Expression {
  return f.createAssignment(temp, withoutName(f, value));
}

/** `({ a: () => {} }).a`: it has the name of the property, or of a variable that is called otherwise. */
export function namedAs(f: ts.NodeFactory, name: ts.PropertyName, value: ts.Expression): ts.Expression {
  if (!isAnonymous(value)) return value;
  const isWord = ts.isIdentifier(name) && name.text !== "__proto__";
  const text = isWord || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name) ? name.text : undefined;
  if (text === undefined) return withoutName(f, value);
  const key = f.createComputedPropertyName(f.createStringLiteral(text));
  const object = f.createObjectLiteralExpression([f.createPropertyAssignment(key, value)]);
  return f.createElementAccessExpression(object, f.createStringLiteral(text));
}
