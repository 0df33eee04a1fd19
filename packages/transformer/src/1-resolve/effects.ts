/**
 * What a piece of code may do, found once for each node, bottom up: an effect analysis. This is the one list of forms; whoever
 * decides by effects reads them here.
 *
 * Calls of the file's own functions are followed through its call graph. A function runs user code if any that it reaches does.
 * (Getters and the like may run user code, too. If that takes the budget away from a loop that counts for itself, the job goes on for
 * as long as the budget would have lasted.)
 */
import * as ts from "typescript";
import { memo } from "../shared/memo.ts";
import { isAsync, isErased, isGenerator, isToken, type Preemptable, unwrap } from "../syntax/nodes.ts";
import { knownFunction } from "./known-function.ts";
import { globalFunctions, globalObjects, isBuiltin } from "./language/builtins.ts";
import { callbackCall } from "./language/callback-builtins.ts";
import { isArithmetic, takesConstantTime } from "./language/constant-time.ts";
import { isGlobal, type Scopes } from "./scopes.ts";

/** Of a function inside only that it is made. */
export interface Effects {
  /** Code runs that the file does not show, or is made to run later: it may end the budget early. */
  readonly runsUserCode: boolean;
  /** Memory is allocated, or a function called that is not one of arithmetic: not a nanosecond or two. */
  readonly allocatesOrCalls: boolean;
  /** More than a few operations and calls that take constant time. */
  readonly takesLong: boolean;
  readonly loops: boolean;
  /** A `for` … `of` or `for` … `in` loop. */
  readonly walks: boolean;
  readonly awaits: boolean;
  readonly returns: boolean;
  /** Functions or classes. */
  readonly makesFunctions: boolean;
}

/** Effects as a set of bits. The last three say what a function does to those who call it. */
const bit = {
  runsUserCode: 1,
  allocatesOrCalls: 2,
  takesLong: 4,
  loops: 8,
  walks: 16,
  awaits: 32,
  returns: 64,
  makesFunctions: 128,
  throws: 256,
  /** A function is handed to one of the language, which calls it. */
  handsOver: 512,
  /** A function of the file is called. */
  callsKnown: 1024,
} as const;

const makesFunction = bit.runsUserCode | bit.allocatesOrCalls | bit.takesLong | bit.makesFunctions;
/** An error that leaves a function leaves rounds of its caller's loop uncounted. */
const endsBudget = bit.runsUserCode | bit.throws | bit.handsOver;

const files = new WeakMap<Scopes, FileEffects>();

export function effectsOf(node: ts.Node, scopes: Scopes): Effects {
  return memo(files, scopes, () => new FileEffects(scopes)).of(node);
}

class FileEffects {
  readonly #scopes: Scopes;
  /** Without what the file's functions do that are called. */
  readonly #own = new Map<ts.Node, number>();
  /** With that, where it makes a difference. */
  readonly #whole = new Map<ts.Node, number>();
  readonly #callees = new Map<ts.Node, Preemptable>();
  /** Whether a call of the function may end the budget. */
  readonly #functions = new Map<Preemptable, boolean>();

  constructor(scopes: Scopes) {
    this.#scopes = scopes;
  }

  of(node: ts.Node): Effects {
    return described(this.#wholeOf(node));
  }

  #wholeOf(node: ts.Node): number {
    const own = this.#ownOf(node);
    if ((own & bit.callsKnown) === 0) return own;
    return memo(this.#whole, node, () => {
      const callee = this.#callees.get(node);
      let bits = callee === undefined ? own : own | this.#ofCall(callee);
      eachPart(node, (part) => {
        bits |= this.#wholeOf(part);
      });
      return bits;
    });
  }

  #ownOf(node: ts.Node): number {
    if (isToken(node)) return node.kind === ts.SyntaxKind.RegularExpressionLiteral ? formOf(node) : 0;
    return memo(this.#own, node, () => {
      if (isErased(node)) return 0;
      let bits = ts.isCallExpression(node) || ts.isNewExpression(node) ? this.#formOfCall(node) : formOf(node);
      eachPart(node, (part) => {
        bits |= this.#ownOf(part);
      });
      return bits;
    });
  }

  #formOfCall(node: ts.CallExpression | ts.NewExpression): number {
    const scopes = this.#scopes;
    const handed = callbackCall(node) === undefined ? 0 : bit.handsOver;
    if (ts.isNewExpression(node)) {
      const { expression: made } = node;
      const isKnown = isGlobal(made, globalFunctions, scopes) || isGlobal(made, globalObjects, scopes);
      return handed | bit.allocatesOrCalls | bit.takesLong | (isKnown ? 0 : bit.runsUserCode);
    }
    const bits =
      handed | (callsReceiver(node) ? bit.handsOver : 0) | (isArithmetic(node, scopes) ? 0 : bit.allocatesOrCalls);
    const isLong = !takesConstantTime(node, scopes);
    if (isBuiltin(node, scopes, noMethods)) return isLong ? bits | bit.takesLong : bits;
    const callee = knownFunction(unwrap(node.expression), scopes);
    if (callee === undefined) return bits | bit.runsUserCode | (isLong ? bit.takesLong : 0);
    this.#callees.set(node, callee);
    return bits | bit.callsKnown;
  }

  /** What a call of the function adds to the code that makes it. */
  #ofCall(f: Preemptable): number {
    // A function that calls others of the file does more than a few operations.
    const isLong = (this.#bodyOf(f) & (bit.takesLong | bit.callsKnown)) !== 0;
    return (isLong ? bit.takesLong : 0) | (this.#mayEndBudget(f) ? bit.runsUserCode : 0);
  }

  #bodyOf(f: Preemptable): number {
    if (f.body === undefined || isAsync(f) || isGenerator(f)) return bit.runsUserCode | bit.takesLong;
    return f.parameters.reduce((bits, parameter) => bits | this.#ownOf(parameter), this.#ownOf(f.body));
  }

  /** Settles `f` and all that it reaches in the call graph. */
  #mayEndBudget(f: Preemptable): boolean {
    const settled = this.#functions;
    const known = settled.get(f);
    if (known !== undefined) return known;
    const callers = new Map<Preemptable, Preemptable[]>([[f, []]]);
    const ending: Preemptable[] = [];
    for (const g of callers.keys()) {
      if ((this.#bodyOf(g) & endsBudget) !== 0) ending.push(g);
      for (const callee of this.#calleesIn(g)) {
        if (settled.get(callee) === undefined) memo(callers, callee, () => []).push(g);
        else if (settled.get(callee) === true) ending.push(g);
      }
    }
    for (const g of callers.keys()) settled.set(g, false);
    for (const g of ending) {
      if (settled.get(g) === true) continue;
      settled.set(g, true);
      ending.push(...(callers.get(g) ?? []));
    }
    return settled.get(f) === true;
  }

  #calleesIn(f: Preemptable): Set<Preemptable> {
    const callees = new Set<Preemptable>();
    const visit = (node: ts.Node): void => {
      if ((this.#ownOf(node) & bit.callsKnown) === 0) return;
      const callee = this.#callees.get(node);
      if (callee !== undefined) callees.add(callee);
      eachPart(node, visit);
    };
    f.parameters.forEach(visit);
    if (f.body !== undefined) visit(f.body);
    return callees;
  }
}

const noMethods: ReadonlySet<string> = new Set();

/** What a node does by itself, calls apart. */
function formOf(node: ts.Node): number {
  if (ts.isFunctionLike(node)) return makesFunction;
  switch (node.kind) {
    case ts.SyntaxKind.ForStatement:
    case ts.SyntaxKind.WhileStatement:
    case ts.SyntaxKind.DoStatement:
      return bit.loops | bit.takesLong;
    case ts.SyntaxKind.ForOfStatement:
    case ts.SyntaxKind.ForInStatement:
      return bit.loops | bit.walks | bit.takesLong;
    case ts.SyntaxKind.ClassDeclaration:
    case ts.SyntaxKind.ClassExpression:
      return bit.allocatesOrCalls | bit.takesLong | bit.makesFunctions;
    case ts.SyntaxKind.TaggedTemplateExpression:
      return bit.runsUserCode | bit.takesLong;
    case ts.SyntaxKind.AwaitExpression:
    case ts.SyntaxKind.YieldExpression:
      return bit.awaits | bit.takesLong;
    case ts.SyntaxKind.RegularExpressionLiteral:
      return bit.allocatesOrCalls | bit.takesLong;
    case ts.SyntaxKind.ObjectLiteralExpression:
    case ts.SyntaxKind.ArrayLiteralExpression:
    case ts.SyntaxKind.TemplateExpression:
      return bit.allocatesOrCalls;
    case ts.SyntaxKind.ReturnStatement:
      return bit.returns;
    case ts.SyntaxKind.ThrowStatement:
      return bit.throws;
    default:
      return 0;
  }
}

/** Built-in methods that call what they are called on, or what that was given. */
const callers = new Set(["apply", "call", "catch", "finally", "then"]);

function callsReceiver({ expression }: ts.CallExpression): boolean {
  const callee = unwrap(expression);
  return ts.isPropertyAccessExpression(callee) && callers.has(callee.name.text);
}

/** Of a function inside, only a computed key and decorators are evaluated where it stands. */
function eachPart(node: ts.Node, visit: (part: ts.Node) => void): void {
  const isFunction = ts.isFunctionLike(node);
  ts.forEachChild(node, (child) => {
    if (!isFunction || ts.isComputedPropertyName(child) || ts.isDecorator(child)) visit(child);
  });
}

const descriptions: Effects[] = [];

function described(bits: number): Effects {
  const has = (one: number) => (bits & one) !== 0;
  descriptions[bits] ??= {
    runsUserCode: has(bit.runsUserCode),
    allocatesOrCalls: has(bit.allocatesOrCalls),
    takesLong: has(bit.takesLong),
    loops: has(bit.loops),
    walks: has(bit.walks),
    awaits: has(bit.awaits),
    returns: has(bit.returns),
    makesFunctions: has(bit.makesFunctions),
  };
  return descriptions[bits];
}
