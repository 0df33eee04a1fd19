/** Adds properties to package.json and tsconfig.json, and changes values there. Comments and the layout stay. */
import * as ts from "typescript";
import { changed, type TextChange } from "../../shared/text-changes.ts";
import { addElement, addProperty, type EditedFile, propertyOf, type Value } from "./literals.ts";
import { styleOf } from "./style.ts";

/** One value to set: `path` names the properties that lead to it. */
export interface Setting {
  readonly path: readonly string[];
  readonly value: Value;
  /** Add it as an element of the list that stands there. */
  readonly isElement?: true;
  /** Keep the names in the order of the alphabet, as package managers do. */
  readonly sorted?: true;
}

/** @returns undefined if the text is no JSON object, or something else stands where an object should */
export function editJson(fileName: string, text: string, settings: readonly Setting[]): string | undefined {
  let result: string | undefined = text;
  for (const setting of settings) result = result === undefined ? undefined : edited(fileName, result, setting);
  return result;
}

function edited(fileName: string, text: string, setting: Setting): string | undefined {
  const source = ts.parseJsonText(fileName, text);
  const { parseDiagnostics = [] } = source as { parseDiagnostics?: readonly unknown[] };
  const [statement] = source.statements;
  if (parseDiagnostics.length > 0 || !statement || !ts.isObjectLiteralExpression(statement.expression))
    return undefined;
  const file: EditedFile = { source, style: { ...styleOf(text), quote: '"' }, isJson: true };
  const edits = editsOf(file, statement.expression, setting.path, setting);
  return edits && changed(text, edits);
}

function editsOf(
  file: EditedFile,
  object: ts.ObjectLiteralExpression,
  [name, ...rest]: readonly string[],
  setting: Setting,
): TextChange[] | undefined {
  if (name === undefined) return undefined;
  const property = propertyOf(object, name);
  if (property === undefined) {
    const last: Value = setting.isElement ? { list: [setting.value] } : setting.value;
    const value = rest.reduceRight<Value>((inner, key) => ({ object: { [key]: inner } }), last);
    return addProperty(file, object, name, value, { sorted: setting.sorted === true && rest.length === 0 });
  }
  if (!ts.isPropertyAssignment(property)) return undefined;
  const { initializer } = property;
  if (rest.length > 0) {
    return ts.isObjectLiteralExpression(initializer) ? editsOf(file, initializer, rest, setting) : undefined;
  }
  if (setting.isElement) {
    return ts.isArrayLiteralExpression(initializer) ? addElement(file, initializer, setting.value) : undefined;
  }
  if (typeof setting.value !== "string") return undefined;
  const start = initializer.getStart(file.source);
  return [{ start, end: initializer.end, text: setting.value }];
}
