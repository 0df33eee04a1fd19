/**
 * How many lines of a program somebody has to write or take away for a peer: by a diff of the code, without comments,
 * indentation and empty lines. What is written once for all programs (../peers/adapters) is not counted.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { formFile } from "./bundle.ts";
import type { Form, Peer, ProgramName } from "./catalog.ts";

export interface ChangedLines {
  readonly added: number;
  readonly removed: number;
}

export function changedLines(program: ProgramName, peer: Peer): ChangedLines {
  const plain = linesOf(program, "workload");
  // What a worker runs is the program as it is.
  if (peer.name === "worker") return { added: 0, removed: 0 };
  if (peer.form === "workload") return diff(plain, linesOf(program, "workload", annotation));
  return diff(plain, linesOf(program, peer.form));
}

const annotation = "/** @preempt */";

/** @param kept A comment that counts as a line. */
function linesOf(program: ProgramName, form: Form, kept?: string): string[] {
  const file = formFile(program, form);
  const text = readFileSync(file, "utf8");
  // Pieces of a form that stand in files of their own belong to it.
  const own = [...text.matchAll(/from "(\.\/[\w-]+\.ts)"/g)].map(([, path = ""]) => join(dirname(file), path));
  const files = form === "workload" ? [text] : [text, ...own.map((path) => readFileSync(path, "utf8"))];
  return files.flatMap((text) => codeLines(text, kept));
}

/** Without what surrounds the program: the workload's description, what makes its input, imports of this repository. */
function codeLines(text: string, kept: string | undefined): string[] {
  const source = ts.createSourceFile("program.ts", text, ts.ScriptTarget.Latest, true);
  return source.statements
    .filter((statement) => !isSurrounding(statement))
    .flatMap((statement) => withoutComments(statement.getFullText(source), kept).split("\n"))
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function isSurrounding(statement: ts.Statement): boolean {
  if (ts.isImportDeclaration(statement)) return (statement.moduleSpecifier as ts.StringLiteral).text.startsWith(".");
  return (
    ts.isVariableStatement(statement) &&
    statement.declarationList.declarations.some(({ name }) => ts.isIdentifier(name) && name.text === "workload")
  );
}

function withoutComments(text: string, kept: string | undefined): string {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, text);
  const comments: [from: number, to: number][] = [];
  const parsed = ts.createSourceFile("part.ts", text, ts.ScriptTarget.Latest, true);
  // Between tokens of the parsed text, since a scanner alone takes regular expressions for comments.
  const visit = (node: ts.Node): void => {
    if (node.getChildCount(parsed) > 0) {
      for (const child of node.getChildren(parsed)) visit(child);
      return;
    }
    scanner.setText(text, node.pos, node.getStart(parsed) - node.pos);
    for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
      const isComment =
        token === ts.SyntaxKind.SingleLineCommentTrivia || token === ts.SyntaxKind.MultiLineCommentTrivia;
      if (isComment && scanner.getTokenText() !== kept) comments.push([scanner.getTokenStart(), scanner.getTokenEnd()]);
    }
  };
  visit(parsed);
  return comments.toReversed().reduce((text, [from, to]) => text.slice(0, from) + text.slice(to), text);
}

/** By the longest common subsequence, as `diff` does. */
export function diff(before: readonly string[], after: readonly string[]): ChangedLines {
  let row = new Array<number>(after.length + 1).fill(0);
  for (const line of before) {
    const next = [0];
    for (const [j, other] of after.entries()) {
      next.push(line === other ? (row[j] as number) + 1 : Math.max(row[j + 1] as number, next[j] as number));
    }
    row = next;
  }
  const common = row.at(-1) as number;
  return { added: after.length - common, removed: before.length - common };
}
