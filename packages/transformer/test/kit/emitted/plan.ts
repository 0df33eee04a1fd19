/** What becomes of each function and loop of a file, as `preempt check --explain` says it. */
import ts from "typescript";
import { displayName } from "../../../src/1-resolve/display-name.ts";
import type { FunctionNode } from "../../../src/1-resolve/target.ts";
import { planFile } from "../../../src/4-plan/plan-file.ts";
import { componentFile } from "../../../src/bundler/component.ts";
import type { TransformOptions } from "../../../src/index.ts";
import { inspectFile } from "../../../src/pipeline/inspect.ts";
import { explain } from "../../../src/report/explain.ts";
import { isLoop } from "../../../src/syntax/nodes.ts";

export function planOf(input: string, options: TransformOptions): string {
  if (componentFile.test(options.fileName)) return "";
  const file = ts.createSourceFile(options.fileName, input, ts.ScriptTarget.ESNext, true);
  const { result } = inspectFile(file, options.compilerOptions ?? {}, {
    functions: options.functions ?? "annotated",
    propagate: options.propagate,
    script: options.module === false,
  });
  if (result === undefined) return "";
  const lines = explain(planFile(result, options)).map(({ node, form, why, advice }) => {
    const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
    const what = isLoop(node) ? `  ${form}` : `${displayName(node as FunctionNode)}: ${form}`;
    const place = `${line + 1}:${character + 1}`.padEnd(7);
    return `${place}${what}${why === "" ? "" : `: ${why}`}\n${advice === "" ? "" : `         faster: ${advice}\n`}`;
  });
  return lines.join("");
}
