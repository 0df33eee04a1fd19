/** What the transform adds to a build: to compiling a project, and to a file that it has nothing to do in. */
import { type CompileReport, compileTable, measureCompilation } from "./transform/compile.ts";
import { measureUntouched, type UntouchedRow, untouchedTable } from "./transform/untouched.ts";

export interface TransformReport {
  readonly compilation: CompileReport;
  readonly untouched: readonly UntouchedRow[];
}

/** @param options.quick A tenth of the lines and fewer rounds. */
export function measureTransform({ quick }: { quick: boolean }): TransformReport {
  return {
    compilation: measureCompilation(quick ? { lines: 5_000, rounds: 5 } : { lines: 50_000, rounds: 5 }),
    untouched: measureUntouched({ samples: quick ? 20 : 100 }),
  };
}

export function transformTable({ compilation, untouched }: TransformReport): string {
  return `${compileTable(compilation)}\n\n${untouchedTable(untouched)}`;
}
