/**
 * Makes the built-in functions preemptable that the file calls with callbacks:
 *
 *   xs.map(f)        ⇒   $useMap();  at the top of the file, once
 *
 * Only what a file names so gets into its bundle. In a classic script the runtime may have been loaded without.
 */
import * as ts from "typescript";
import * as js from "./shared/build.ts";
import type { Unit, UnitOptions } from "./shared/unit.ts";

export function useBuiltins(unit: Unit, { plan, linkage }: UnitOptions): ts.Statement[] {
  const { f } = unit;
  return [...plan.builtins].sort().map((name) => {
    const use = unit.runtime(name);
    const call =
      linkage === "global"
        ? f.createCallChain(use, f.createToken(ts.SyntaxKind.QuestionDotToken), undefined, [])
        : js.call(use);
    return js.statement(call);
  });
}
