/**
 * UglifyJS: each file of test/compress is a list of labelled blocks, one for a test. The program is what stands in its block
 * `input:`; those that say what is printed (`expect_stdout:`) are meant to run.
 */
import ts from "typescript";
import { filesIn, textOf } from "../files.ts";
import type { Candidate, Kind } from "../program.ts";

export const uglify: Kind = {
  about: "UglifyJS: the inputs in test/compress whose output is known",
  collect: (root) => filesIn(root, "test/compress/*.js").flatMap((path) => inputsIn(path, textOf(root, path))),
};

function inputsIn(path: string, text: string): Candidate[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, false, ts.ScriptKind.JS);
  return file.statements.flatMap((statement) => {
    const test = labelled(statement);
    if (test === undefined) return [];
    const parts = new Map(
      test.block.statements.map(labelled).flatMap((part) => (part ? [[part.name, part.block]] : [])),
    );
    const input = parts.get("input");
    const says = test.block.statements.some((s) => ts.isLabeledStatement(s) && s.label.text === "expect_stdout");
    if (input === undefined || !says) return [];
    const source = text.slice(input.getStart(file) + 1, input.end - 1);
    return [{ name: `${path} ${test.name}`, form: "script", hosts: ["require"], load: () => source }];
  });
}

function labelled(statement: ts.Statement): { name: string; block: ts.Block } | undefined {
  if (!ts.isLabeledStatement(statement) || !ts.isBlock(statement.statement)) return undefined;
  return { name: statement.label.text, block: statement.statement };
}
