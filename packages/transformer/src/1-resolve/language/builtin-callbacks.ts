/**
 * Built-in functions that call a function given to them. The runtime has counterparts of them that can be suspended
 * during that call and between such calls; whether one is worth asking for is decided here.
 *
 *   xs.map(f)                   f may be preemptable: worth it
 *   xs.map((x) => parse(x))     an inline callback with something to preempt becomes preemptable itself
 *   xs.map((x) => x * 2)        constant work: the engine's own map takes nanoseconds an element
 *   xs.sort((a, b) => a - b)    worth it for any comparator: sorting takes more time than its callback shows
 *   xs.sort()                   as well
 *   new Float64Array(n).fill(0) as well: the system has to find memory for it
 *   f.call(o, x), f.apply(o, xs), Reflect.apply(f, o, xs)   f may be preemptable
 *   als.run(store, f), emitter.emit("x")   functions of Node that call others
 *   f.bind(o)                   as well, but the call itself takes no time: see function-makers.ts
 */

import type { BuiltinFamily } from "@preempt/abi";
import * as ts from "typescript";
import { isLogical } from "../../syntax/assignments.ts";
import { isAsync, isGenerator, isLoop, isPreemptable, outward, type Preemptable, unwrap } from "../../syntax/nodes.ts";
import { isGlobal, type Scopes } from "../scopes.ts";
import { globalFunctions, globalObjects, isBuiltin } from "./builtins.ts";

type Inline = ts.FunctionExpression | ts.ArrowFunction;

interface Taker {
  readonly family: BuiltinFamily | "bind";
  /** Index of the argument that is called; "self" is the object that the built-in is a method of; "none": it knows what it calls. */
  readonly at: number | "self" | "none";
  /** Global objects that have the function. Default: any object may. */
  readonly of?: RegExp;
}

const takers = new Map<string, Taker>([
  ["bind", { family: "bind", at: "self" }],
  ["call", { family: "useCall", at: "self" }],
  ["construct", { family: "useConstruct", at: 0, of: /^Reflect$/ }],
  ["drop", { family: "useIterators", at: "none" }],
  ["emit", { family: "useEmit", at: "none" }],
  ["every", { family: "useSome", at: 0 }],
  ["exit", { family: "useContexts", at: 0 }],
  ["filter", { family: "useFilter", at: 0 }],
  ["find", { family: "useFind", at: 0 }],
  ["findIndex", { family: "useFind", at: 0 }],
  ["findLast", { family: "useFind", at: 0 }],
  ["findLastIndex", { family: "useFind", at: 0 }],
  ["flatMap", { family: "useFlatMap", at: 0 }],
  ["forEach", { family: "useForEach", at: 0 }],
  ["from", { family: "useFrom", at: 1, of: /Array$/ }],
  ["groupBy", { family: "useGroupBy", at: 1, of: /^(Object|Map)$/ }],
  ["map", { family: "useMap", at: 0 }],
  ["parse", { family: "useParse", at: 1, of: /^JSON$/ }],
  ["reduce", { family: "useReduce", at: 0 }],
  ["reduceRight", { family: "useReduce", at: 0 }],
  ["replace", { family: "useReplace", at: 1 }],
  ["replaceAll", { family: "useReplace", at: 1 }],
  ["Symbol.replace", { family: "useReplace", at: 1 }],
  ["run", { family: "useContexts", at: 1 }],
  ["runInAsyncScope", { family: "useContexts", at: 0 }],
  ["some", { family: "useSome", at: 0 }],
  ["sort", { family: "useSort", at: 0 }],
  ["stringify", { family: "useStringify", at: 1, of: /^JSON$/ }],
  ["take", { family: "useIterators", at: "none" }],
  ["toArray", { family: "useIterators", at: "none" }],
  ["toSorted", { family: "useSort", at: 0 }],
]);

/** Built-in functions whose work grows with what they are given, at more than a nanosecond or two for each part. */
const heavyMethods = new Set([
  "exec",
  "fromEntries",
  "localeCompare",
  "match",
  "matchAll",
  "normalize",
  "split",
  "structuredClone",
  "test",
  ...[...takers.keys()].filter((name) => typeof takers.get(name)?.at === "number"),
]);

interface Taking {
  readonly family: BuiltinFamily | "bind";
  /** None: `xs.sort()`, which compares texts, and `new Float64Array(n).fill(0)`. */
  readonly callback: ts.Expression | undefined;
}

/** What a call hands to which family of built-ins, as far as its text tells. */
function takingOf(call: ts.CallExpression, scopes: Scopes): Taking | undefined {
  const callee = unwrap(call.expression);
  const name = memberName(callee);
  if (name === "fill") return isLong(callee, scopes) ? { family: "useFill", callback: undefined } : undefined;
  const taker = name === "apply" ? takerOfApply(callee) : name === undefined ? undefined : takers.get(name);
  if (taker === undefined) return undefined;
  if (taker.at === "none") return { family: taker.family, callback: undefined };
  if (taker.at === "self") {
    const { expression } = callee as ts.PropertyAccessExpression;
    return { family: taker.family, callback: unwrap(expression) };
  }
  if (taker.of !== undefined) {
    const object = unwrap((callee as ts.PropertyAccessExpression).expression);
    if (!ts.isIdentifier(object) || !scopes.isGlobal(object) || !taker.of.test(object.text)) return undefined;
  }
  const callback = call.arguments[taker.at];
  if (callback === undefined && taker.family === "useFrom" && name === "from") {
    const items = call.arguments[0];
    return items !== undefined && isGiven(items, scopes) ? { family: taker.family, callback: undefined } : undefined;
  }
  if (call.arguments.length === 0 && taker.family === "useSort") return { family: taker.family, callback };
  if (callback === undefined || call.arguments.slice(0, taker.at + 1).some(ts.isSpreadElement)) return undefined;
  if (name === "exit" && isNamed(callee, "process")) return undefined;
  return { family: taker.family, callback: unwrap(callback) };
}

/** Whether some call of the program's own gives the value, which may be a generator. */
function isGiven(items: ts.Expression, scopes: Scopes): boolean {
  const e = unwrap(items);
  if (ts.isCallExpression(e)) return !isBuiltin(e, scopes, new Set());
  const declaration = ts.isIdentifier(e) ? onlyDeclaration(e, scopes) : undefined;
  if (declaration === undefined || !ts.isVariableDeclaration(declaration) || !ts.isIdentifier(declaration.name))
    return false;
  return (
    declaration.initializer !== undefined &&
    ts.isCallExpression(unwrap(declaration.initializer)) &&
    isGiven(declaration.initializer, scopes)
  );
}

/** `Reflect.apply(f, o, xs)` and `f.apply(o, xs)` have one name. */
function takerOfApply(callee: ts.Expression): Taker {
  return isOfReflect(callee) ? { family: "useCall", at: 0, of: /^Reflect$/ } : { family: "useCall", at: "self" };
}

function isOfReflect(callee: ts.Expression): boolean {
  return isNamed(callee, "Reflect");
}

/** Whether it is a member of what has that name. */
function isNamed(callee: ts.Expression, name: string): boolean {
  const object = unwrap((callee as ts.PropertyAccessExpression).expression);
  return ts.isIdentifier(object) && object.text === name;
}

/** Whether a method is called of a typed array that may be long: `new Float64Array(n)`, or a constant that is. */
function isLong(callee: ts.Expression, scopes: Scopes): boolean {
  if (!ts.isPropertyAccessExpression(callee)) return false;
  const object = unwrap(callee.expression);
  if (!ts.isIdentifier(object)) return isNewAndLong(object);
  const declaration = onlyDeclaration(object, scopes);
  if (declaration === undefined || !ts.isVariableDeclaration(declaration)) return false;
  return declaration.initializer !== undefined && isNewAndLong(unwrap(declaration.initializer));

  function isNewAndLong(e: ts.Expression): boolean {
    if (!ts.isNewExpression(e) || e.arguments?.length !== 1) return false;
    const made = unwrap(e.expression);
    const isTyped = ts.isIdentifier(made) && /.Array$/.test(made.text) && scopes.isGlobal(made);
    return isTyped && !isShort(unwrap(e.arguments[0] as ts.Expression));
  }
}

/** What declares a name that has one value for ever. */
function onlyDeclaration(name: ts.Identifier, scopes: Scopes): ts.Node | undefined {
  const binding = scopes.resolve(name);
  return binding?.declarations.length === 1 && !binding.assigned ? binding.declarations[0] : undefined;
}

/** A length below which filling takes no time. */
function isShort(length: ts.Expression): boolean {
  return ts.isNumericLiteral(length) && Number(length.text) <= 10_000;
}

/** `map` in `xs.map` and `xs["map"]`, `Symbol.replace` in `re[Symbol.replace]`. */
function memberName(callee: ts.Expression): string | undefined {
  if (ts.isPropertyAccessExpression(callee)) return callee.name.text;
  if (!ts.isElementAccessExpression(callee)) return undefined;
  const key = unwrap(callee.argumentExpression);
  if (ts.isStringLiteralLike(key)) return key.text;
  const isWellKnown =
    ts.isPropertyAccessExpression(key) && ts.isIdentifier(key.expression) && key.expression.text === "Symbol";
  return isWellKnown ? `Symbol.${key.name.text}` : undefined;
}

function isAwaited(call: ts.CallExpression): boolean {
  return ts.isAwaitExpression(outward(call).parent);
}

/** Which method of functions a call calls, with arguments that say which are those of the function. */
export function indirectName({ expression, arguments: args }: ts.CallExpression): "call" | "apply" | undefined {
  const callee = unwrap(expression);
  if (!ts.isPropertyAccessExpression(callee) || args.some(ts.isSpreadElement)) return undefined;
  if (callee.name.text === "call" && args.length > 0) return "call";
  return callee.name.text === "apply" && args.length === 2 && !isOfReflect(callee) ? "apply" : undefined;
}

/** The inline callbacks in `f`'s own code that are worth a resumable body. */
export function inlineCallbacks(f: Preemptable, scopes: Scopes): Inline[] {
  const found: Inline[] = [];
  forEachOwnCall(f, (call) => {
    const taking = takingOf(call, scopes);
    // What such a function gives is what the built-in gives.
    const isAsyncMeant = taking?.family === "useContexts" && isAsync(f) && isWaitedFor(call);
    if (taking?.callback !== undefined) collect(taking.callback, isAsyncMeant);
  });
  return found;

  function collect(e: ts.Expression, isAsyncMeant: boolean): void {
    if (isAsyncMeant && isInlineFunction(e) && isAsync(e) && !isGenerator(e)) found.push(e);
    else if (isInline(e) && !isLight(e, scopes)) found.push(e);
    else for (const other of alternatives(e) ?? []) collect(other, isAsyncMeant);
  }
}

/** `await f()`, or `return f()` in an async function. */
function isWaitedFor(call: ts.CallExpression): boolean {
  const { parent } = outward(call);
  return isAwaited(call) || ts.isReturnStatement(parent) || ts.isArrowFunction(parent);
}

/** Whether a call of what is taken for a built-in should ask for its counterpart at run time. */
export function isWorthAsking(
  call: ts.CallExpression,
  scopes: Scopes,
  kept: ReadonlyMap<Preemptable, unknown>,
  awaited: boolean = isAwaited(call),
): boolean {
  return !isBind(call) && takesPreemptable(call, scopes, kept, awaited);
}

/** Whether a call is `f.bind(…)`, of what may be a preemptable function. */
export function bindsPreemptable(
  call: ts.CallExpression,
  scopes: Scopes,
  kept: ReadonlyMap<Preemptable, unknown>,
): boolean {
  return isBind(call) && takesPreemptable(call, scopes, kept, false);
}

function isBind({ expression }: ts.CallExpression): boolean {
  return memberName(unwrap(expression)) === "bind";
}

function takesPreemptable(
  call: ts.CallExpression,
  scopes: Scopes,
  kept: ReadonlyMap<Preemptable, unknown>,
  awaited: boolean,
): boolean {
  const taking = takingOf(call, scopes);
  if (taking === undefined) return false;
  const { family, callback } = taking;
  // Who gets a bound function may await what it gives.
  const isAsyncMeant = family === "bind" || ((family === "useCall" || family === "useContexts") && awaited);
  if (callback === undefined) return true;
  if (family === "useConstruct") return mayBeClass(callback);
  return family === "useSort" ? mayBeFunction(callback) : mayBePreemptable(callback);

  function mayBePreemptable(e: ts.Expression): boolean {
    if (ts.isFunctionExpression(e) || ts.isArrowFunction(e)) return isKept(e);
    if (ts.isIdentifier(e)) return byName(e);
    if (ts.isPropertyAccessExpression(e)) return !isOfLanguage(e, scopes);
    if (ts.isCallExpression(e))
      return !isBuiltin(e, scopes, new Set()) || takesPreemptable(e, scopes, kept, isAwaited(e));
    return alternatives(e)?.some(mayBePreemptable) ?? mayBeFunction(e);
  }

  function mayBeClass(e: ts.Expression): boolean {
    return !(ts.isIdentifier(e) && scopes.isGlobal(e)) && !isLiteral(e);
  }

  function isKept(e: Preemptable): boolean {
    return kept.has(e) && (isAsyncMeant || !isAsync(e));
  }

  function byName(name: ts.Identifier): boolean {
    if (scopes.isGlobal(name)) return !globalFunctions.has(name.text) && name.text !== "undefined";
    const declaration = onlyDeclaration(name, scopes);
    if (declaration === undefined) return true;
    if (ts.isClassLike(declaration) || isDeclaredOfLanguage(declaration, scopes)) return false;
    if (ts.isFunctionDeclaration(declaration)) return isKept(declaration);
    if (!ts.isVariableDeclaration(declaration) || !ts.isIdentifier(declaration.name)) return true;
    const value = declaration.initializer && unwrap(declaration.initializer);
    return value !== undefined && isInlineOrLiteral(value) ? mayBePreemptable(value) : true;
  }
}

/** `Object.prototype.hasOwnProperty`, `[].slice`, and names for them. */
function isOfLanguage(e: ts.Expression, scopes: Scopes): boolean {
  if (ts.isIdentifier(e)) {
    const declaration = onlyDeclaration(e, scopes);
    return (
      isGlobal(e, globalObjects, scopes) || (declaration !== undefined && isDeclaredOfLanguage(declaration, scopes))
    );
  }
  if (!ts.isPropertyAccessExpression(e))
    return ts.isArrayLiteralExpression(e) || (isLiteral(e) && !ts.isClassExpression(e));
  const object = unwrap(e.expression);
  // Of an object literal its own members are the user's.
  return ts.isObjectLiteralExpression(object) ? object.properties.length === 0 : isOfLanguage(object, scopes);
}

/** `const has = Object.prototype.hasOwnProperty`, `const { slice } = Array.prototype` */
function isDeclaredOfLanguage(declaration: ts.Node, scopes: Scopes): boolean {
  const variable = ts.isBindingElement(declaration) ? declaration.parent.parent : declaration;
  if (!ts.isVariableDeclaration(variable) || variable.initializer === undefined) return false;
  const value = unwrap(variable.initializer);
  return ts.isPropertyAccessExpression(value) || ts.isBindingElement(declaration) ? isOfLanguage(value, scopes) : false;
}

function mayBeFunction(e: ts.Expression): boolean {
  if (ts.isFunctionExpression(e) || ts.isArrowFunction(e)) return !isAsync(e) && !isGenerator(e);
  if (ts.isIdentifier(e)) return e.text !== "undefined";
  return alternatives(e)?.some(mayBeFunction) ?? !isLiteral(e);
}

/** The expressions of which `e` gives one. */
function alternatives(e: ts.Expression): ts.Expression[] | undefined {
  if (ts.isConditionalExpression(e)) return [unwrap(e.whenTrue), unwrap(e.whenFalse)];
  if (!ts.isBinaryExpression(e)) return undefined;
  const operator = e.operatorToken.kind;
  if (operator === ts.SyntaxKind.CommaToken) return [unwrap(e.right)];
  return isLogical(operator) ? [unwrap(e.left), unwrap(e.right)] : [];
}

function isLiteral(e: ts.Expression): boolean {
  return (
    ts.isLiteralExpression(e) ||
    ts.isTemplateExpression(e) ||
    ts.isObjectLiteralExpression(e) ||
    ts.isArrayLiteralExpression(e) ||
    ts.isClassExpression(e) ||
    ts.isPrefixUnaryExpression(e) ||
    ts.isTypeOfExpression(e) ||
    ts.isVoidExpression(e) ||
    e.kind === ts.SyntaxKind.NullKeyword ||
    e.kind === ts.SyntaxKind.TrueKeyword ||
    e.kind === ts.SyntaxKind.FalseKeyword
  );
}

const isInlineFunction = (e: ts.Expression): e is Inline => ts.isArrowFunction(e) || ts.isFunctionExpression(e);

const isInline = (e: ts.Expression): e is Inline => isInlineFunction(e) && !isAsync(e) && !isGenerator(e);

const isInlineOrLiteral = (e: ts.Expression): boolean =>
  ts.isArrowFunction(e) || ts.isFunctionExpression(e) || isLiteral(e);

/** Whether a callback does constant work: operators, property reads, and quick built-in functions. */
function isLight(callback: Inline, scopes: Scopes): boolean {
  let light = true;
  visit(callback.body);
  return light;

  function visit(node: ts.Node): void {
    if (!light) return;
    if (isLoop(node) || ts.isTaggedTemplateExpression(node)) light = false;
    else if (ts.isNewExpression(node)) {
      const made = unwrap(node.expression);
      if (!ts.isIdentifier(made) || !scopes.isGlobal(made)) light = false;
    } else if (ts.isCallExpression(node)) {
      const callee = unwrap(node.expression);
      const name = ts.isIdentifier(callee) ? callee.text : memberName(callee);
      const taking = takingOf(node, scopes);
      const isIndirect =
        (taking?.family === "useCall" && !isOfLanguage(taking.callback as ts.Expression, scopes)) ||
        taking?.family === "useConstruct";
      if (!isBuiltin(node, scopes, new Set()) || heavyMethods.has(name ?? "") || isIndirect) light = false;
    }
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  }
}

/** Takes out the callbacks whose callers turned out not to be preemptable. */
export function dropOrphans(kept: Map<Preemptable, { readonly node: Preemptable; readonly why: string }>): void {
  for (let changed = true; changed; ) {
    changed = false;
    for (const { node, why } of [...kept.values()]) {
      if (why !== "callback") continue;
      let around: ts.Node = node.parent;
      while (around !== undefined && !ts.isFunctionLike(around)) around = around.parent;
      if (around !== undefined && isPreemptable(around) && kept.has(around)) continue;
      kept.delete(node);
      changed = true;
    }
  }
}

/**
 * The families of built-ins that the kept functions call with callbacks worth asking for.
 *
 * @param meetsToJSON Whether a call may meet a preemptable `toJSON`
 */
export function builtinFamilies(
  kept: ReadonlyMap<Preemptable, unknown>,
  scopes: Scopes,
  meetsToJSON: (call: ts.CallExpression) => boolean,
): Set<BuiltinFamily> {
  const families = new Set<BuiltinFamily>();
  for (const node of kept.keys()) {
    forEachOwnCall(node, (call) => {
      if (isOfIterator(call, scopes)) families.add("useIterators");
      if (meetsToJSON(call)) families.add("useToJSON");
      if (isWorthAsking(call, scopes, kept)) families.add((takingOf(call, scopes) as Taking).family as BuiltinFamily);
    });
  }
  return families;
}

/** What gives an iterator of the language. */
const iterated = new Set(["values", "keys", "entries", "matchAll", "Symbol.iterator"]);

/** Whether a method is called of an iterator, as far as its text tells: `map.values().map(f)`, `rows().filter(f)`, `Iterator.from(x)`. */
function isOfIterator(call: ts.CallExpression, scopes: Scopes): boolean {
  const callee = unwrap(call.expression);
  if (!ts.isPropertyAccessExpression(callee)) return false;
  const object = unwrap(callee.expression);
  if (ts.isIdentifier(object)) return object.text === "Iterator" && scopes.isGlobal(object);
  if (!ts.isCallExpression(object)) return false;
  const maker = unwrap(object.expression);
  if (ts.isIdentifier(maker)) {
    const declaration = onlyDeclaration(maker, scopes);
    return declaration !== undefined && ts.isFunctionDeclaration(declaration) && isGenerator(declaration);
  }
  // `Object.keys(o)` gives an array.
  const isOfObject = object.arguments.length > 0 && memberName(maker) !== "matchAll";
  const isWalked = iterated.has(memberName(maker) ?? "") && !isOfObject;
  return isWalked || takingOf(object, scopes)?.family === "useIterators" || isOfIterator(object, scopes);
}

/** Calls `visit` for each call in the code of `f` itself. */
function forEachOwnCall(f: Preemptable, visit: (call: ts.CallExpression) => void): void {
  if (f.body) look(f.body);

  function look(node: ts.Node): void {
    if (ts.isCallExpression(node)) visit(node);
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, look);
  }
}
