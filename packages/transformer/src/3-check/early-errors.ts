/**
 * Errors of the language that TypeScript's parser lets pass, leaving them to its checker, and that a rewrite would
 * mend by accident. Such a file has to stay the error that it is.
 */
import * as ts from "typescript";
import { isReference } from "../1-resolve/scopes.ts";
import { isAssigned } from "../syntax/assignments.ts";
import { kindsOf } from "../syntax/kinds.ts";
import {
  isAsync,
  isImportCall,
  isLoop,
  isPreemptable,
  isStaticMember,
  isStrict,
  isToken,
  isWalk,
} from "../syntax/nodes.ts";

export interface EarlyError {
  readonly node: ts.Node;
  readonly what: string;
}

export function findEarlyErrors(sourceFile: ts.SourceFile): EarlyError[] {
  const errors: EarlyError[] = [];
  const isJavaScript = /\.[cm]?jsx?$/.test(sourceFile.fileName);
  const hasEscapes = sourceFile.text.includes("\\u");
  visit(sourceFile);
  return errors;

  function visit(node: ts.Node): void {
    if (ts.isIdentifier(node) && node.text === "await" && isVariable(node) && isInAsync(node)) {
      errors.push({ node, what: "In an async function await is no name." });
    }
    if (isToken(node)) {
      if (hasEscapes && isReservedWord(node.kind) && node.getText(sourceFile).includes("\\")) {
        errors.push({ node, what: "A keyword cannot be written with an escape." });
      }
      return;
    }
    const what = errorAt(node);
    if (what !== undefined) errors.push({ node, what });
    ts.forEachChild(node, visit);
  }

  function errorAt(node: ts.Node): string | undefined {
    if (harmless[node.kind] === true) return undefined;
    // A name on one line, and TypeScript takes it for a modifier of what is on the next.
    if (ts.isStatement(node) && isStaticMember(node)) return "Only members of classes are static.";
    if (ts.isFunctionLike(node)) return errorInHead(node);
    if (isLoop(node)) return errorInStatement(node.statement, false) ?? errorInLoopHead(node);
    if (ts.isIfStatement(node)) {
      return (
        errorInStatement(node.thenStatement, true) ?? (node.elseStatement && errorInStatement(node.elseStatement, true))
      );
    }
    if (ts.isLabeledStatement(node)) {
      return ts.isFunctionDeclaration(node.statement) && isStrict(node)
        ? "In strict code a function declaration cannot have a label."
        : errorInStatement(node.statement, true);
    }
    if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) {
      const { modifiers, questionToken } = node as { modifiers?: unknown; questionToken?: unknown };
      return modifiers || questionToken ? "A property of an object literal has no modifiers." : undefined;
    }
    const { questionDotToken } = node as { questionDotToken?: ts.Node };
    if (ts.isVariableDeclaration(node)) return errorInDeclaration(node);
    if (ts.isTaggedTemplateExpression(node) && (questionDotToken || ts.isOptionalChain(node.tag))) {
      return "An optional chain cannot be the tag of a template.";
    }
    if ((ts.isTaggedTemplateExpression(node) || isImportCall(node)) && isAssigned(node)) {
      return "Neither a tagged template nor import() can be assigned to.";
    }
    return undefined;
  }

  function errorInHead(node: ts.SignatureDeclaration): string | undefined {
    const { parameters } = node;
    // In TypeScript it is a type.
    if (isJavaScript && parameters.some((p) => ts.isIdentifier(p.name) && p.name.text === "this")) {
      return "A parameter cannot be called this.";
    }
    if (parameters.hasTrailingComma && parameters.at(-1)?.dotDotDotToken) {
      return "A rest parameter cannot be followed by a comma.";
    }
    if (parameters.some((p) => p.initializer && awaitsOrYields(p.initializer))) {
      return "A parameter's default value cannot contain await or yield.";
    }
    if (isAssigned(node)) return "A function cannot be assigned to.";
    if (ts.isArrowFunction(node)) {
      const { equalsGreaterThanToken: arrow } = node;
      const between = sourceFile.text.slice(arrow.pos, arrow.getStart(sourceFile));
      if (/[\n\r\u2028\u2029]/.test(between)) return "=> cannot start a line.";
    }
    return undefined;
  }

  function errorInDeclaration({ parent, initializer }: ts.VariableDeclaration): string | undefined {
    if (initializer !== undefined || !ts.isVariableDeclarationList(parent)) return undefined;
    const kind = parent.flags & ts.NodeFlags.BlockScoped;
    if (kind !== ts.NodeFlags.Using && kind !== ts.NodeFlags.AwaitUsing) return undefined;
    const { parent: owner } = parent;
    return isWalk(owner) ? undefined : "A declaration with using needs an initialiser.";
  }

  function errorInLoopHead(loop: ts.IterationStatement): string | undefined {
    if (!isWalk(loop)) return undefined;
    const { initializer } = loop;
    if (!ts.isVariableDeclarationList(initializer)) return undefined;
    if (initializer.declarations.length !== 1) return "A loop over values declares one variable.";
    return ts.isForOfStatement(loop) && initializer.declarations[0]?.initializer
      ? "The variable of a for-of loop cannot have an initialiser."
      : undefined;
  }

  /** What only a list of statements can hold. */
  function errorInStatement(statement: ts.Statement, takesFunction: boolean): string | undefined {
    let inner = statement;
    while (ts.isLabeledStatement(inner)) inner = inner.statement;
    if (ts.isFunctionDeclaration(inner)) {
      if (takesFunction && !inner.asteriskToken && !inner.modifiers && !isStrict(inner)) return undefined;
      return "A function declaration needs a block here.";
    }
    if (ts.isClassDeclaration(inner)) return "A class declaration needs a block here.";
    if (ts.isVariableStatement(inner) && inner.declarationList.flags & ts.NodeFlags.BlockScoped) {
      return "A declaration with let, const or using needs a block here.";
    }
    return undefined;
  }
}

/** What none of the questions is about: most nodes. */
const harmless = kindsOf(
  ts.SyntaxKind.PropertyAccessExpression,
  ts.SyntaxKind.ElementAccessExpression,
  ts.SyntaxKind.BinaryExpression,
  ts.SyntaxKind.ParenthesizedExpression,
  ts.SyntaxKind.PrefixUnaryExpression,
  ts.SyntaxKind.PostfixUnaryExpression,
  ts.SyntaxKind.ConditionalExpression,
  ts.SyntaxKind.ArrayLiteralExpression,
  ts.SyntaxKind.ObjectLiteralExpression,
  ts.SyntaxKind.NewExpression,
  ts.SyntaxKind.ExpressionStatement,
  ts.SyntaxKind.ReturnStatement,
  ts.SyntaxKind.VariableDeclarationList,
  ts.SyntaxKind.Parameter,
);

function isReservedWord(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstReservedWord && kind <= ts.SyntaxKind.LastReservedWord;
}

/** A variable that is used or declared, rather than a property or a label. */
function isVariable(node: ts.Identifier): boolean {
  const { parent } = node;
  if (isReference(node)) return true;
  const isBinding =
    ts.isVariableDeclaration(parent) ||
    ts.isParameter(parent) ||
    ts.isBindingElement(parent) ||
    ts.isFunctionDeclaration(parent) ||
    ts.isClassDeclaration(parent);
  return isBinding && parent.name === node;
}

/** Whether `await` is no name there: in an async function, or among the parameters of an arrow function in one. */
function isInAsync(name: ts.Identifier): boolean {
  const { parent } = name;
  let inner: ts.Node = ts.isFunctionDeclaration(parent) && parent.name === name ? parent : name;
  for (let node = inner.parent; node !== undefined; inner = node, node = node.parent) {
    // V8 has it reserved in static fields.
    if (ts.isPropertyDeclaration(node) && node.initializer === inner && !isStaticMember(node)) return false;
    if (!ts.isFunctionLike(node) || ts.isComputedPropertyName(inner) || ts.isDecorator(inner)) continue;
    if (isPreemptable(node) && isAsync(node)) return true;
    if (!ts.isArrowFunction(node) || node.body === inner) return false;
  }
  return false;
}

function awaitsOrYields(node: ts.Node): boolean {
  if (ts.isAwaitExpression(node) || ts.isYieldExpression(node)) return true;
  if (ts.isFunctionLike(node)) return false;
  return ts.forEachChild(node, awaitsOrYields) ?? false;
}
