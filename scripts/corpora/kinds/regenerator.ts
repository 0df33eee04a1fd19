/** Regenerator: each `describe` of a file in test is a program, with everything else of its file. */
import { dirname, join } from "node:path";
import ts from "typescript";
import { filesIn, textOf } from "../files.ts";
import type { Candidate, Kind } from "../program.ts";

/** They run the transform itself, or Node in other processes. */
const tools = /^test\/(?:run|tests\.transform|runtime|frozen-intrinsics|non-writable-tostringtag-property)\.js$/;

export const regenerator: Kind = {
  about: "regenerator: the Mocha tests in test",
  collect: (root) =>
    filesIn(root, "test/*.js")
      .filter((path) => !tools.test(path))
      .flatMap((path) => groupsIn(root, path)),
};

function groupsIn(root: string, path: string): Candidate[] {
  const text = textOf(root, path);
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, false, ts.ScriptKind.JS);
  const groups = file.statements.filter(isGroup);
  return groups.map((group, i) => ({
    name: `${path} ${i + 1} ${titleOf(group)}`,
    form: /^import\b/m.test(text) ? "module" : "commonjs",
    hosts: ["mocha", "require"],
    folder: dirname(join(root, path)),
    // The others become blanks, so that all stands where it stood.
    load: () =>
      groups
        .filter((other) => other !== group)
        .reduce((code, other) => blank(code, other.getStart(file), other.end), text),
  }));
}

function isGroup(statement: ts.Statement): statement is ts.ExpressionStatement {
  if (!ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression)) return false;
  return /^describe\b/.test(rootName(statement.expression.expression));
}

function rootName(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text;
  return ts.isPropertyAccessExpression(node) || ts.isCallExpression(node) ? rootName(node.expression) : "";
}

function titleOf({ expression }: ts.ExpressionStatement): string {
  const [title] = (expression as ts.CallExpression).arguments;
  return title !== undefined && ts.isStringLiteralLike(title) ? title.text : "";
}

function blank(text: string, start: number, end: number): string {
  return text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, " ") + text.slice(end);
}
