/** The forms of syntax that fixtures have to show in preemptable functions, and those that an input does show. */
import ts from "typescript";
import type { TransformOptions } from "../../../src/index.ts";
import { inspectFile } from "../../../src/pipeline/inspect.ts";

const { SyntaxKind } = ts;

/** Kinds of TypeScript's tree that have no meaning of their own when the program runs, or that no function can hold. */
const leftOut = new Set<ts.SyntaxKind>([
  SyntaxKind.MissingDeclaration,
  SyntaxKind.NotEmittedStatement,
  SyntaxKind.ExpressionWithTypeArguments,
  SyntaxKind.OmittedExpression,
  SyntaxKind.SyntheticExpression,
  // Refused: see fixtures/emitted/diagnostics.
  SyntaxKind.WithStatement,
]);

const kindsBetween = (first: ts.SyntaxKind, last: ts.SyntaxKind): string[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i)
    .filter((kind) => !leftOut.has(kind))
    .map(nameOf);

/** TypeScript gives some numbers several names: `FirstStatement` is a `VariableStatement`. */
const names = new Map(
  Object.entries(SyntaxKind).flatMap(([name, kind]) =>
    typeof kind === "number" && !/^(?:First|Last)[A-Z]/.test(name) ? [[kind as ts.SyntaxKind, name] as const] : [],
  ),
);

function nameOf(kind: ts.SyntaxKind): string {
  return names.get(kind) ?? (SyntaxKind[kind] as string);
}

/** Forms that are one kind in TypeScript's tree, and differ in what they do. */
const forms: Readonly<Record<string, (node: ts.Node) => boolean>> = {
  "optional property": (n) => ts.isPropertyAccessExpression(n) && n.questionDotToken !== undefined,
  "optional element": (n) => ts.isElementAccessExpression(n) && n.questionDotToken !== undefined,
  "optional call": (n) => ts.isCallExpression(n) && n.questionDotToken !== undefined,
  "call of super": (n) => ts.isCallExpression(n) && n.expression.kind === SyntaxKind.SuperKeyword,
  "for await": (n) => ts.isForOfStatement(n) && n.awaitModifier !== undefined,
  using: (n) => isDeclaredBy(n, ts.NodeFlags.Using),
  "await using": (n) => isDeclaredBy(n, ts.NodeFlags.AwaitUsing),
  "yield*": (n) => ts.isYieldExpression(n) && n.asteriskToken !== undefined,
  "labelled break": (n) => ts.isBreakStatement(n) && n.label !== undefined,
  "labelled continue": (n) => ts.isContinueStatement(n) && n.label !== undefined,
  "catch without a variable": (n) => ts.isCatchClause(n) && n.variableDeclaration === undefined,
  "assignment to a pattern": (n) =>
    ts.isBinaryExpression(n) && (ts.isArrayLiteralExpression(n.left) || ts.isObjectLiteralExpression(n.left)),
  ...Object.fromEntries(
    ["&&", "||", "??", "&&=", "||=", "??=", "**", "in", "instanceof", ","].map((operator) => [
      `operator ${operator}`,
      (n: ts.Node) => ts.isBinaryExpression(n) && ts.tokenToString(n.operatorToken.kind) === operator,
    ]),
  ),
};

function isDeclaredBy(node: ts.Node, flag: ts.NodeFlags): boolean {
  return ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.BlockScoped) === flag;
}

/** Everything that some fixture has to show. */
export const constructs: readonly string[] = [
  ...kindsBetween(SyntaxKind.VariableStatement, SyntaxKind.DebuggerStatement),
  ...kindsBetween(SyntaxKind.ArrayLiteralExpression, SyntaxKind.SatisfiesExpression),
  ...kindsBetween(SyntaxKind.ObjectBindingPattern, SyntaxKind.BindingElement),
  ...["PropertyAssignment", "ShorthandPropertyAssignment", "SpreadAssignment", "ComputedPropertyName"],
  ...["MethodDeclaration", "GetAccessor", "SetAccessor", "PropertyDeclaration", "Constructor"],
  ...["ClassStaticBlockDeclaration", "PrivateIdentifier", "FunctionDeclaration", "ClassDeclaration"],
  ...["NumericLiteral", "BigIntLiteral", "StringLiteral", "RegularExpressionLiteral", "TemplateSpan"],
  ...["CatchClause", "CaseClause", "DefaultClause", "Decorator", "EnumDeclaration"],
  ...Object.keys(forms),
];

/** The forms that stand in the preemptable functions of an input. */
export function constructsIn(input: string, options: TransformOptions): Set<string> {
  const file = ts.createSourceFile(options.fileName, input, ts.ScriptTarget.ESNext, true);
  const { result } = inspectFile(file, options.compilerOptions ?? {}, {
    functions: options.functions ?? "annotated",
    script: options.module === false,
  });
  const found = new Set<string>();
  for (const f of result?.checked.kept.keys() ?? []) visit(f);
  return found;

  function visit(node: ts.Node): void {
    found.add(nameOf(node.kind));
    for (const [name, isForm] of Object.entries(forms)) if (isForm(node)) found.add(name);
    ts.forEachChild(node, visit);
  }
}
