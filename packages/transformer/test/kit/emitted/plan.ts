/** The plan of a file, as `preempt check --plan` prints it. */
import ts from "typescript";
import { planFile } from "../../../src/4-plan/plan-file.ts";
import { componentFile } from "../../../src/bundler/component.ts";
import type { TransformOptions } from "../../../src/index.ts";
import { inspectFile } from "../../../src/pipeline/inspect.ts";
import { planText, planView } from "../../../src/report/plan-text.ts";

export function planOf(input: string, options: TransformOptions): string {
  if (componentFile.test(options.fileName)) return "";
  const file = ts.createSourceFile(options.fileName, input, ts.ScriptTarget.ESNext, true);
  const { result } = inspectFile(file, options.compilerOptions ?? {}, {
    functions: options.functions ?? "annotated",
    propagate: options.propagate,
    script: options.module === false,
  });
  return result === undefined ? "" : planText(planView(planFile(result, options)));
}
