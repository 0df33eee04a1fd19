/**
 * Where state is kept: a root, which lives from call to call, and a path from there.
 *
 *   =         the variable itself
 *   x         the property x of its object; `*` for one that is computed
 *   x/        whatever can be reached through that property
 *
 * Local names for such objects are followed: `const t = scratch;`, `const Ctor = x.constructor;`, `for (const l of languages)`.
 */
import * as ts from "typescript";
import { type FunctionNode, functionLiteral, isMember, memberName } from "../../1-resolve/target.ts";
import { memo } from "../../shared/memo.ts";
import { isAssigned, isLogical } from "../../syntax/assignments.ts";
import { isStaticMember, outward, runtimeParameters, unwrap } from "../../syntax/nodes.ts";
import { either, isWeak, nameOfElement, type Place, partName, partOf, type Root } from "./place.ts";
import type { ResolvedCall, ShownCalls } from "./shown-calls.ts";
import { classMadeBy, isModule, type Variable, type Variables } from "./variables.ts";

export interface Places {
  /** The objects that the expression may be. */
  of(expression: ts.Expression): readonly Place[];
  /** The objects that a pattern takes the element from. */
  objectsOf(element: ts.BindingElement): readonly Place[];
  /** The root of a variable that outlives calls. */
  rootOf(variable: Variable): Root;
  formal(f: FunctionNode, index: number | "this"): Root;
  readonly statics: Root;
}

interface PlacesOptions {
  readonly sourceFile: ts.SourceFile;
  readonly variables: Variables;
  readonly calls: ShownCalls;
  outlives(variable: Variable): boolean;
  /** Properties that hold regular expressions from the time when the module was loaded, and where they are made. */
  readonly regexes: ReadonlyMap<string, ts.Node>;
}

/** Methods that give an element of what they are called on. */
const elementMethods = new Set(["get", "pop", "shift", "at", "find", "values"]);

const nothing: readonly Place[] = [];

export function placesOf({ sourceFile, variables, calls, outlives, regexes }: PlacesOptions): Places {
  const roots = new Map<Variable, Root>();
  const formals = new Map<FunctionNode, Map<number | "this", Root>>();
  const aliases = new Map<Variable, readonly Place[]>();
  const returned = new Map<FunctionNode, readonly Place[]>();
  const expressions = new Map<string, Root>();
  const known = new Map<ts.Expression, readonly Place[]>();
  const statics: Root = { kind: "statics", name: "", declared: sourceFile };
  const exported: Root = { kind: "exports", name: "exports", declared: sourceFile };
  return { of, objectsOf, rootOf, formal, statics };

  function of(expression: ts.Expression): readonly Place[] {
    return memo(known, expression, () => find(unwrap(expression)));
  }

  function rootOf(variable: Variable): Root {
    return memo(roots, variable, () =>
      isFunctionName(variable)
        ? statics
        : { kind: "variable", name: variable.name, declared: variable.declaration, variable },
    );
  }

  function formal(f: FunctionNode, index: number | "this"): Root {
    const ofFunction = memo(formals, f, () => new Map<number | "this", Root>());
    return memo(ofFunction, index, () => ({ kind: "formal", name: String(index), declared: f, of: f }));
  }

  function find(e: ts.Expression): readonly Place[] {
    if (ts.isIdentifier(e)) return byName(e);
    if (e.kind === ts.SyntaxKind.ThisKeyword) return byThis(e);
    if (isMember(e)) return byMember(e);
    if (ts.isConditionalExpression(e)) return either(of(e.whenTrue), of(e.whenFalse));
    if (ts.isAwaitExpression(e)) return nothing;
    if (ts.isCallExpression(e)) return byCall(e);
    if (!ts.isBinaryExpression(e)) return nothing;
    const { kind } = e.operatorToken;
    if (kind === ts.SyntaxKind.CommaToken || kind === ts.SyntaxKind.EqualsToken) return of(e.right);
    // What stands before an && is its value only where that is nothing.
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return of(e.right);
    return isLogical(kind) ? either(of(e.left), of(e.right)) : nothing;
  }

  function byName(name: ts.Identifier): readonly Place[] {
    const variable = variables.of(name);
    if (variable === undefined) return name.text === "exports" ? [{ root: exported, path: "", exact: true }] : nothing;
    if (outlives(variable)) return [{ root: rootOf(variable), path: "", exact: true }];
    return isFunctionName(variable) ? nothing : aliasOf(variable);
  }

  function byThis(e: ts.Node): readonly Place[] {
    for (let n = e.parent; n !== undefined; n = n.parent) {
      if (ts.isFunctionLike(n) && !ts.isArrowFunction(n)) {
        const isOfClass = isStaticMember(n) && ts.isClassLike(n.parent);
        const root = isOfClass ? statics : formal(n as FunctionNode, "this");
        return [{ root, path: "", exact: true }];
      }
      if (ts.isPropertyDeclaration(n) || ts.isClassStaticBlockDeclaration(n)) return nothing;
    }
    return nothing;
  }

  function byMember(e: ts.PropertyAccessExpression | ts.ElementAccessExpression): readonly Place[] {
    const name = partName(e);
    if (name === "prototype" || name === "length") return nothing;
    const object = unwrap(e.expression);
    if (name === "constructor") return [{ root: statics, path: "", exact: true }];
    if (name === "exports" && ts.isIdentifier(object) && object.text === "module") {
      return [{ root: exported, path: "", exact: true }];
    }
    const held = of(object).map((place) => ({ root: place.root, path: partOf(place, name), exact: place.exact }));
    const regex = name === undefined ? undefined : regexes.get(name);
    if (regex === undefined || held.some(({ root }) => root.kind !== "formal")) return held;
    const root = memo(
      expressions,
      name as string,
      (): Root => ({ kind: "expression", name: name as string, declared: regex }),
    );
    return [{ root, path: "", exact: true }];
  }

  function byCall(e: ts.CallExpression): readonly Place[] {
    const callee = unwrap(e.expression);
    if (isMember(callee)) {
      const name = memberName(callee);
      const object = unwrap(callee.expression);
      if (name === "assign" && ts.isIdentifier(object) && object.text === "Object") {
        return e.arguments[0] ? of(e.arguments[0]) : nothing;
      }
      if (name !== undefined && elementMethods.has(name)) {
        const held = of(object).filter(({ root }) => !isWeak(root) && !(root.variable && isModule(root.variable)));
        if (held.length > 0)
          return held.map((place) => ({ root: place.root, path: partOf(place, undefined), exact: false }));
      }
    }
    const call = calls.of(e);
    const [only] = call.functions;
    return only !== undefined && call.exact ? given(returnedBy(only), only, e, call) : nothing;
  }

  /** The places with what the call hands over instead of formals. */
  function given(
    places: readonly Place[],
    f: FunctionNode,
    call: ts.CallExpression,
    { receiver }: ResolvedCall,
  ): readonly Place[] {
    return places.flatMap((place) => {
      const { root } = place;
      if (root.kind !== "formal") return [place];
      if (root.of !== f) return nothing;
      const actual = root.name === "this" ? receiver : call.arguments[Number(root.name)];
      if (actual === undefined || ts.isSpreadElement(actual)) return nothing;
      return of(actual).map((outer) => ({
        root: outer.root,
        path: place.path === "" ? outer.path : partOf(outer, place.path),
        exact: outer.exact && place.exact,
      }));
    });
  }

  function returnedBy(f: FunctionNode): readonly Place[] {
    const known = returned.get(f);
    if (known !== undefined) return known;
    returned.set(f, nothing);
    const values: ts.Expression[] = [];
    if (f.body !== undefined && !ts.isBlock(f.body)) values.push(f.body);
    else if (f.body !== undefined) {
      ts.forEachChild(f.body, function visit(node): void {
        if (ts.isFunctionLike(node) || values.length > 8) return;
        if (ts.isReturnStatement(node) && node.expression !== undefined) values.push(node.expression);
        ts.forEachChild(node, visit);
      });
    }
    const found = values.map(of);
    // What gives something new at times, as a copy is, is not taken to give what it was given.
    const isFresh = found.some((list, i) => list.length === 0 && !isPrimitive(values[i] as ts.Expression));
    const places = either(...found).filter(({ root, path }) =>
      root.kind === "formal" ? !isFresh : path !== "" || isMadeAtOnce(root),
    );
    returned.set(f, places);
    return places;
  }

  /** What a local variable stands for. */
  function aliasOf(variable: Variable): readonly Place[] {
    const found = aliases.get(variable);
    if (found !== undefined) return found;
    aliases.set(variable, nothing);
    const places = either(...sourcesOf(variable));
    aliases.set(variable, places);
    return places;
  }

  function sourcesOf({ declaration, binding }: Variable): (readonly Place[])[] {
    const sources: (readonly Place[])[] = [];
    for (const d of binding.declarations) {
      if (ts.isParameter(d)) {
        const f = d.parent as FunctionNode;
        const index = runtimeParameters(f).indexOf(d);
        sources.push(d.dotDotDotToken ? nothing : [{ root: formal(f, index), path: "", exact: true }]);
      } else if (ts.isBindingElement(d)) sources.push(ofElement(d));
      else if (ts.isVariableDeclaration(d)) {
        const walk = d.parent.parent;
        if (ts.isForOfStatement(walk) && walk.initializer === d.parent) sources.push(elementOf(walk.expression));
        else if (d.initializer !== undefined) sources.push(of(d.initializer));
      }
    }
    if (!binding.assigned) return sources;
    for (const reference of binding.references) {
      if (!isAssigned(reference)) continue;
      const { parent } = outward(reference);
      if (ts.isForOfStatement(parent)) sources.push(elementOf(parent.expression));
      if (!ts.isBinaryExpression(parent) || unwrap(parent.left) !== reference) continue;
      // `target = target || new Vec3()`: a call that gives one means that one.
      if (ts.isParameter(declaration) && isDefault(parent, reference)) continue;
      sources.push(of(parent.right));
    }
    return sources;
  }

  function elementOf(list: ts.Expression): readonly Place[] {
    return of(list).map((place) => ({ root: place.root, path: partOf(place, undefined), exact: false }));
  }

  /** `const { a } = scratch` */
  function ofElement(element: ts.BindingElement): readonly Place[] {
    const name = nameOfElement(element);
    return objectsOf(element).map((place) => ({
      root: place.root,
      path: partOf(place, name),
      exact: place.exact,
    }));
  }

  function objectsOf({ parent: pattern, dotDotDotToken }: ts.BindingElement): readonly Place[] {
    const around = pattern.parent;
    if (!ts.isObjectBindingPattern(pattern) || dotDotDotToken !== undefined) return nothing;
    if (ts.isVariableDeclaration(around)) return around.initializer === undefined ? nothing : of(around.initializer);
    if (!ts.isParameter(around)) return nothing;
    const index = runtimeParameters(around.parent).indexOf(around);
    return [{ root: formal(around.parent as FunctionNode, index), path: "", exact: true }];
  }
}

function isPrimitive(e: ts.Expression): boolean {
  const { kind } = unwrap(e);
  return (
    ts.isLiteralExpression(unwrap(e)) ||
    kind === ts.SyntaxKind.NullKeyword ||
    kind === ts.SyntaxKind.TrueKeyword ||
    kind === ts.SyntaxKind.FalseKeyword ||
    unwrap(e).getText() === "undefined"
  );
}

/** An object that is there from the start, as scratch objects are. */
function isMadeAtOnce({ variable }: Root): boolean {
  const declaration = variable?.declaration;
  return declaration !== undefined && ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined;
}

function isFunctionName(variable: Variable): boolean {
  const { declaration, binding } = variable;
  if (ts.isFunctionLike(declaration) || ts.isClassLike(declaration) || classMadeBy(variable) !== undefined) return true;
  return (
    ts.isVariableDeclaration(declaration) && !binding.assigned && functionLiteral(declaration.initializer) !== undefined
  );
}

/** `p = p || …`, `p ??= …`, `if (p === undefined) p = …`, `p || (p = …)` */
function isDefault(assignment: ts.BinaryExpression, reference: ts.Identifier): boolean {
  if (assignment.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return true;
  const mentions = (node: ts.Node): boolean =>
    (ts.isIdentifier(node) && node.text === reference.text) ||
    (ts.forEachChild(node, (child) => mentions(child) || undefined) ?? false);
  if (mentions(assignment.right)) return true;
  for (let n: ts.Node = assignment; n.parent !== undefined && !ts.isFunctionLike(n); n = n.parent) {
    const { parent } = n;
    if (ts.isIfStatement(parent) && parent.expression !== n && mentions(parent.expression)) return true;
    if (ts.isBinaryExpression(parent) && isLogical(parent.operatorToken.kind) && parent.right === n) {
      if (mentions(parent.left)) return true;
    }
  }
  return false;
}
