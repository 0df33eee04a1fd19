/**
 * How many lines of a program somebody has to write or take away for a peer: by a diff of the code, without comments,
 * indentation and empty lines. What is written once for all programs (./adapters) is not counted.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { formFile } from "./bundle.ts";
import type { Peer, ProgramName } from "./catalog.ts";

export interface ChangedLines {
  readonly added: number;
  readonly removed: number;
}

const annotation = "/** @preempt */";

export function changedLines(program: ProgramName, { name, form }: Peer): ChangedLines {
  const workload = readFileSync(formFile(program, "workload"), "utf8");
  const plain = codeLines(workload);
  // What a worker runs is the program as it is, without annotations.
  if (name === "worker") return diff(plain, plain);
  if (form === "workload") return diff(plain, [...annotationsOf(workload), ...plain]);
  return diff(plain, linesOf(formFile(program, form)));
}

/** A form's lines, and those of its pieces that stand in files of their own. */
function linesOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const pieces = [...text.matchAll(/from "(\.\/[\w-]+\.ts)"/g)].map(([, path = ""]) => join(dirname(file), path));
  return [...codeLines(text), ...pieces.flatMap(linesOf)];
}

function annotationsOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line === annotation);
}

/** Without what surrounds the program: the workload's description, what makes its input, imports of this repository. */
function codeLines(text: string): string[] {
  const source = ts.createSourceFile("program.ts", text, ts.ScriptTarget.Latest);
  const printer = ts.createPrinter({ removeComments: true });
  return source.statements
    .filter((statement) => !isSurrounding(statement))
    .flatMap((statement) => printer.printNode(ts.EmitHint.Unspecified, statement, source).split("\n"))
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
