/**
 * Which declaration does a name mean? Lexical scopes of one file, without a type checker.
 *
 * Exact where it answers; `undefined` is "a global, or only known at run time" (a direct eval or `with` between
 * the name and its declaration, or a function in a block, of which sloppy code makes a variable of the function around).
 */
import * as ts from "typescript";
import { isAssigned } from "../syntax/assignments.ts";
import { kindsOf } from "../syntax/kinds.ts";
import { isDirectEval, isErased, isExported, isStrict, isToken, isWalk } from "../syntax/nodes.ts";
import type { Binding } from "./binding.ts";
import { MergedNamespaces } from "./merged-namespaces.ts";

interface Scope {
  /** What opens the scope. */
  readonly node: ts.Node;
  readonly parent: Scope | undefined;
  readonly bindings: Map<string, Binding>;
  /** `var` declarations end here. */
  readonly isFunction: boolean;
  /** A direct eval or `with` may add names at run time. */
  dynamic: boolean;
  /**
   * Names of functions in blocks inside: entering the block assigns them to variables of this function in sloppy code. Whether code
   * without "use strict" is sloppy only who loads it knows: a bundler may put it into a module.
   */
  readonly perhaps: Set<string>;
  /** A direct eval may read and write its variables. */
  isSeenByEval: boolean;
}

export interface Scopes {
  /** The binding that an identifier refers to. */
  resolve(reference: ts.Identifier): Binding | undefined;
  /** The binding that a declaring node (function, class, variable, import specifier) introduces. */
  declaredBy(declaration: ts.Node): Binding | undefined;
  /** Whether nothing in the file declares the name that `reference` mentions: a global. */
  isGlobal(reference: ts.Identifier): boolean;
}

export function analyzeScopes(sourceFile: ts.SourceFile): Scopes {
  const scopeOf = new Map<ts.Node, Scope>();
  const resolved = new Map<ts.Identifier, Binding | undefined>();
  const globals = new Set<ts.Identifier>();
  const byDeclaration = new Map<ts.Node, Binding>();
  const namespaces = new MergedNamespaces();

  declareIn(sourceFile, open(sourceFile, undefined, true));
  resolveIn(sourceFile, scopeOf.get(sourceFile) as Scope);

  return {
    resolve: (reference) => resolved.get(reference),
    declaredBy: (declaration) => byDeclaration.get(declaration),
    isGlobal: (reference) => globals.has(reference),
  };

  function open(node: ts.Node, parent: Scope | undefined, isFunction: boolean): Scope {
    const scope = newScope(node, parent, isFunction);
    scopeOf.set(node, scope);
    return scope;
  }

  function declare(scope: Scope, name: string, declaration: ts.Node): void {
    let binding = scope.bindings.get(name);
    if (binding === undefined) {
      binding = { name, declarations: [], references: [], assigned: false, isOpen: false };
      scope.bindings.set(name, binding);
    }
    binding.declarations.push(declaration);
    if (isSeenOutside(declaration, scope.node)) binding.isOpen = true;
    byDeclaration.set(declaration, binding);
    if (ts.isModuleBlock(scope.node)) namespaces.declare(name, declaration, scope.node);
  }

  /** In sloppy code, entering a block assigns its functions to variables of the function around it. */
  function alsoAround(block: Scope, f: ts.Node, name: string): void {
    if (!isStrict(f)) functionScope(block).perhaps.add(name);
  }

  function declarePattern(scope: Scope, name: ts.BindingName, declaration: ts.Node): void {
    if (ts.isIdentifier(name)) declare(scope, name.text, declaration);
    else for (const e of name.elements) if (ts.isBindingElement(e)) declarePattern(scope, e.name, e);
  }

  /** First pass: opens the scopes and declares every name. */
  function declareIn(node: ts.Node, scope: Scope): void {
    ts.forEachChild(node, (child) => visit(child, scope));

    function visit(child: ts.Node, current: Scope): void {
      if (isToken(child) || isErased(child)) return;
      let inner = current;
      if (ts.isFunctionDeclaration(child)) {
        // `if (a) function f() {}`: as if it stood in a block
        const isBranch = ts.isIfStatement(child.parent);
        const around = isBranch ? newScope(child, current, false) : current;
        if (child.name) {
          declare(around, child.name.text, child);
          if (!around.isFunction) alsoAround(around, child.parent, child.name.text);
        }
        inner = open(child, around, true);
      } else if (ts.isFunctionExpression(child)) {
        if (child.name) {
          const own = open(child.name, current, false);
          declare(own, child.name.text, child);
          inner = open(child, own, true);
        } else inner = open(child, current, true);
      } else if (ts.isFunctionLike(child) || ts.isClassStaticBlockDeclaration(child) || ts.isModuleBlock(child)) {
        inner = open(child, current, true);
      } else if (ts.isClassLike(child)) {
        if (ts.isClassDeclaration(child) && child.name) declare(current, child.name.text, child);
        inner = open(child, current, false);
        if (child.name) inner.bindings.set(child.name.text, innerName(child, child.name.text));
      } else if (ts.isVariableDeclaration(child)) {
        const list = child.parent;
        const isVar = ts.isVariableDeclarationList(list) && (list.flags & ts.NodeFlags.BlockScoped) === 0;
        declarePattern(isVar ? functionScope(current) : current, child.name, child);
      } else if (ts.isParameter(child)) {
        declarePattern(current, child.name, child);
      } else if (ts.isImportClause(child)) {
        if (child.name) declare(current, child.name.text, child);
      } else if (ts.isImportSpecifier(child) || ts.isNamespaceImport(child) || ts.isImportEqualsDeclaration(child)) {
        declare(current, child.name.text, child);
      } else if (ts.isModuleDeclaration(child) && ts.isModuleDeclaration(child.parent)) {
        namespaces.declareDotted(child, child.parent);
      } else if (ts.isEnumDeclaration(child) || (ts.isModuleDeclaration(child) && ts.isIdentifier(child.name))) {
        declare(current, child.name.text, child);
      } else if (isDirectEval(child)) {
        allowEval(current, !isStrict(child));
      } else if (ts.isWithStatement(child)) {
        inner = open(child, current, false);
        inner.dynamic = true;
      } else if (
        (ts.isBlock(child) && !ts.isFunctionLike(child.parent)) ||
        ts.isCaseBlock(child) ||
        ts.isForStatement(child) ||
        isWalk(child) ||
        ts.isCatchClause(child)
      ) {
        inner = open(child, current, false);
      }
      ts.forEachChild(child, (next) => visit(next, inner));
    }
  }

  /** A direct eval sees all scopes around it, and in sloppy code declares variables in those up to its function's. */
  function allowEval(from: Scope, maySloppilyDeclare: boolean): void {
    let mayDeclare = maySloppilyDeclare;
    for (let s: Scope | undefined = from; s !== undefined; s = s.parent) {
      s.isSeenByEval = true;
      if (mayDeclare) s.dynamic = true;
      if (s.isFunction) mayDeclare = false;
    }
  }

  /** The name of a class inside the class is a constant of its own. */
  function innerName(declaration: ts.Node, name: string): Binding {
    return { name, declarations: [declaration], references: [], assigned: false, isOpen: false };
  }

  function functionScope(scope: Scope): Scope {
    let s = scope;
    while (!s.isFunction && s.parent !== undefined) s = s.parent;
    return s;
  }

  /** Second pass: finds the binding of every name that is used. */
  function resolveIn(node: ts.Node, scope: Scope): void {
    const own = scopeOf.get(node) ?? scope;
    if (ts.isIdentifier(node)) {
      if (isReference(node)) lookUp(node, own);
      return;
    }
    if (isToken(node) || isErased(node)) return;
    ts.forEachChild(node, (child) => resolveIn(child, own));
  }

  function lookUp(reference: ts.Identifier, from: Scope): void {
    let dynamic = false;
    const isArguments = reference.text === "arguments";
    for (let scope: Scope | undefined = from; scope !== undefined; scope = scope.parent) {
      const binding =
        scope.bindings.get(reference.text) ??
        (ts.isModuleBlock(scope.node) ? namespaces.find(reference.text, scope.node) : undefined);
      if (binding !== undefined && !isBehindParameters(binding, reference, scope.node)) {
        if (!dynamic) resolved.set(reference, binding);
        binding.references.push(reference);
        // An eval that sees the variable may write it, and so may a block with a function of its name.
        if (scope.isSeenByEval || scope.perhaps.has(reference.text)) {
          binding.assigned = true;
          binding.isOpen = true;
        }
        if (isAssigned(reference)) binding.assigned = true;
        return;
      }
      dynamic ||= scope.dynamic || scope.perhaps.has(reference.text);
      // A function has one of its own, whatever is declared around it.
      if (isArguments && hasArguments(scope.node)) break;
    }
    if (!dynamic) globals.add(reference);
  }
}

function newScope(node: ts.Node, parent: Scope | undefined, isFunction: boolean): Scope {
  return { node, parent, bindings: new Map(), isFunction, dynamic: false, isSeenByEval: false, perhaps: new Set() };
}

/** Whether `arguments` in the function means its own. */
function hasArguments(node: ts.Node): boolean {
  return ts.isFunctionLike(node) && !ts.isArrowFunction(node);
}

/** Whether code of other files may assign the variable: one of the top level of a script, or a namespace's exported one. */
function isSeenOutside(declaration: ts.Node, scope: ts.Node): boolean {
  if (!ts.isVariableDeclaration(declaration) && !ts.isBindingElement(declaration)) return false;
  if (isExported(declaration)) return true;
  const isConstant = (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
  return ts.isSourceFile(scope) && !ts.isExternalModule(scope) && !isConstant;
}

/** Whether `reference` stands among the parameters of `f`, from where the variables of its body are not seen. */
function isBehindParameters({ declarations }: Binding, reference: ts.Node, f: ts.Node): boolean {
  if (!ts.isFunctionLike(f) || !("body" in f) || f.body === undefined) return false;
  const { pos } = f.body as ts.Node;
  return reference.pos < pos && declarations.every((d) => d.pos >= pos);
}

/** Whether an expression is one of these global names. */
export function isGlobal(e: ts.Expression, names: ReadonlySet<string>, scopes: Scopes): boolean {
  return ts.isIdentifier(e) && names.has(e.text) && scopes.isGlobal(e);
}

/** Whether an identifier reads or writes a variable, rather than naming a property, a label or a declaration. */
export function isReference(node: ts.Identifier): boolean {
  const parent = node.parent;
  if (parent === undefined) return false;
  if (nameless[parent.kind] === true) return true;
  if (ts.isPropertyAccessExpression(parent) || ts.isMetaProperty(parent) || ts.isQualifiedName(parent)) {
    return ts.isPropertyAccessExpression(parent) && parent.expression === node;
  }
  if (ts.isBindingElement(parent)) return parent.initializer === node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  if (ts.isExportSpecifier(parent)) return (parent.propertyName ?? parent.name) === node;
  if (ts.isJsxAttribute(parent) || ts.isJsxNamespacedName(parent)) return false;
  // `<option>` is an element of the page, whatever variable there is.
  if (ts.isJsxOpeningLikeElement(parent) || ts.isJsxClosingElement(parent)) return !/^[a-z]|-/.test(node.text);
  if (ts.isLabeledStatement(parent) || ts.isBreakOrContinueStatement(parent)) return false;
  if (ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isNamespaceImport(parent)) return false;
  if (ts.isNamespaceExport(parent)) return false;
  if (ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isPropertyAssignment(parent)) {
    return parent.initializer === node;
  }
  if (ts.isPropertyDeclaration(parent) || ts.isEnumMember(parent)) return parent.initializer === node;
  return (parent as { name?: ts.Node }).name !== node;
}

/** What holds expressions alone: most names stand in such a node. */
const nameless = kindsOf(
  ts.SyntaxKind.CallExpression,
  ts.SyntaxKind.NewExpression,
  ts.SyntaxKind.BinaryExpression,
  ts.SyntaxKind.ElementAccessExpression,
  ts.SyntaxKind.ParenthesizedExpression,
  ts.SyntaxKind.PrefixUnaryExpression,
  ts.SyntaxKind.PostfixUnaryExpression,
  ts.SyntaxKind.ConditionalExpression,
  ts.SyntaxKind.ArrayLiteralExpression,
  ts.SyntaxKind.SpreadElement,
  ts.SyntaxKind.TypeOfExpression,
  ts.SyntaxKind.TemplateSpan,
  ts.SyntaxKind.ReturnStatement,
  ts.SyntaxKind.ExpressionStatement,
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.WhileStatement,
  ts.SyntaxKind.SwitchStatement,
  ts.SyntaxKind.CaseClause,
);
