/** Adds properties to object literals and elements to lists, in JavaScript and in JSON, in the form that the literal has already. */
import * as ts from "typescript";
import { inserted, type TextChange } from "../../shared/text-changes.ts";
import { indentAt, type Style } from "./style.ts";

/** A file, and how it is written. */
export interface EditedFile {
  readonly source: ts.SourceFile;
  readonly style: Style;
  readonly isJson: boolean;
}

/** What is added: a call or another value as it stands, or a literal whose parts are laid out where it is inserted. */
export type Value = string | { readonly list: readonly Value[] } | { readonly object: Readonly<Record<string, Value>> };

/** The property of the name; undefined if there is none. */
export function propertyOf(object: ts.ObjectLiteralExpression, name: string): ts.ObjectLiteralElementLike | undefined {
  return object.properties.find(
    (p) => p.name !== undefined && !ts.isComputedPropertyName(p.name) && nameText(p.name) === name,
  );
}

function nameText(name: ts.PropertyName): string {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : name.getText();
}

/** Adds `name: value` behind the last property, or before the first that sorts after it if `sorted` is set. */
export function addProperty(
  file: EditedFile,
  object: ts.ObjectLiteralExpression,
  name: string,
  value: Value,
  { sorted = false } = {},
): TextChange[] {
  const { properties } = object;
  const later = sorted ? properties.find((p) => p.name !== undefined && nameText(p.name) > name) : undefined;
  const written = (indent: string) => `${keyText(file, name)}: ${valueText(file, value, indent)}`;
  if (later !== undefined) {
    const start = later.getStart(file.source);
    const { text } = file.source;
    const isOnLine = spansLines(file, object);
    const indent = indentAt(text, start);
    return [inserted(start, `${written(indent)},${isOnLine ? file.style.newline + indent : " "}`)];
  }
  return addTo(file, object, properties, written);
}

/** Adds an element behind the last one. */
export function addElement(file: EditedFile, list: ts.ArrayLiteralExpression, value: Value): TextChange[] {
  return addTo(file, list, list.elements, (indent) => valueText(file, value, indent));
}

function addTo(
  file: EditedFile,
  literal: ts.ObjectLiteralExpression | ts.ArrayLiteralExpression,
  members: ts.NodeArray<ts.Node>,
  written: (indent: string) => string,
): TextChange[] {
  const { source, style } = file;
  const { text } = source;
  const isObject = ts.isObjectLiteralExpression(literal);
  const outer = indentAt(text, literal.getStart(source));
  const last = members.at(-1);
  if (last === undefined) {
    const inside = text.slice(literal.getStart(source) + 1, literal.end - 1);
    const inner = outer + style.indent;
    // A comment in there stays above what is added.
    if (inside.trim() !== "") {
      const at = literal.end - 1 - (/\s*$/.exec(inside)?.[0].length ?? 0);
      const comma = file.isJson ? "" : ",";
      return [
        {
          start: at,
          end: literal.end - 1,
          text: `${style.newline}${inner}${written(inner)}${comma}${style.newline}${outer}`,
        },
      ];
    }
    const isShort = !isObject || !written(inner).includes("\n");
    const insert =
      isShort && !file.isJson
        ? isObject
          ? ` ${written(outer)} `
          : written(outer)
        : `${style.newline}${inner}${written(inner)}${style.newline}${outer}`;
    return [{ start: literal.getStart(source) + 1, end: literal.end - 1, text: insert }];
  }
  const isOnLines = text.slice(literal.getStart(source), members[0]?.getStart(source)).includes("\n");
  const indent = isOnLines ? indentAt(text, last.getStart(source)) : outer;
  const comma = members.hasTrailingComma ? text.indexOf(",", last.end) : -1;
  if (!isOnLines) return [inserted(last.end, `, ${written(indent)}`)];
  const afterComma = comma === -1 ? last.end : comma + 1;
  // A comment at the end of the line belongs to what stands before it.
  const comments = ts.getTrailingCommentRanges(text, afterComma);
  const end = comments?.at(-1)?.end ?? afterComma;
  const added = `${style.newline}${indent}${written(indent)}`;
  return comma === -1 ? [inserted(last.end, ","), inserted(end, added)] : [inserted(end, `${added},`)];
}

function spansLines({ source }: EditedFile, node: ts.Node): boolean {
  return node.getText(source).includes("\n");
}

function keyText({ style, isJson }: EditedFile, name: string): string {
  if (!isJson && /^[A-Za-z_$][\w$]*$/.test(name)) return name;
  return isJson ? JSON.stringify(name) : `${style.quote}${name}${style.quote}`;
}

function valueText(file: EditedFile, value: Value, indent: string): string {
  if (typeof value === "string") return value;
  const { newline, indent: step } = file.style;
  const inner = indent + step;
  if ("list" in value) {
    const parts = value.list.map((one) => valueText(file, one, indent));
    return `[${parts.join(", ")}]`;
  }
  const entries = Object.entries(value.object);
  const isNested =
    file.isJson || entries.length > 1 || entries.some(([, one]) => typeof one !== "string" && "object" in one);
  if (!isNested)
    return `{ ${entries.map(([key, one]) => `${keyText(file, key)}: ${valueText(file, one, indent)}`).join(", ")} }`;
  const comma = file.isJson ? "" : ",";
  const lines = entries.map(([key, one]) => `${inner}${keyText(file, key)}: ${valueText(file, one, inner)}`);
  return `{${newline}${lines.join(`,${newline}`)}${comma}${newline}${indent}}`;
}
