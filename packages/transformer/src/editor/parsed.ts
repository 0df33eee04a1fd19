/** The syntax of a text: editors ask at each move of the cursor, and mostly of one file, so the last one is kept. */
import * as ts from "typescript";

let last: ts.SourceFile | undefined;

export function parsed(fileName: string, code: string): ts.SourceFile {
  if (last?.fileName !== fileName || last.text !== code)
    last = ts.createSourceFile(fileName, code, ts.ScriptTarget.ESNext, true);
  return last;
}
