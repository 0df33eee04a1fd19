/** Walks a file, and puts the notes into it. */
import type { SiteKind } from "@preempt/abi";
import * as ts from "typescript";
import { displayName } from "../1-resolve/display-name.ts";
import { isReference, type Scopes } from "../1-resolve/scopes.ts";
import type { FunctionNode } from "../1-resolve/target.ts";
import { isAssigned, isAssignmentOperator } from "../syntax/assignments.ts";
import {
  functionAround,
  isErased,
  isPrologueDirective,
  isStatementList,
  isUsingList,
  outward,
  unwrap,
} from "../syntax/nodes.ts";
import type { Edits } from "./edits.ts";
import { type SharedVariable, sharedVariable } from "./shared-variables.ts";
import type { Site, SiteFacts } from "./sites.ts";

type Access = ts.PropertyAccessExpression | ts.ElementAccessExpression;

export class Marker {
  readonly sites: Site[] = [];
  readonly #file: ts.SourceFile;
  readonly #scopes: Scopes;
  readonly #edits: Edits;
  readonly #seen: string;
  readonly #suffix: string;
  /** Functions each call of which has a name, by which its variables are told from those of other calls. */
  readonly #owners = new Map<ts.Node, string>();
  readonly #names = new Map<ts.Node, string>();

  constructor(file: ts.SourceFile, scopes: Scopes, edits: Edits, suffix: string) {
    this.#file = file;
    this.#scopes = scopes;
    this.#edits = edits;
    this.#suffix = suffix;
    this.#seen = `$seen${suffix}`;
  }

  mark(): void {
    ts.forEachChild(this.#file, (child) => this.#visit(child));
  }

  #visit(node: ts.Node): void {
    if (isErased(node) || isLeftAlone(node)) return;
    if (ts.isStatement(node) && isMarked(node))
      this.#edits.before(node.getStart(this.#file), `${this.#note("statement", node)};`);
    if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) {
      const body = node.body;
      this.#edits.around(body.getStart(this.#file), body.end, `(${this.#note("statement", body)}, `, ")");
    }
    if (ts.isIdentifier(node)) {
      if (isReference(node)) this.#variable(node);
      return;
    }
    if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) this.#property(node);
    else if (ts.isSpreadElement(node) || ts.isSpreadAssignment(node)) {
      if (!isAssigned(node.expression)) this.#wrap("contents", node.expression);
    } else if (ts.isForOfStatement(node)) this.#wrap("contents", node.expression);
    else if (ts.isVariableDeclaration(node) && !ts.isIdentifier(node.name) && node.initializer !== undefined)
      this.#wrap("contents", node.initializer);
    if (ts.isNewExpression(node)) {
      // `new $seen(1, a).B()` would mean something else.
      if (ts.isParenthesizedExpression(node.expression)) this.#visit(node.expression);
      for (const argument of node.arguments ?? []) this.#visit(argument);
      return;
    }
    if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) this.#visit(node.attributes);
    else if (!ts.isJsxClosingElement(node)) ts.forEachChild(node, (child) => this.#visit(child));
  }

  #variable(name: ts.Identifier): void {
    const variable = sharedVariable(name, this.#scopes);
    if (variable === undefined) return;
    const own = this.#instance(variable, name);
    if (own === undefined) return;
    const { parent } = name;
    const facts = { text: name.text, variable: variable.name, declared: this.#place(variable.declaration) };
    if (!variable.changes) {
      if (isCalledOrTaken(name) || isAssigned(name)) return;
      if (ts.isShorthandPropertyAssignment(parent)) return;
      this.#wrap("name", name, facts);
    } else if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) {
      this.#wrap(isAssigned(name) ? "update" : "read", isAssigned(name) ? parent : name, facts, own);
    } else if (isAssigned(name)) this.#written(name, facts, own);
    else if (ts.isShorthandPropertyAssignment(parent)) {
      // Written out, a property of this name is another thing.
      if (name.text === "__proto__") return;
      this.#edits.after(name.end, `: ${this.#note("read", name, facts, name.text, own)}`);
    } else if (!isJsxName(name) && !ts.isDeleteExpression(outward(name).parent)) {
      this.#wrap("read", name, facts, own);
    }
  }

  /** By an assignment, a pattern or the head of a loop: noted with the value, or with what holds it. */
  #written(name: ts.Identifier, facts: SiteFacts, own: string): void {
    let target: ts.Node = name;
    while (
      !ts.isBinaryExpression(target.parent) &&
      !ts.isForOfStatement(target.parent) &&
      !ts.isForInStatement(target.parent)
    ) {
      target = target.parent;
      if (target.parent === undefined || ts.isStatement(target)) return;
    }
    const { parent } = target;
    const value = ts.isBinaryExpression(parent) ? parent.right : (parent as ts.ForOfStatement).expression;
    if (isNamedByTarget(value)) return;
    const isPlain = !ts.isBinaryExpression(parent) || parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
    if (isPlain || !mayRun(value)) {
      this.#wrap(isPlain ? "write" : "update", value, facts, own);
      return;
    }
    // The variable was read before what stands here runs.
    this.#edits.around(
      value.getStart(this.#file),
      value.end,
      `(${this.#note("read", name, facts, "void 0", own)}, ${this.#open("write", value, facts)}`,
      `, ${own}))`,
    );
  }

  #property(node: Access): void {
    const base = node.expression;
    if (!this.#isRecorded(base)) return;
    const kind = kindOf(node);
    const target = unwrap(base);
    const variable = ts.isIdentifier(target) ? sharedVariable(target, this.#scopes) : undefined;
    const value = writtenValue(node);
    const waits: ("key" | "done")[] = [];
    let property: string | undefined;
    if (ts.isPropertyAccessExpression(node)) property = node.name.text;
    else if (ts.isStringLiteralLike(node.argumentExpression) || ts.isNumericLiteral(node.argumentExpression))
      property = node.argumentExpression.text;
    else waits.push("key");
    if (value !== undefined && mayRun(value)) waits.push("done");
    const facts: SiteFacts = {
      text: shortText(node, this.#file),
      property,
      waits,
      ...(variable !== undefined && { variable: variable.name, declared: this.#place(variable.declaration) }),
    };
    const site = this.sites.length;
    this.#wrap(kind, base, facts, undefined, node);
    if (waits.includes("key")) this.#wrap("key", (node as ts.ElementAccessExpression).argumentExpression, { of: site });
    if (value !== undefined && waits.includes("done")) this.#wrap("done", value, { of: site, text: facts.text });
  }

  #isRecorded(base: ts.Expression): boolean {
    if (ts.isOptionalChain(base) || base.kind === ts.SyntaxKind.SuperKeyword || ts.isMetaProperty(base)) return false;
    const inner = unwrap(base);
    if (ts.isLiteralExpression(inner) || ts.isFunctionLike(inner) || ts.isClassLike(inner)) return false;
    if (!ts.isIdentifier(inner)) return true;
    // Node and bundlers read from the text what CommonJS exports.
    if (["arguments", "exports", "module"].includes(inner.text) || this.#scopes.isGlobal(inner)) return false;
    const declaration = this.#scopes.resolve(inner)?.declarations[0];
    return declaration === undefined || !ts.isNamespaceImport(declaration);
  }

  /** `$seen(…, e)` in the place of `e`. */
  #wrap(kind: SiteKind, e: ts.Expression, facts: SiteFacts = {}, own?: string, at: ts.Node = e): void {
    const last = own === undefined || own === "" ? ")" : `, ${own})`;
    this.#edits.around(e.getStart(this.#file), e.end, this.#open(kind, at, facts), last);
  }

  #open(kind: SiteKind, at: ts.Node, facts: SiteFacts): string {
    return `${this.#seen}(${this.#add(kind, at, facts)}, `;
  }

  #note(kind: SiteKind, at: ts.Node, facts: SiteFacts = {}, value?: string, own = ""): string {
    const rest = value === undefined ? "" : `, ${value}${own === "" ? "" : `, ${own}`}`;
    return `${this.#seen}(${this.#add(kind, at, facts)}${rest})`;
  }

  #add(kind: SiteKind, at: ts.Node, facts: SiteFacts): number {
    this.sites.push({ kind, ...this.#place(at), in: this.#nameAround(at), ...facts });
    return this.sites.length - 1;
  }

  #place(node: ts.Node): { line: number; column: number } {
    const { line, character } = this.#file.getLineAndCharacterOfPosition(node.getStart(this.#file));
    return { line: line + 1, column: character + 1 };
  }

  #nameAround(node: ts.Node): string {
    const f = functionAround(node);
    let name = this.#names.get(f);
    if (name === undefined) {
      name = ts.isSourceFile(f) ? "" : nameOf(f as FunctionNode);
      this.#names.set(f, name);
    }
    return name;
  }

  /** What tells the variable from that of another call; "" where there is but one; undefined where nothing can. */
  #instance({ owner, changes }: SharedVariable, name: ts.Identifier): string | undefined {
    if (owner === undefined || !changes) return "";
    const { body } = owner as ts.FunctionLikeDeclaration;
    if (body === undefined || !ts.isBlock(body) || name.pos < body.pos) return undefined;
    let own = this.#owners.get(owner);
    if (own === undefined) {
      own = `$own${this.#suffix}_${this.#owners.size}`;
      this.#owners.set(owner, own);
      const last = body.statements.findLast((_, i) => body.statements.slice(0, i + 1).every(isPrologueDirective));
      this.#edits.after(last?.end ?? body.getStart(this.#file) + 1, `${last ? ";" : ""}var ${own} = {};`);
    }
    return own;
  }
}

/** Where nothing is noted: it is no code, or what stands there must stay a name. */
function isLeftAlone(node: ts.Node): boolean {
  return (
    ts.isEnumDeclaration(node) ||
    ts.isDecorator(node) ||
    ts.isHeritageClause(node) ||
    ts.isComputedPropertyName(node) ||
    ts.isImportDeclaration(node) ||
    ts.isImportEqualsDeclaration(node) ||
    ts.isExportDeclaration(node)
  );
}

/** A statement in a list of a function's, with another one before it allowed. */
function isMarked(node: ts.Statement): boolean {
  if (!isStatementList(node.parent) || ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) return false;
  if (ts.isBlock(node) || isPrologueDirective(node) || ts.isEmptyStatement(node)) return false;
  if (ts.isVariableStatement(node) && isUsingList(node.declarationList)) return false;
  const f = functionAround(node);
  if (ts.isSourceFile(f) || ts.isModuleBlock(node.parent)) return false;
  // `super()` has to stand first in some.
  return !ts.isConstructorDeclaration(f) || f.parent.heritageClauses === undefined;
}

function kindOf(node: Access): SiteKind {
  const { parent } = node;
  if (isAssigned(node)) {
    const isPlain =
      !ts.isPrefixUnaryExpression(parent) &&
      !ts.isPostfixUnaryExpression(parent) &&
      !(ts.isBinaryExpression(parent) && parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken);
    return isPlain ? "set" : "change";
  }
  if (ts.isDeleteExpression(parent)) return "delete";
  return ts.isCallExpression(parent) && parent.expression === node ? "method" : "get";
}

/** The value that an assignment gives to the property. */
function writtenValue(node: Access): ts.Expression | undefined {
  const { parent } = node;
  if (!ts.isBinaryExpression(parent) || parent.left !== node) return undefined;
  if (!isAssignmentOperator(parent.operatorToken.kind) || isNamedByTarget(parent.right)) return undefined;
  return parent.right;
}

/** A function or class without a name gets that of the variable, unless something stands in between. */
function isNamedByTarget(value: ts.Expression): boolean {
  const inner = unwrap(value);
  return ts.isArrowFunction(inner) || ts.isFunctionExpression(inner) || ts.isClassExpression(inner);
}

/** Whether others may run while it is evaluated. */
function mayRun(e: ts.Node): boolean {
  if (ts.isCallExpression(e) || ts.isAwaitExpression(e) || ts.isYieldExpression(e) || ts.isNewExpression(e))
    return true;
  if (ts.isFunctionLike(e)) return false;
  return ts.forEachChild(e, (child) => mayRun(child) || undefined) ?? false;
}

/** `f` in `f()` and `a` in `a.b`, which have a site of their own or need none. */
function isCalledOrTaken(name: ts.Identifier): boolean {
  const { parent } = name;
  const isBase =
    (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) && parent.expression === name;
  const isCallee = (ts.isCallExpression(parent) || ts.isTaggedTemplateExpression(parent)) && !isArgument(name, parent);
  return isBase || isCallee || ts.isExportSpecifier(parent) || ts.isExportAssignment(parent) || isJsxName(name);
}

function isArgument(name: ts.Identifier, parent: ts.Node): boolean {
  return ts.isCallExpression(parent) && parent.arguments.includes(name);
}

function isJsxName({ parent }: ts.Identifier): boolean {
  return ts.isJsxOpeningLikeElement(parent) || ts.isJsxClosingElement(parent);
}

const most = 40;

/** `sqrt` of `P.sqrt = function () {}`, too. */
function nameOf(f: FunctionNode): string {
  const { parent } = f;
  const isAssigned = ts.isBinaryExpression(parent) && parent.right === f && ts.isPropertyAccessExpression(parent.left);
  return isAssigned ? (parent.left as ts.PropertyAccessExpression).name.text : displayName(f);
}

function shortText(node: ts.Node, file: ts.SourceFile): string {
  const text = node.getText(file).replace(/\s+/g, " ");
  return text.length <= most ? text : `…${text.slice(text.length - most)}`;
}
