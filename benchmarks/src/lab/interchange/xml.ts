/** XML of other tools, as trees: attributes are members, and so are children, as lists. */
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { LabError } from "../errors.ts";

export interface Element {
  readonly [name: string]: string | readonly Element[] | undefined;
}

/**
 * @param root The element that the file is
 * @throws LabError if it is not XML, or another element
 */
export function parseXml(text: string, source: string, root: string): Element {
  const valid = XMLValidator.validate(text);
  if (valid !== true) {
    const { msg, line, col } = valid.err;
    throw new LabError("not_xml", `${source}:${line}:${col} is not XML: ${msg} Give a file as the tool writes it.`);
  }
  const parser = new XMLParser({
    attributeNamePrefix: "",
    ignoreAttributes: false,
    ignoreDeclaration: true,
    isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
    parseAttributeValue: false,
    parseTagValue: false,
    // Numbers of characters as well.
    htmlEntities: true,
    textNodeName: "text",
    alwaysCreateTextNode: true,
  });
  const tree = parser.parse(text) as Element;
  const found = childrenOf(tree, root)[0];
  if (found !== undefined) return found;
  const names = Object.keys(tree).filter((name) => name !== "text");
  throw new LabError("xml_root", `${source} is <${names.join(">, <")}>. Give a file that is <${root}>.`);
}

export function childrenOf(element: Element | undefined, name: string): readonly Element[] {
  const children = element?.[name];
  return Array.isArray(children) ? children : [];
}

/** An attribute, or the text of a child. */
export function textOf(element: Element, name: string): string | undefined {
  const value = element[name];
  if (typeof value === "string") return value.trim();
  const text = (value as readonly Element[] | undefined)?.[0]?.text;
  return typeof text === "string" ? text.trim() : undefined;
}

/** As it stands in an attribute or between tags. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** `name="value"` for each. */
export function attributes(values: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join("");
}
