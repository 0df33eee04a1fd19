/** What TypeScript's parser refuses though the language has it: `o?.#m`, and old octal numbers in sloppy code. */
import * as ts from "typescript";
import { isStrict } from "./nodes.ts";

const privateInChain = 18030;
const octalNumbers = new Set([1121, 1489]);
/** `052`, `08`, `09.5`. TypeScript blames what stands before one, too, where that is behind a minus. */
const oldNumber = /\W?(?:0[0-7]+|0[0-7]*[89]\d*(?:\.\d*)?(?:[eE][+-]?\d+)?)(?![\w$])/y;
const octalEscapes = new Set([1487, 1488]);

export function isLegal({ code, file, start = 0, length = 0 }: ts.Diagnostic): boolean {
  if (code === privateInChain) return true;
  if (file === undefined) return false;
  if (octalNumbers.has(code)) {
    oldNumber.lastIndex = start;
    return oldNumber.test(file.text) && !isStrictAt(file, start + length - 1);
  }
  if (octalEscapes.has(code)) {
    const literal = nodeAt(file, start);
    if (ts.isStringLiteral(literal)) return !isStrictAt(file, start);
    const template = ts.isTemplateSpan(literal.parent) ? literal.parent.parent : literal;
    return length > 0 && ts.isTaggedTemplateExpression(template.parent);
  }
  return false;
}

function isStrictAt(file: ts.SourceFile, position: number): boolean {
  return isStrict(nodeAt(file, position));
}

/** The innermost node around a position. */
function nodeAt(file: ts.SourceFile, position: number): ts.Node {
  let node: ts.Node = file;
  for (;;) {
    const inner: ts.Node | undefined = ts.forEachChild(node, (c) =>
      c.pos <= position && position < c.end ? c : undefined,
    );
    if (inner === undefined) return node;
    node = inner;
  }
}
