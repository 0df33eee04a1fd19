/**
 * What the emission of one file shares: the node factory, the file's plan, and the names that emitted code uses. One unit per file
 * and run; nothing here outlives it.
 */
import { abiModule, abiSymbol, mostCountedArguments, type RuntimeName } from "@preempt/abi";
import * as ts from "typescript";
import type { Binding } from "../../1-resolve/binding.ts";
import type { Compiled } from "../../1-resolve/inferred-name.ts";
import type { FilePlan, FunctionPlan } from "../../4-plan/function-plan.ts";
import { isSuperProperty, type SuperProperty } from "../../4-plan/super-properties.ts";
import { memo } from "../../shared/memo.ts";
import type { AccessorKind } from "../../syntax/accesses.ts";
import { calleeText } from "../../syntax/callee-text.ts";
import { type Call, type Preemptable, unwrap } from "../../syntax/nodes.ts";
import * as js from "./build.ts";
import { markPure } from "./unused.ts";

/**
 * How emitted code reaches the runtime: named imports; `import = require()`, of which TypeScript makes CommonJS; names required by
 * a file that is CommonJS as it stands; or the global symbol.
 */
export type Linkage = "named" | "require" | "commonjs" | "global";

/** As many names of one text are left to TypeScript to tell apart: it tries each number, which for thousands takes seconds. */
const countedNames = 100;

/** What is read so often that a file has constants of its own for it: an engine reads an import from memory each time. */
const constants: ReadonlySet<RuntimeName> = new Set<RuntimeName>([
  "state",
  "signal",
  "functionCall",
  "functionApply",
  "bare",
  "construct",
  "save",
  "miss",
  "call",
]);

/** How the plain bodies of a class's methods read `super`: see super-readers.ts. */
interface SuperReading {
  /** The variable with the method that reads `property` for `method`. */
  of(method: ts.MethodDeclaration | ts.ConstructorDeclaration, property: SuperProperty): ts.Identifier;
}

/** The inline cache of calls, see {@link Unit.site}. */
interface Site {
  readonly name: ts.Identifier;
  text: string | undefined;
  /** How many arguments all of its calls give to a method. */
  count: number | undefined;
  /** Whether they construct. */
  readonly constructs: boolean;
}

/** How the resumable body of a constructor calls its class, and what the runtime knows of that. */
export interface ConstructorNames {
  readonly itself: ts.Identifier;
  readonly made: ts.Identifier;
}

export interface UnitOptions {
  readonly context: ts.TransformationContext;
  readonly linkage: Linkage;
  readonly plan: FilePlan;
}

/** A function of the file that reads or assigns one property. */
export interface AccessorSite {
  readonly kind: AccessorKind;
  readonly key: string;
  /** Whether it is strict where the file is not: there an assignment may fail. */
  readonly isStrict: boolean;
  readonly site: ts.Identifier;
  readonly name: ts.Identifier;
}

export class Unit {
  readonly context: ts.TransformationContext;
  readonly f: ts.NodeFactory;
  /** What was decided of the file: nothing is decided during emission. */
  readonly plan: FilePlan;
  readonly sourceFile: FilePlan["sourceFile"];
  readonly strategy: FilePlan["strategy"];
  readonly optimize: FilePlan["optimize"];
  readonly kept: FilePlan["kept"];
  readonly containers: FilePlan["containers"];
  readonly plainEdits: FilePlan["plainEdits"];
  readonly makers: FilePlan["makers"];
  readonly callees: FilePlan["callees"];
  readonly scopes: FilePlan["scopes"];
  readonly direct: FilePlan["direct"];
  readonly erasedDecorators: FilePlan["erasedDecorators"];
  /** The lock, while the resumable body of a function is made that holds it: a generator. */
  held: ts.Identifier | undefined;
  readonly #sites = new Map<unknown, Site>();
  readonly #constructed = new Map<Binding, object>();
  /** Computed keys inside resumable code, already rewritten. */
  readonly visitedKeys = new Map<ts.ComputedPropertyName, ts.Expression>();
  /** The resumable body of each function that can be called by name, in the copy of the code being emitted. */
  readonly bodyNames = new Map<Preemptable, ts.Identifier | ts.PrivateIdentifier>();
  /** What gives a generator method with a private name together with its body: such a method can be read of its objects alone. */
  readonly attachedNames = new Map<ts.ClassElement, string>();
  /** What reads and assigns properties that may be accessors: see accessor-sites.ts. */
  readonly accessorSites = new Map<string, AccessorSite>();
  /** What holds the strings of tagged templates of which there are several versions. */
  readonly templateNames = new Map<ts.Node, ts.Identifier>();
  /** Of each class, in the copy of the code being emitted. */
  readonly superReaders = new Map<ts.Node, SuperReading>();
  /** Of each constructor, in the copy of the code being emitted. */
  readonly constructorNames = new Map<ts.Node, ConstructorNames>();
  /** What stands for the variables that the closures around hold, in the copy of the code being emitted. */
  readonly heldNames = new Map<Binding, ts.Identifier>();
  /** Visits code that is not resumable. Set once, by rewrite.ts, which closes the circle of visitors. */
  visitPlain: (node: ts.Node) => ts.VisitResult<ts.Node | undefined> = (node) => node;
  /** The resumable body of an accessor, as an expression. Set with it. */
  bodyOf: (node: ts.AccessorDeclaration) => ts.Expression = (node) => js.word(node.getText());
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

  constructor({ context, linkage, plan }: UnitOptions) {
    this.context = context;
    this.f = context.factory;
    this.plan = plan;
    this.sourceFile = plan.sourceFile;
    this.strategy = plan.strategy;
    this.optimize = plan.optimize;
    this.kept = plan.kept;
    this.containers = plan.containers;
    this.plainEdits = plan.plainEdits;
    this.makers = plan.makers;
    this.callees = plan.callees;
    this.scopes = plan.scopes;
    this.direct = plan.direct;
    this.erasedDecorators = plan.erasedDecorators;
    this.#linkage = linkage;
  }

  /** What becomes of a kept function. */
  planOf(node: Preemptable): FunctionPlan {
    return this.plan.functions.get(node) as FunctionPlan;
  }

  isPlain(node: Preemptable): boolean {
    return this.planOf(node).form.kind === "plain";
  }

  /** Whether a job that is suspended in the function keeps others from the exclusive unit. */
  holds(node: ts.Node): boolean {
    return this.plan.exclusive?.holding.has(node) === true;
  }

  /** Whether the function first asks whether another job is in the exclusive unit. */
  asks(node: ts.Node): boolean {
    return this.plan.exclusive?.asking.has(node) === true;
  }

  /** The lock of the exclusive unit. */
  get lock(): ts.Identifier {
    this.#lock ??= this.topName("$lock");
    return this.#lock;
  }

  /** `var $lock = $exclusive("package/file");`: functions that are hoisted may be called before. */
  locks(): ts.Statement[] {
    const { f } = this;
    const { exclusive } = this.plan;
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
    call: Call,
    told: string | undefined,
    count: number | undefined,
  ): { site: ts.Identifier; text: ts.Expression[] } {
    const site = memo(this.#sites, this.#calleeOf(call), (): Site => {
      // Where scripts of one page have the same names, these are not those of calls.
      const constructs = ts.isNewExpression(call);
      return { name: this.freshName(constructs ? "$new" : "$last"), text: undefined, count, constructs };
    });
    if (site.count !== count) site.count = undefined;
    if (told === undefined) return { site: site.name, text: [] };
    if (this.isScript) return { site: site.name, text: [this.f.createStringLiteral(told)] };
    site.text = told;
    return { site: site.name, text: [] };
  }

  /** The inline cache of a call of `bind`: it remembers what it bound. */
  bindSite(call: ts.CallExpression): ts.Identifier {
    const made = (): Site => ({
      name: this.freshName("$last"),
      text: undefined,
      count: undefined,
      constructs: false,
    });
    // By the place of the function, which no other call has.
    return memo(this.#sites, call.expression, made).name;
  }

  /** What the calls of one callee, or of what is written alike and so most likely is one, have in common. */
  #calleeOf(call: Call): unknown {
    const callee = unwrap(call.expression);
    if (ts.isNewExpression(call)) return this.#constructedBy(callee) ?? call;
    // Each class has another one.
    if (isSuperProperty(callee)) return call;
    if (ts.isPropertyAccessExpression(callee)) return calleeText(callee);
    return ts.isIdentifier(callee) ? (this.scopes.resolve(callee) ?? callee.text) : call;
  }

  /** The same for what is constructed, which is not called. */
  #constructedBy(callee: ts.Expression): unknown {
    if (ts.isPropertyAccessExpression(callee)) return `new ${calleeText(callee)}`;
    if (!ts.isIdentifier(callee)) return undefined;
    const binding = this.scopes.resolve(callee);
    return binding === undefined ? `new ${callee.text}` : memo(this.#constructed, binding, () => ({}));
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

  /** The function that holds the strings of a tagged template: see templates.ts. */
  templateName(place: ts.Node): ts.Identifier {
    return memo(this.templateNames, place, () => this.topName("$template"));
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
      if (constants.has(name)) return this.#heldMember(name);
      this.#imported.set(name, this.name("$preempt"));
      return this.f.createPropertyAccessExpression(this.name("$preempt"), name);
    }
    const local = this.name(`$${name}`);
    this.#imported.set(name, local);
    return local;
  }

  /** Scripts of one page share the variable, and what it holds; names without ours in them may be the page's own. */
  #heldMember(name: RuntimeName): ts.Identifier {
    const local = this.name(this.isScript ? `$preempt_${name}` : `$${name}`);
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
    const declared = [...this.#sites.values()].map(({ name, text, count: given, constructs }) => {
      const told: ts.Expression[] = text === undefined ? [] : [f.createStringLiteral(text)];
      // In scripts of one page the variable may come to be that of another script, whose calls give another number.
      const count = this.isScript ? undefined : given;
      // Others have no callers made for them: see the runtime's inline-cache.ts.
      if (count !== undefined && count <= mostCountedArguments)
        told.push(...(text === undefined ? [f.createVoidZero()] : []), f.createNumericLiteral(count));
      if (constructs) told.push(...Array.from({ length: 2 - told.length }, () => f.createVoidZero()), f.createTrue());
      return f.createVariableDeclaration(name, undefined, undefined, markPure(this.callRuntime("site", told)));
    });
    // Scripts of one page share their top level, where `const` might clash.
    const flags = this.#linkage === "global" ? ts.NodeFlags.None : ts.NodeFlags.Const;
    return [f.createVariableStatement(undefined, f.createVariableDeclarationList(declared, flags))];
  }

  /** `const $state = $sharedState, …;`, or `var $preempt_state = $preempt.state, …;` */
  constants(): ts.Statement[] {
    const { f } = this;
    const value = (name: RuntimeName) =>
      this.#hasNames ? this.#imports(name) : f.createPropertyAccessExpression(this.name("$preempt"), name);
    const declared = [...this.#imported]
      .filter(([name]) => constants.has(name))
      .map(([name, local]) => f.createVariableDeclaration(local, undefined, undefined, value(name)));
    if (declared.length === 0) return [];
    const flags = this.isScript ? ts.NodeFlags.None : ts.NodeFlags.Const;
    return [f.createVariableStatement(undefined, f.createVariableDeclarationList(declared, flags))];
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

function binds(pattern: ts.BindingName, name: string): boolean {
  if (ts.isIdentifier(pattern)) return pattern.text === name;
  return pattern.elements.some((e) => ts.isBindingElement(e) && binds(e.name, name));
}
