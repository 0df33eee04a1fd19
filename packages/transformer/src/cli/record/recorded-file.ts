/** What a recording says of the functions of one file, and of the names by which they are called. */
import * as ts from "typescript";
import { calledName, functionKeys } from "../../1-resolve/function-keys.ts";
import { membersOf } from "../../1-resolve/members.ts";
import { findAnnotations } from "../../2-find/annotations.ts";
import { functionAt } from "../../profiles/function-at.ts";
import type { RecordedFile } from "../../project/profile-file.ts";
import type { Preemptable } from "../../syntax/nodes.ts";

export interface SeenFile {
  readonly recorded: RecordedFile;
  readonly names: RecordedFile;
}

/** @param places Where functions that took long begin: lines and columns from 0 */
export function recordFile(
  file: string,
  text: string,
  places: readonly { readonly line: number; readonly column: number }[],
): SeenFile {
  const sourceFile = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
  const keys = functionKeys(sourceFile);
  const long = new Set<Preemptable>(findAnnotations(sourceFile).annotated);
  const functions = [...keys.keys()];
  const starts = sourceFile.getLineStarts();
  for (const { line, column } of places) {
    const start = starts[line];
    const f = start === undefined ? undefined : functionAt(functions, start + column, sourceFile);
    if (f !== undefined) long.add(f);
  }
  const all = [...keys].map(([f, key]) => ({ key, name: calledName(f), isLong: long.has(f) }));
  const named = (isLong: boolean) =>
    all.filter((one) => one.isLong === isLong).flatMap(({ name }) => (name === undefined ? [] : [name]));
  return {
    recorded: {
      long: all.filter(({ isLong }) => isLong).map(({ key }) => key),
      short: all.filter(({ isLong }) => !isLong).map(({ key }) => key),
    },
    names: { long: [...new Set([...named(true), ...givenNames(sourceFile)])], short: [...new Set(named(false))] },
  };
}

/** Names of members, and of exports, that are functions from elsewhere: those of the file say nothing of them. */
function givenNames(sourceFile: ts.SourceFile): string[] {
  const names = [...membersOf(sourceFile)]
    .filter(([, members]) => members.some((member) => member.function === undefined))
    .map(([name]) => name);
  for (const statement of sourceFile.statements) {
    if (!ts.isExportDeclaration(statement) || statement.exportClause === undefined) continue;
    if (!ts.isNamedExports(statement.exportClause)) continue;
    for (const { name, propertyName } of statement.exportClause.elements)
      if (propertyName !== undefined) names.push(name.text);
  }
  return names;
}
