// biome-ignore-all lint/suspicious/noTemplateCurlyInString: programs in programs
import ts from "typescript";
/** @preempt */
export function run() {
  const r = ts.transpileModule(
    "enum E { A = 1, B } namespace N { export const x = 1; } class A<T> { @dec() private y?: number; constructor(public z: T) {} async *g() { yield* this.h?.() ?? []; } } export const f = <T extends object>(a: T): a is T => ({ ...a, b: `x${1}` } as any)!; for (const [a, { b = 2 }] of c) { label: while (1) { if (a) continue label; else break; } }",
    {
      compilerOptions: {
        target: ts.ScriptTarget.ES5,
        module: ts.ModuleKind.CommonJS,
        downlevelIteration: true,
        experimentalDecorators: true,
      },
    },
  );
  return (
    r.outputText +
    ts.formatDiagnostics(r.diagnostics ?? [], {
      getCanonicalFileName: (x) => x,
      getCurrentDirectory: () => "",
      getNewLine: () => "\n",
    })
  );
}
