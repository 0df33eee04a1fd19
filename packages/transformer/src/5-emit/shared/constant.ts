import ts from "typescript";
import type { Unit } from "./unit.ts";

/** `const name = value;` */
export function constant(unit: Unit, name: ts.Identifier, value: ts.Expression): ts.Statement {
  const { f } = unit;
  return f.createVariableStatement(
    undefined,
    f.createVariableDeclarationList(
      [f.createVariableDeclaration(name, undefined, undefined, value)],
      ts.NodeFlags.Const,
    ),
  );
}
