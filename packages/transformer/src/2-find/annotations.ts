/**
 * Which functions did the user mean?
 *
 *   @preempt in a doc comment before a declaration, statement, property, method or function expression
 *   @preempt exclusive, @preempt reentrant: the same, and whether jobs may interleave; at the head of a file: for all its functions
 *   @preempt on a method (the decorator of the runtime)
 *   scheduler.submit(() => …), scheduler.task(…), requests.route("bulk", f) with f of the file: see passed.ts
 *   useJob(f, …) of `@preempt/react`, `@preempt/vue`, `@preempt/svelte`: see passed.ts
 *   export function f, where another file has scheduler.submit(f): see exported.ts
 */

import { runtimePackage } from "@preempt/abi";
import * as ts from "typescript";
import { callsSomething, initialiserOf, isInitialised, mayRunFields } from "../syntax/initialisers.ts";
import { isPreemptable, isPrologueDirective, type Preemptable, unwrap } from "../syntax/nodes.ts";
import { functionsExportedAs } from "./exported.ts";
import { type Misspelt, mentionsIn, misspeltIn } from "./misspelt.ts";
import { mentionedIn } from "./our-packages.ts";
import { type PassedValue, passedIn, type Registrars } from "./passed.ts";

export type UnitWord = "exclusive" | "reentrant";
type Word = UnitWord | "never" | undefined;

export interface Found {
  /** Annotated by hand. */
  readonly annotated: Set<Preemptable>;
  /** `@preempt never`. */
  readonly excluded: Set<Preemptable>;
  /** Annotations on what cannot be annotated, with a word for what it is. */
  readonly misplaced: { readonly node: ts.Node; readonly what: string }[];
  /** `@preempt exclusive`: one job at a time. They are annotated, too. */
  readonly exclusive: Set<Preemptable>;
  /** `@preempt reentrant`: jobs may interleave, whatever the analysis finds. They are annotated, too. */
  readonly reentrant: Set<Preemptable>;
  /** What the comment at the head of the file says of all its functions. */
  unit: UnitWord | undefined;
  /** `@preempt` decorators, to be erased. */
  readonly decorators: Set<ts.Decorator>;
  /** What is handed over to run as jobs and is no function of this file, with the name of the method. */
  readonly passed: PassedValue[];
  /** Comments before functions that come near to an annotation. */
  readonly misspelt: Misspelt[];
}

/**
 * @param registrars What makes jobs of functions. Default: whatever has the names, if the file mentions the packages
 * @param passed The names by which the file exports functions that others pass on
 */
export function findAnnotations(
  sourceFile: ts.SourceFile,
  registrars?: Partial<Registrars>,
  passed: readonly string[] = [],
): Found {
  const found: Found = {
    annotated: new Set(),
    excluded: new Set(),
    exclusive: new Set(),
    reentrant: new Set(),
    unit: undefined,
    misplaced: [],
    decorators: new Set(),
    passed: [],
    misspelt: [],
  };
  const text = sourceFile.text;
  const mentions = mentionsIn(text);
  const { runtime: importsRuntime, server: importsServer } = mentionedIn(text);
  if (importsRuntime || registrars !== undefined) findPassed();
  for (const f of functionsExportedAs(sourceFile, passed)) found.annotated.add(f);
  if (mentions.length === 0) return found;
  const decoratorNames = importedNames(sourceFile, "preempt");
  // What is found by its comment is found without a walk over the rest of the file.
  const onlyMentions = decoratorNames.size === 0;
  /** Comments that meant a function. An annotation before `(function () {})()` stands before the statement as well. */
  const understood = new Set<number>();
  const misplaced: { readonly node: ts.Node; readonly what: string; readonly comment: number }[] = [];
  /** By their comments, with the functions that they stand before. */
  const near = new Map<number, { readonly functions: readonly Preemptable[]; readonly misspelt: Misspelt }>();
  const head = headOf(sourceFile);
  if (head !== undefined) found.unit = head.word;
  visit(sourceFile);
  // What is handed on, too, may be marked as never preemptable.
  for (const f of found.excluded) for (const set of [found.annotated, found.exclusive, found.reentrant]) set.delete(f);
  found.misplaced.push(...misplaced.filter((m) => !understood.has(m.comment)));
  for (const { functions, misspelt } of near.values()) {
    if (!functions.some((f) => found.annotated.has(f) || found.excluded.has(f))) found.misspelt.push(misspelt);
  }
  return found;

  function visit(node: ts.Node): void {
    if (onlyMentions && !isMentionedIn(node)) return;
    if (canCarryComment(node)) {
      const mark = markBefore(node);
      if (mark !== undefined) apply(node, mark.word, mark.comment);
      else lookForMisspelt(node);
    }
    if (decoratorNames.size > 0 && ts.canHaveDecorators(node)) {
      for (const decorator of ts.getDecorators(node) ?? []) {
        if (!ts.isIdentifier(decorator.expression) || !decoratorNames.has(decorator.expression.text)) continue;
        found.decorators.add(decorator);
        apply(node, undefined, decorator.pos);
      }
    }
    ts.forEachChild(node, visit);
  }

  /** Halving: there may be as many mentions as nodes. */
  function isMentionedIn(node: ts.Node): boolean {
    let [from, to] = [0, mentions.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((mentions[middle] as number) < node.pos) from = middle + 1;
      else to = middle;
    }
    return (mentions[from] ?? node.end) < node.end;
  }

  /** `rt.submit(() => …)`: annotated by being there. */
  function findPassed(): void {
    const { functions, others } = passedIn(sourceFile, {
      isScheduler: (method) => importsRuntime || registrars?.isScheduler?.(method) === true,
      takesRequests: (method) => registrars?.takesRequests?.(method) ?? importsServer,
      isOfServer: registrars?.isOfServer ?? (() => false),
      isHook: registrars?.isHook ?? (() => false),
      hasRoutes: importsServer || registrars?.hasRoutes === true,
      isJobCall: registrars?.isJobCall ?? (() => false),
    });
    for (const f of functions) found.annotated.add(f);
    found.passed.push(...others);
  }

  function markBefore(node: ts.Node): { readonly word: Word; readonly comment: number } | undefined {
    let mark: { readonly word: Word; readonly comment: number } | undefined;
    // What follows a token on its line counts as trailing it: `{ /** @preempt */ m() {} }`.
    for (const range of commentsBefore(node)) {
      if (range.pos === head?.comment) continue;
      const read = annotationIn(text, range);
      if (read !== undefined) mark = { ...read, comment: range.pos };
    }
    return mark;
  }

  function lookForMisspelt(node: ts.Node): void {
    for (const range of commentsBefore(node)) {
      if (near.has(range.pos)) continue;
      const misspelt = misspeltIn(text.slice(range.pos, range.end), range.pos);
      const functions = misspelt === undefined ? [] : functionsOf(node);
      if (misspelt !== undefined && functions.length > 0) near.set(range.pos, { functions, misspelt });
    }
  }

  /** Before the node, and behind its decorators and modifiers. */
  function commentsBefore(node: ts.Node): ts.CommentRange[] {
    const { modifiers = [] } = node as { readonly modifiers?: readonly ts.Node[] };
    return [node.pos, ...modifiers.map(({ end }) => end)].flatMap((at) => commentsAt(text, at));
  }

  function apply(node: ts.Node, word: Word, comment: number): void {
    const functions = functionsOf(node);
    for (const f of functions) {
      (word === "never" ? found.excluded : found.annotated).add(f);
      if (word === "exclusive" || word === "reentrant") found[word].add(f);
    }
    if (functions.length > 0) understood.add(comment);
    else if (word !== "never") misplaced.push({ node, what: describe(node), comment });
  }
}

/** What a comment says, if it is an annotation. */
function annotationIn(text: string, range: ts.CommentRange): { readonly word: Word } | undefined {
  if (range.kind !== ts.SyntaxKind.MultiLineCommentTrivia) return undefined;
  const comment = text.slice(range.pos, range.end);
  const match = /^\/\*\*[\s*](?:[\s\S]*[\s*])?@preempt(?![\w/-])(?:[ \t]+(never|exclusive|reentrant)\b)?/.exec(comment);
  return match === null ? undefined : { word: match[1] as Word };
}

function commentsAt(text: string, at: number): ts.CommentRange[] {
  return [...(ts.getTrailingCommentRanges(text, at) ?? []), ...(ts.getLeadingCommentRanges(text, at) ?? [])];
}

/**
 * The comment at the head of the file that speaks of all of it: before an import or a directive, or with an empty line between it
 * and what follows.
 */
function headOf(sourceFile: ts.SourceFile): { readonly word: UnitWord; readonly comment: number } | undefined {
  const { text, statements } = sourceFile;
  for (const statement of statements) {
    const isNoFunction = ts.isImportDeclaration(statement) || isPrologueDirective(statement);
    for (const range of commentsAt(text, statement.pos)) {
      const word = annotationIn(text, range)?.word;
      if (word !== "exclusive" && word !== "reentrant") continue;
      const isApart = /^[ \t]*\r?\n[ \t]*\r?\n/.test(text.slice(range.end));
      if (isNoFunction || isApart) return { word, comment: range.pos };
    }
    if (!isNoFunction) break;
  }
  return undefined;
}

/** The nodes before which people write comments that mean a function. */
function canCarryComment(node: ts.Node): boolean {
  return (
    (ts.isStatement(node) ||
      ts.isClassElement(node) ||
      ts.isObjectLiteralElement(node) ||
      ts.isParenthesizedExpression(node) ||
      ts.isFunctionExpression(node) ||
      ts.isArrowFunction(node)) &&
    !ts.isBlock(node)
  );
}

/** The function that is the field's value, or its initialiser, which is a function in the language. */
function functionsOfField(node: ts.PropertyDeclaration): Preemptable[] {
  const values = functionIn(node.initializer);
  const isOther = values.length === 0 && isInitialised(node) && callsSomething(node) && mayRunFields(node.parent, none);
  return isOther ? [initialiserOf(node)] : values;
}

const none: ReadonlySet<ts.Decorator> = new Set();

/** The functions that an annotation before `node` speaks of. */
function functionsOf(node: ts.Node): Preemptable[] {
  if (isPreemptable(node)) return node.body ? [node] : implementationOf(node);
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.flatMap((d) => functionIn(d.initializer));
  }
  if (ts.isPropertyDeclaration(node)) return functionsOfField(node);
  if (ts.isPropertyAssignment(node)) return functionIn(node.initializer);
  if (ts.isParenthesizedExpression(node)) return functionIn(node);
  if (ts.isExportAssignment(node) || ts.isReturnStatement(node)) return functionIn(node.expression);
  if (ts.isExpressionStatement(node)) {
    const e = unwrap(node.expression);
    if (ts.isBinaryExpression(e) && e.operatorToken.kind === ts.SyntaxKind.EqualsToken) return functionIn(e.right);
    return functionIn(e);
  }
  return [];
}

/** The function that an overload signature, which carries the comment, belongs to. */
function implementationOf(overload: Preemptable): Preemptable[] {
  const { parent, name, kind } = overload;
  if (parent === undefined) return [];
  const siblings: readonly ts.Node[] = ts.isClassLike(parent)
    ? parent.members
    : ts.isSourceFile(parent) || ts.isBlock(parent) || ts.isModuleBlock(parent)
      ? parent.statements
      : [];
  for (const s of siblings.slice(siblings.indexOf(overload))) {
    if (!isPreemptable(s) || s.kind !== kind || s.name?.getText() !== name?.getText()) return [];
    if (s.body) return [s];
  }
  return [];
}

function functionIn(expression: ts.Expression | undefined): Preemptable[] {
  if (expression === undefined) return [];
  const inner = unwrap(expression);
  return ts.isFunctionExpression(inner) || ts.isArrowFunction(inner) ? [inner] : [];
}

function describe(node: ts.Node): string {
  if (ts.isClassDeclaration(node)) return "a class";
  if (ts.isClassStaticBlockDeclaration(node)) return "a static block, which the engine runs when the class is defined";
  if (isPreemptable(node)) return "a declaration without a body";
  if (ts.isVariableStatement(node)) return "a variable that is not a function";
  if (ts.isPropertyDeclaration(node) || ts.isPropertyAssignment(node)) return "a property that is not a function";
  return "this statement";
}

function importedNames(sourceFile: ts.SourceFile, exported: string): Set<string> {
  const names = new Set<string>();
  for (const statement of sourceFile.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    if (statement.moduleSpecifier.text !== runtimePackage) continue;
    const bindings = statement.importClause?.namedBindings;
    if (bindings === undefined || !ts.isNamedImports(bindings)) continue;
    for (const e of bindings.elements) if ((e.propertyName ?? e.name).text === exported) names.add(e.name.text);
  }
  return names;
}
