/**
 * Which callee? `yes`: a preemptable function of this file, known by name. `no`: surely not preemptable, or not
 * worth asking. `maybe`: ask the function at run time. Correctness never depends on the answer.
 */
import * as ts from "typescript";
import { memo } from "../shared/memo.ts";
import { type Access, type AccessorKind, accessOf } from "../syntax/accesses.ts";
import { ownConstructor } from "../syntax/fields.ts";
import { madeInitialiser } from "../syntax/initialisers.ts";
import {
  type Call,
  isAsync,
  isGenerator,
  isPreemptable,
  isSuperCall,
  type Preemptable,
  unwrap,
} from "../syntax/nodes.ts";
import { type AccessorNames, accessorsByName, markAccesses, privateAccessor } from "./accessors.ts";
import { constructorAround, constructorLiteral, heritageOf, isPlatformClass } from "./constructed.ts";
import { givesGenerator } from "./gives-generator.ts";
import { indirectName, isWorthAsking } from "./language/builtin-callbacks.ts";
import { isBuiltin } from "./language/builtins.ts";
import { meetingToJSON } from "./language/to-json.ts";
import type { Scopes } from "./scopes.ts";
import { argumentsFor } from "./seen-calls.ts";
import {
  allOf,
  type FunctionNode,
  functionLiteral,
  isMember,
  memberName,
  privateMember,
  type Targets,
} from "./target.ts";
import { targetsByScope } from "./targets-by-scope.ts";

export type Callee = { readonly kind: "no" | "maybe" } | { readonly kind: "yes"; readonly target: Preemptable };

export interface Callees {
  /** `awaited`: the call is the operand of an `await`, so that async functions count. */
  of(call: Call, awaited: boolean): Callee;
  /** The getter or setter that an access may call: of `o.total += x` one of each. */
  accessor(access: Access, kind: AccessorKind): Callee;
  /** Whether a preemptable getter has the name. */
  mayBeGetter(name: string): boolean;
  /** Whether `new` of the class or function may be preempted. `isWhole`: also where the file does not show it. */
  mayConstruct(callee: ts.Expression, isWhole: boolean): boolean;
  /** The language's own method through which the call calls the object before it: `f.call(…)`, `f.apply(…)`. */
  via(call: ts.CallExpression): "call" | "apply" | undefined;
  /** Whether the call is one of `JSON.stringify` that may call a preemptable `toJSON`. */
  meetsToJSON(call: ts.CallExpression): boolean;
  /** Whether the value may be an object that a preemptable generator function gives, as far as the source tells. */
  givesGenerator(value: ts.Expression): boolean;
  /** The same of what calls give the parameter, where all are seen. */
  isGivenGenerator(parameter: ts.ParameterDeclaration): boolean;
}

const no: Callee = { kind: "no" };
const maybe: Callee = { kind: "maybe" };

/** What is known of the calls of a file besides its own code. */
export interface CallOptions {
  /** Top-level functions of a classic script can be replaced by another script. */
  readonly script: boolean;
  readonly methodsInFile: ReadonlySet<string>;
  /** Functions without a preemption point. */
  readonly bounded: ReadonlySet<ts.Node>;
  readonly sourceFile: ts.SourceFile;
  /** What may stand behind the callees of any file; undefined without a type checker. */
  readonly targets?: Targets | undefined;
  /** Whether an import is a function without a preemption point, where somebody has looked. */
  readonly isShortImport?: ((declaration: ts.ImportSpecifier | ts.ImportClause) => boolean) | undefined;
  /** Whether an import is a generator function, where somebody has looked. */
  readonly isGeneratorImport?: ((declaration: ts.ImportSpecifier | ts.ImportClause) => boolean) | undefined;
  /** Names of members that are functions which never took long in a recording. */
  readonly shortNames?: ReadonlySet<string> | undefined;
  /** Preemptable accessors of other files. */
  readonly accessors?: AccessorNames | undefined;
  /** Whether a file that may be met has a preemptable `toJSON`. */
  readonly isToJSONElsewhere?: boolean | undefined;
}

export function analyzeCalls(scopes: Scopes, kept: ReadonlyMap<Preemptable, unknown>, options: CallOptions): Callees {
  const accessors = accessorsByName(kept.keys());
  const meetsToJSON = meetingToJSON(options.isToJSONElsewhere === true, [...kept.keys()], isSuspended, scopes);
  const { accessors: others } = options;
  markAccesses(kept.keys(), accessors, ...(others ? [others] : []));
  let scopeTargets: Targets | undefined;
  const answers = new Map<Call, { plain?: Callee; awaited?: Callee }>();
  const given = new Map<ts.ParameterDeclaration, ReturnType<typeof argumentsFor>>();
  /** Parameters and classes of which somebody wants to know already: what they are given by themselves adds nothing. */
  const asked = new Set<ts.Node>();
  return {
    of(call, awaited) {
      const answer: { plain?: Callee; awaited?: Callee } = memo(answers, call, () => ({}));
      // The set of kept functions shrinks while they are settled: what was yes or maybe is asked again.
      const key = awaited ? "awaited" : "plain";
      if (answer[key]?.kind !== "no") answer[key] = decide(call, awaited);
      return answer[key];
    },
    accessor: accessorOf,
    mayBeGetter: (name) => isAccessor(name, "get"),
    mayConstruct(callee, isWhole) {
      const e = unwrap(callee);
      return (isWhole || constructorLiteral(e, scopes) !== undefined) && mayConstruct(e);
    },
    via(call) {
      const name = indirectName(call);
      return name !== undefined && byText(call).kind === "no" ? name : undefined;
    },
    meetsToJSON,
    givesGenerator: mayGiveGenerator,
    isGivenGenerator(parameter) {
      const all = memo(given, parameter, () => argumentsFor(parameter, scopes, options.script));
      return all !== "unseen" && all.some(mayGiveGenerator);
    },
  };

  function mayGiveGenerator(value: ts.Expression): boolean {
    const targets = options.targets ?? byScope();
    return givesGenerator(value, { scopes, targets, isWanted, isWantedImport: options.isGeneratorImport });
  }

  function isWanted(f: FunctionNode): boolean {
    return isPreemptable(f) && isGenerator(f) && !isAsync(f) && mayBeSuspended(f, false);
  }

  function byScope(): Targets {
    scopeTargets ??= targetsByScope(options.sourceFile, scopes);
    return scopeTargets;
  }

  function decide(call: Call, awaited: boolean): Callee {
    const access = accessOf(call);
    if (access !== undefined) return byAccess(access);
    const callee = unwrap(call.expression);
    if (ts.isNewExpression(call)) return mayConstruct(callee) ? maybe : no;
    if (isSuperCall(call)) return bySuper(call);
    if (callee.kind === ts.SyntaxKind.ImportKeyword) return no;
    // import.source(…), import.defer(…)
    if (ts.isMetaProperty(callee)) return no;
    // (a?.b)() keeps `this` in a way that only the engine can express.
    if (ts.isOptionalChain(callee) && callee !== call.expression) return no;
    const told = byDeclaration(callee, awaited) ?? byType(callee, awaited) ?? byText(call);
    if (told.kind === "maybe" && isRecordedShort(callee)) return no;
    return told.kind === "no" && (isWorthAsking(call, scopes, kept, awaited) || meetsToJSON(call)) ? maybe : told;
  }

  /** Whether functions of that name never took long where it was recorded, and the file has none that is preemptable all the same. */
  function isRecordedShort(callee: ts.Expression): boolean {
    if (options.shortNames === undefined || !isMember(callee)) return false;
    const name = memberName(callee);
    return name !== undefined && options.shortNames.has(name) && !options.methodsInFile.has(name);
  }

  function isSuspended(f: ts.Node): boolean {
    return kept.has(f as Preemptable) && !options.bounded.has(f);
  }

  function isAccessor(name: string, kind: AccessorKind): boolean {
    return accessors[kind].get(name)?.some(isSuspended) === true || others?.[kind].has(name) === true;
  }

  function accessorOf(access: Access, kind: AccessorKind): Callee {
    if (!isAccessor(access.name, kind)) return no;
    if (!ts.isPropertyAccessExpression(access.member) || !ts.isPrivateIdentifier(access.member.name)) return maybe;
    const target = privateAccessor(access, kind);
    return target !== undefined && isSuspended(target) ? { kind: "yes", target } : no;
  }

  function byAccess(access: Access): Callee {
    if (access.kind !== "both") return accessorOf(access, access.kind);
    const isAsked = accessorOf(access, "get").kind !== "no" || accessorOf(access, "set").kind !== "no";
    return isAsked ? maybe : no;
  }

  /** `super(…)` in a constructor that is preemptable: in any other it is part of a call that is not. */
  function bySuper(call: ts.CallExpression): Callee {
    const around = constructorAround(call);
    if (around === undefined || !kept.has(around)) return no;
    const parent = heritageOf(around.parent);
    return parent !== undefined && mayConstruct(unwrap(parent)) ? maybe : no;
  }

  /** Whether `new callee()` may be preempted. */
  function mayConstruct(callee: ts.Expression): boolean {
    if (isPlatformClass(callee, scopes, options.script)) return false;
    const literal = constructorLiteral(callee, scopes);
    if (literal === undefined) return true;
    if (!ts.isClassLike(literal)) return isSuspended(literal);
    if (literal.members.some((m) => isKeptInitialiser(madeInitialiser(m)))) return true;
    const own = ownConstructor(literal);
    if (own !== undefined) return isSuspended(own);
    const parent = heritageOf(literal);
    if (parent === undefined || asked.has(literal)) return false;
    asked.add(literal);
    const may = mayConstruct(unwrap(parent));
    asked.delete(literal);
    return may;
  }

  function isKeptInitialiser(f: ts.ArrowFunction | undefined): boolean {
    return f !== undefined && isSuspended(f);
  }

  function byText(call: ts.CallExpression): Callee {
    return isBuiltin(call, scopes, options.methodsInFile) ? no : maybe;
  }

  /** Where scopes alone are sure. */
  function byDeclaration(callee: ts.Expression, awaited: boolean): Callee | undefined {
    if (ts.isIdentifier(callee)) return byName(callee, awaited);
    if (ts.isPropertyAccessExpression(callee) && ts.isPrivateIdentifier(callee.name)) {
      return byPrivateName(callee.name, awaited);
    }
    const literal = functionLiteral(callee);
    return literal && !kept.has(literal as Preemptable) ? no : undefined;
  }

  function byType(callee: ts.Expression, awaited: boolean): Callee | undefined {
    const target = options.targets?.of(callee);
    if (target === undefined) return undefined;
    if (!target.exact) return maybe;
    return allOf(target).some((f) => mayBeSuspended(f, awaited)) ? maybe : no;
  }

  function mayBeSuspended(f: FunctionNode, awaited: boolean): boolean {
    if (!isPreemptable(f) || options.bounded.has(f)) return false;
    // The call gives an object, and what that does may be suspended.
    if (isAsync(f) && !awaited && !isGenerator(f)) return false;
    // What another file annotates may change while this one is not compiled again.
    return kept.has(f) || f.getSourceFile() !== options.sourceFile;
  }

  function byName(callee: ts.Identifier, awaited: boolean): Callee | undefined {
    const binding = scopes.resolve(callee);
    if (binding === undefined || binding.assigned || binding.declarations.length !== 1) return undefined;
    const target = binding.declarations[0] as ts.Node;
    if (ts.isClassLike(target)) return no;
    if (ts.isVariableDeclaration(target)) return byVariable(target);
    if (ts.isParameter(target)) return byParameter(target, awaited);
    if (ts.isImportSpecifier(target) || ts.isImportClause(target))
      return options.isShortImport?.(target) ? no : undefined;
    if (!ts.isFunctionDeclaration(target)) return undefined;
    if (!kept.has(target) || options.bounded.has(target)) return no;
    if (isGenerator(target)) return maybe;
    if (isAsync(target)) return awaited ? maybe : no;
    return options.script && target.parent === target.getSourceFile() ? maybe : { kind: "yes", target };
  }

  /** A variable that nothing assigns after its declaration. */
  function byVariable(declaration: ts.VariableDeclaration): Callee | undefined {
    const value = functionLiteral(declaration.initializer);
    return value && !kept.has(value as Preemptable) ? no : undefined;
  }

  /** One of a function all calls of which are seen. */
  function byParameter(parameter: ts.ParameterDeclaration, awaited: boolean): Callee | undefined {
    if (asked.has(parameter)) return no;
    const all = memo(given, parameter, () => argumentsFor(parameter, scopes, options.script));
    asked.add(parameter);
    const isPlain = all !== "unseen" && all.every((e) => byDeclaration(unwrap(e), awaited)?.kind === "no");
    asked.delete(parameter);
    return isPlain ? no : undefined;
  }

  /** A private name always means the member of the class around it that declares it. */
  function byPrivateName(name: ts.PrivateIdentifier, awaited: boolean): Callee {
    const member = privateMember(name);
    if (member === undefined || !ts.isMethodDeclaration(member)) return maybe;
    if (!kept.has(member) || options.bounded.has(member)) return no;
    if (isGenerator(member)) return maybe;
    return isAsync(member) && !awaited ? no : { kind: "yes", target: member };
  }
}
