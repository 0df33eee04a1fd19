/**
 * What every rewrite of one file shares: the node factory, the facts found before, and the names that emitted code
 * uses. One unit per file and run; nothing here outlives it.
 */

import { abiModule, abiSymbol, type BuiltinFamily, type RuntimeName } from "@preempt/abi";
import ts from "typescript";
import type { Binding } from "../../1-resolve/binding.ts";
import type { Callees } from "../../1-resolve/calls.ts";
import type { Compiled } from "../../1-resolve/inferred-name.ts";
import type { Scopes } from "../../1-resolve/scopes.ts";
import type { Candidate } from "../../2-find/candidates.ts";
import { type DirectCallbacks, directCallbacks } from "../../4-plan/closures/direct-callbacks.ts";
import { keepsOriginal } from "../../4-plan/closures/staying.ts";
import { type Counting, createCounting } from "../../4-plan/counting.ts";
import { type Nest, nestOf } from "../../4-plan/loops/nests.ts";
import { type PlainForm, plainFormOf } from "../../4-plan/plain-form.ts";
import { because, isReason, type Reason } from "../../4-plan/reason.ts";
import type { ExclusiveUnit } from "../../4-plan/shared-state/exclusive-unit.ts";
import { isSuperProperty, type SuperProperty } from "../../4-plan/super-properties.ts";
import { memo } from "../../shared/memo.ts";
import { hasNests, type Optimizations, type Optimize, optimizationsOf } from "../../shared/optimize.ts";
import { calleeText } from "../../syntax/callee-text.ts";
import { type Preemptable, unwrap } from "../../syntax/nodes.ts";
import { markPure } from "./unused.ts";

/** How calls between preemptable functions are made: run or capture, or the paper's `yield*`. */
export type Strategy = "capture" | "paper";

/**
 * How emitted code reaches the runtime: named imports; `import = require()`, of which TypeScript makes CommonJS; names required by
 * a file that is CommonJS as it stands; or the global symbol.
 */
export type Linkage = "named" | "require" | "commonjs" | "global";

/** What is read so often that a file has constants of its own for it: an engine reads an import from memory each time. */
/** As many names of one text are left to TypeScript to tell apart: it tries each number, which for thousands takes seconds. */
const countedNames = 100;

const constants: ReadonlySet<RuntimeName> = new Set<RuntimeName>(["state", "signal"]);

/** How the plain bodies of a class's methods read `super`: see super-readers.ts. */
interface SuperReading {
  /** The variable with the method that reads `property` for `method`. */
  of(method: ts.MethodDeclaration, property: SuperProperty): ts.Identifier;
}

/** The inline cache of calls, see {@link Unit.site}. */
interface Site {
  readonly name: ts.Identifier;
  text: string | undefined;
  /** How many arguments all of its calls give to a method. */
  count: number | undefined;
}

export interface UnitOptions {
  readonly context: ts.TransformationContext;
  readonly sourceFile: ts.SourceFile;
  readonly strategy: Strategy;
  readonly linkage: Linkage;
  readonly optimize: Optimize | undefined;
  readonly kept: ReadonlyMap<Preemptable, Candidate>;
  /** Nodes with a kept function somewhere inside. */
  readonly containers: ReadonlySet<ts.Node>;
  readonly callees: Callees;
  readonly scopes: Scopes;
  readonly erasedDecorators: ReadonlySet<ts.Decorator>;
  readonly exclusive: ExclusiveUnit | undefined;
  /** Built-in functions that the file calls with callbacks that may be preemptable. */
  readonly builtins: ReadonlySet<BuiltinFamily>;
}

export class Unit {
  readonly context: ts.TransformationContext;
  readonly f: ts.NodeFactory;
  readonly sourceFile: ts.SourceFile;
  readonly strategy: Strategy;
  readonly optimize: Required<Optimizations>;
  readonly hasNests: boolean;
  readonly kept: ReadonlyMap<Preemptable, Candidate>;
  readonly containers: ReadonlySet<ts.Node>;
  readonly callees: Callees;
  readonly scopes: Scopes;
  readonly erasedDecorators: ReadonlySet<ts.Decorator>;
  /** In which functions one job at a time may be. */
  readonly exclusive: ExclusiveUnit | undefined;
  /** Nodes with a function inside, or that are one, that asks and has no resumable body. */
  readonly questions: ReadonlySet<ts.Node>;
  /** The lock, while the resumable body of a function is made that holds it: a generator. */
  held: ts.Identifier | undefined;
  readonly counting: Counting;
  readonly #sites = new Map<unknown, Site>();
  readonly #plainForms = new Map<ts.Node, PlainForm | Reason>();
  readonly #keptOriginals = new Map<ts.Node, boolean>();
  /** Computed keys inside resumable code, already rewritten. */
  readonly visitedKeys = new Map<ts.ComputedPropertyName, ts.Expression>();
  /** The resumable body of each function that can be called by name, in the copy of the code being emitted. */
  readonly bodyNames = new Map<Preemptable, ts.Identifier | ts.PrivateIdentifier>();
  /** Of each class, in the copy of the code being emitted. */
  readonly superReaders = new Map<ts.Node, SuperReading>();
  /** What stands for the variables that the closures around hold, in the copy of the code being emitted. */
  readonly heldNames = new Map<Binding, ts.Identifier>();
  #directCallbacks: DirectCallbacks | undefined;
  /** Visits code that is not resumable. Set once, by rewrite.ts, which closes the circle of visitors. */
  visitPlain: (node: ts.Node) => ts.VisitResult<ts.Node | undefined> = (node) => node;
  /** The same for a statement list. */
  visitStatements: (statements: ts.NodeArray<ts.Statement>) => ts.NodeArray<ts.Statement> = (statements) => statements;

  /** What {@link listVariable} was asked for at the top level of the file. */
  readonly fileVariables: ts.Identifier[] = [];

  #lock: ts.Identifier | undefined;
  readonly #linkage: Linkage;
  readonly #listVariables: ts.Identifier[][] = [];
  readonly #imported = new Map<RuntimeName, ts.Identifier>();
  readonly #fileNames = new Map<string, ts.Identifier>();
  /** How many there are of each text. */
  readonly #freshNames = new Map<string, number>();

  constructor(options: UnitOptions) {
    this.context = options.context;
    this.f = options.context.factory;
    this.sourceFile = options.sourceFile;
    this.strategy = options.strategy;
    this.optimize = optimizationsOf(options.optimize);
    this.hasNests = hasNests(this.optimize);
    this.kept = options.kept;
    this.containers = options.containers;
    this.callees = options.callees;
    this.scopes = options.scopes;
    this.erasedDecorators = options.erasedDecorators;
    this.exclusive = options.exclusive;
    this.questions = questionsIn(options);
    const { optimize, callees, scopes, kept } = this;
    this.counting = createCounting({ optimize, callees, scopes, kept, plainForm: (node) => this.plainForm(node) });
    this.#linkage = options.linkage;
  }

  /** Whether a job that is suspended in the function keeps others from the exclusive unit. */
  holds(node: ts.Node): boolean {
    return this.exclusive?.holding.has(node) === true;
  }

  /** Whether the function first asks whether another job is in the exclusive unit. */
  asks(node: ts.Node): boolean {
    return this.exclusive?.asking.has(node) === true;
  }

  /** The lock of the exclusive unit. */
  get lock(): ts.Identifier {
    this.#lock ??= this.topName("$lock");
    return this.#lock;
  }

  /** `var $lock = $exclusive("package/file");`: functions that are hoisted may be called before. */
  locks(): ts.Statement[] {
    const { f, exclusive } = this;
    if (this.#lock === undefined || exclusive === undefined) return [];
    const made = this.callRuntime("exclusive", [f.createStringLiteral(exclusive.name)]);
    const declared = f.createVariableDeclaration(this.#lock, undefined, undefined, made);
    return [f.createVariableStatement(undefined, f.createVariableDeclarationList([declared]))];
  }

  /** Whether the file is a classic script. */
  get isScript(): boolean {
    return this.#linkage === "global";
  }

  /** What names depend on. */
  get compiled(): Compiled {
    const { context, erasedDecorators: erased, scopes } = this;
    return { scopes, options: context.getCompilerOptions(), erased, isCommonJs: this.#linkage === "require" };
  }

  /**
   * A variable of the file for the calls of one callee, wherever they are emitted: their inline cache.
   *
   * @param told How an engine names the callee, if the call itself does not show it. Scripts of one page share their variables;
   *   there, the text goes with the call
   * @param count How many arguments a method is given; undefined where a function is called without a `this`
   */
  site(
    call: ts.CallExpression,
    told: string | undefined,
    count: number | undefined,
  ): { site: ts.Identifier; text: ts.Expression[] } {
    const site = memo(
      this.#sites,
      this.#calleeOf(call),
      (): Site => ({ name: this.freshName("$last"), text: undefined, count }),
    );
    if (site.count !== count) site.count = undefined;
    if (told === undefined) return { site: site.name, text: [] };
    if (this.isScript) return { site: site.name, text: [this.f.createStringLiteral(told)] };
    site.text = told;
    return { site: site.name, text: [] };
  }

  /** What the calls of one callee, or of what is written alike and so most likely is one, have in common. */
  #calleeOf(call: ts.CallExpression): unknown {
    const callee = unwrap(call.expression);
    // Each class has another one.
    if (isSuperProperty(callee)) return call;
    if (ts.isPropertyAccessExpression(callee)) return calleeText(callee);
    return ts.isIdentifier(callee) ? (this.scopes.resolve(callee) ?? callee.text) : call;
  }

  /** The plain form of a kept function; why it has none. */
  plainForm(node: Preemptable): PlainForm | Reason {
    if (this.strategy !== "capture" || !this.optimize.plainBodies) return because("by_options");
    return memo(this.#plainForms, node, () => plainFormOf(this.kept.get(node) as Candidate, this));
  }

  /** Whether callers get the function as it stands, though others are in it that are preemptable. */
  keepsOriginal(node: Preemptable): boolean {
    const { facts } = this.kept.get(node) as Candidate;
    if (!this.isPlain(node) || facts.usesNewTarget) return false;
    return memo(this.#keptOriginals, node, () => keepsOriginal(node, this.kept.keys(), this.scopes));
  }

  /** Whether the function has a body to start with and one to go on with. */
  isSplit(node: Preemptable): boolean {
    const form = this.plainForm(node);
    return this.optimize.startBodies === true && !isReason(form) && form.isSplit;
  }

  /** Whether the body that goes on may return to the one that starts. */
  isReturned(node: Preemptable): boolean {
    const form = this.plainForm(node);
    return this.isSplit(node) && !isReason(form) && form.isReturned;
  }

  isPlain(node: Preemptable): boolean {
    return !isReason(this.plainForm(node));
  }

  /** Which calls ask nobody; undefined where the options say that all do. */
  get direct(): DirectCallbacks | undefined {
    if (this.strategy !== "capture" || !this.optimize.plainBodies || !this.optimize.directCallbacks) return undefined;
    this.#directCallbacks ??= directCallbacks(this);
    return this.#directCallbacks;
  }

  /** Given where the loop of a plain body keeps what is left of the budget in a variable, for itself and those in it. */
  nestOf(loop: ts.IterationStatement, { points }: PlainForm): Nest | undefined {
    if (!this.hasNests) return undefined;
    return nestOf(loop, points, this.scopes, this.callees);
  }

  /** A name that nothing else in the file has; the same node each time it is asked for. */
  name(text: string): ts.Identifier {
    let name = this.#fileNames.get(text);
    if (name === undefined) {
      name = this.f.createUniqueName(
        text,
        ts.GeneratedIdentifierFlags.Optimistic | ts.GeneratedIdentifierFlags.FileLevel,
      );
      this.#fileNames.set(text, name);
    }
    return name;
  }

  /** A fresh name for one resumable body. */
  freshName(text: string): ts.Identifier {
    const before = this.#freshNames.get(text) ?? 0;
    this.#freshNames.set(text, before + 1);
    // TypeScript counts from 1 for each name, until nothing else has that.
    const distinct = before < countedNames ? text : `${text}_${before}`;
    return this.f.createUniqueName(distinct, ts.GeneratedIdentifierFlags.Optimistic);
  }

  /**
   * A fresh name for what stands at the top of the file. Scripts of one page share that: there, no two files have the same, or a job
   * of the one would go on in a body of the other.
   */
  topName(text: string): ts.Identifier {
    return this.freshName(this.#linkage === "global" ? `${text}_${this.#hash}` : text);
  }

  get #hash(): number {
    const { fileName, text } = this.sourceFile;
    let hash = 0;
    for (const character of `${fileName}\n${text}`) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0;
    return hash;
  }

  /** The expression of a computed key, rewritten. */
  keyExpression(name: ts.ComputedPropertyName): ts.Expression {
    return this.visitedKeys.get(name) ?? (ts.visitNode(name.expression, this.visitPlain) as ts.Expression);
  }

  /** A variable of the statement list that is being rewritten. */
  listVariable(text: string): ts.Identifier {
    const name = this.#listVariables.length > 1 ? this.freshName(text) : this.topName(text);
    this.#listVariables.at(-1)?.push(name);
    return name;
  }

  /** Rewrites a statement list with `rewrite`; what {@link listVariable} was asked for meanwhile is in `variables`. */
  inList<T>(rewrite: () => T): { result: T; variables: ts.Identifier[] } {
    const variables: ts.Identifier[] = [];
    this.#listVariables.push(variables);
    const result = rewrite();
    this.#listVariables.pop();
    return { result, variables };
  }

  /** The runtime's `name`, as this file reaches it. */
  runtime(name: RuntimeName): ts.Expression {
    if (!this.#hasNames) {
      this.#imported.set(name, this.name("$preempt"));
      return this.f.createPropertyAccessExpression(this.name("$preempt"), name);
    }
    const local = this.name(`$${name}`);
    this.#imported.set(name, local);
    return local;
  }

  callRuntime(name: RuntimeName, args: ts.Expression[]): ts.CallExpression {
    return this.f.createCallExpression(this.runtime(name), undefined, args);
  }

  /** `const $last = $site("o.m", 1), …;`, each marked as a call without effects. */
  sites(): ts.Statement[] {
    const { f } = this;
    if (this.#sites.size === 0) return [];
    const declared = [...this.#sites.values()].map(({ name, text, count: given }) => {
      const told: ts.Expression[] = text === undefined ? [] : [f.createStringLiteral(text)];
      // In scripts of one page the variable may come to be that of another script, whose calls give another number.
      const count = this.isScript ? undefined : given;
      // Others have no callers made for them: see the runtime's inline-cache.ts.
      if (count !== undefined && count < 4)
        told.push(...(text === undefined ? [f.createVoidZero()] : []), f.createNumericLiteral(count));
      return f.createVariableDeclaration(name, undefined, undefined, markPure(this.callRuntime("site", told)));
    });
    // Scripts of one page share their top level, where `const` might clash.
    const flags = this.#linkage === "global" ? ts.NodeFlags.None : ts.NodeFlags.Const;
    return [f.createVariableStatement(undefined, f.createVariableDeclarationList(declared, flags))];
  }

  /** `const $state = $sharedState, …;` */
  constants(): ts.Statement[] {
    const { f } = this;
    if (!this.#hasNames) return [];
    const declared = [...this.#imported]
      .filter(([name]) => constants.has(name))
      .map(([name, local]) => f.createVariableDeclaration(local, undefined, undefined, this.#imports(name)));
    if (declared.length === 0) return [];
    return [f.createVariableStatement(undefined, f.createVariableDeclarationList(declared, ts.NodeFlags.Const))];
  }

  /** Whether what is imported has names of its own. */
  get #hasNames(): boolean {
    return this.#linkage === "named" || this.#linkage === "commonjs";
  }

  #imports(name: RuntimeName): ts.Identifier {
    return this.name(`$shared${name[0]?.toUpperCase()}${name.slice(1)}`);
  }

  /** `Symbol`; where the script has another one, `Object.getOwnPropertySymbols(RegExp.prototype)[0].constructor`. */
  #symbol(): ts.Expression {
    const { f } = this;
    if (!this.#declares("Symbol")) return f.createIdentifier("Symbol");
    const symbols = f.createCallExpression(
      f.createPropertyAccessExpression(f.createIdentifier("Object"), "getOwnPropertySymbols"),
      undefined,
      [f.createPropertyAccessExpression(f.createIdentifier("RegExp"), "prototype")],
    );
    return f.createPropertyAccessExpression(f.createElementAccessExpression(symbols, 0), "constructor");
  }

  /** Whether the top of the file declares the name, with anything but a `var` in a block or a loop. */
  #declares(name: string): boolean {
    return this.sourceFile.statements.some((s) => {
      if (ts.isVariableStatement(s)) return s.declarationList.declarations.some((d) => binds(d.name, name));
      return (ts.isFunctionDeclaration(s) || ts.isClassDeclaration(s)) && s.name?.text === name;
    });
  }

  /** The statements that make {@link runtime} work: to be put at the top of the file. */
  link(): ts.Statement[] {
    if (this.#imported.size === 0) return [];
    const { f } = this;
    if (this.#linkage === "global") {
      const symbol = f.createCallExpression(f.createPropertyAccessExpression(this.#symbol(), "for"), undefined, [
        f.createStringLiteral(abiSymbol),
      ]);
      const global = this.#declares("globalThis") ? f.createThis() : f.createIdentifier("globalThis");
      const value = f.createElementAccessExpression(global, symbol);
      // `var`, so that several scripts of one page can each have it
      return [
        f.createVariableStatement(undefined, [
          f.createVariableDeclaration(this.name("$preempt"), undefined, undefined, value),
        ]),
      ];
    }
    if (this.#linkage === "require") {
      const required = f.createExternalModuleReference(f.createStringLiteral(abiModule));
      return [f.createImportEqualsDeclaration(undefined, false, this.name("$preempt"), required)];
    }
    const imported = [...this.#imported].map(([name, local]) => ({
      name: f.createIdentifier(name),
      local: constants.has(name) ? this.#imports(name) : local,
    }));
    if (this.#linkage === "commonjs") {
      const pattern = f.createObjectBindingPattern(
        imported.map(({ name, local }) => f.createBindingElement(undefined, name, local)),
      );
      const required = f.createCallExpression(f.createIdentifier("require"), undefined, [
        f.createStringLiteral(abiModule),
      ]);
      const declared = f.createVariableDeclaration(pattern, undefined, undefined, required);
      return [f.createVariableStatement(undefined, f.createVariableDeclarationList([declared], ts.NodeFlags.Const))];
    }
    const bindings = f.createNamedImports(
      imported.map(({ name, local }) => f.createImportSpecifier(false, name, local)),
    );
    return [
      f.createImportDeclaration(
        undefined,
        f.createImportClause(undefined, undefined, bindings),
        f.createStringLiteral(abiModule),
      ),
    ];
  }
}

function questionsIn({ exclusive, kept }: UnitOptions): Set<ts.Node> {
  const questions = new Set<ts.Node>();
  for (const f of exclusive?.asking ?? []) {
    if (kept.has(f as Preemptable)) continue;
    for (let n = f; n !== undefined && !questions.has(n); n = n.parent) questions.add(n);
  }
  return questions;
}

function binds(pattern: ts.BindingName, name: string): boolean {
  if (ts.isIdentifier(pattern)) return pattern.text === name;
  return pattern.elements.some((e) => ts.isBindingElement(e) && binds(e.name, name));
}
