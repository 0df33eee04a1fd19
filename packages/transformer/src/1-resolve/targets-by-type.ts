/**
 * Targets across a program, by TypeScript's checker: through imports, re-exports, namespaces and types.
 *
 * A member is known by its declaration, and by every member of that name whose object may stand in for the declared
 * one: it has all the properties that the declared one needs. That covers subclasses, implementations and look-alikes
 * without asking for assignability, which generics would spoil.
 */
import * as ts from "typescript";
import { memo } from "../shared/memo.ts";
import { isConst, isStaticMember, staticName, unwrap } from "../syntax/nodes.ts";
import { constructingFunctions } from "./constructed.ts";
import { indexMembers, type Members, type NamedMember } from "./members.ts";
import {
  exactly,
  type FunctionNode,
  functionLiteral,
  isMember,
  memberName,
  privateTarget,
  type Target,
  type Targets,
} from "./target.ts";

/** How far to follow a value from variable to variable. */
const maxHops = 8;

const nothing: Target = { declared: [], others: [], exact: true };
const unknown: Target = { declared: [], others: [], exact: false };

export interface TypedTargets extends Targets {
  /** Whether the functions of this file are the project's own source. */
  isProject(sourceFile: ts.SourceFile): boolean;
  /** Whether the language or the platform declares what `expression` names. */
  isPlatform(expression: ts.Expression): boolean;
}

export function targetsByType(program: ts.Program): TypedTargets {
  const checker = program.getTypeChecker();
  const known = new Map<ts.Symbol, Target>();
  const compatible = new Map<ts.Type, Map<ts.Type, boolean>>();
  const properties = new Map<ts.Type, Properties>();
  const instances = new Map<ts.Node, ts.Type | undefined>();
  const staticSides = new Map<ts.Node, ts.Type | undefined>();
  let members: Members | undefined;
  return { of: (expression) => valueAt(expression, 0), constructed, isProject, isPlatform };

  function constructed(expression: ts.Expression): readonly FunctionNode[] {
    return constructingFunctions(classAt(unwrap(expression)), classAt);
  }

  /** The class or function that the expression names. */
  function classAt(e: ts.Expression): ts.Node | undefined {
    if (ts.isClassExpression(e)) return e;
    const declarations = symbolOf(e)?.declarations ?? [];
    const found = declarations.find((d) => ts.isClassLike(d) || (ts.isFunctionDeclaration(d) && d.body !== undefined));
    if (found !== undefined) return found;
    const variable = declarations.find(ts.isVariableDeclaration);
    const value = variable?.initializer && unwrap(variable.initializer);
    return value && (ts.isClassExpression(value) || ts.isFunctionExpression(value)) ? value : undefined;
  }

  function isProject(sourceFile: ts.SourceFile): boolean {
    return !sourceFile.isDeclarationFile && !program.isSourceFileFromExternalLibrary(sourceFile);
  }

  function isPlatform(expression: ts.Expression): boolean {
    const declarations = symbolOf(unwrap(expression))?.declarations ?? [];
    return declarations.length > 0 && declarations.every(isOfPlatform);
  }

  function valueAt(expression: ts.Expression, hops: number): Target | undefined {
    const e = unwrap(expression);
    const literal = functionLiteral(e);
    if (literal) return exactly(literal);
    if (ts.isPropertyAccessExpression(e) && ts.isPrivateIdentifier(e.name)) return privateTarget(e.name);
    const symbol = symbolOf(e);
    return symbol && bySymbol(symbol, hops);
  }

  function symbolOf(e: ts.Expression): ts.Symbol | undefined {
    let symbol: ts.Symbol | undefined;
    if (ts.isIdentifier(e)) {
      const { parent } = e;
      if (ts.isShorthandPropertyAssignment(parent)) symbol = checker.getShorthandAssignmentValueSymbol(parent);
      else if (ts.isExportSpecifier(parent)) symbol = checker.getExportSpecifierLocalTargetSymbol(parent);
      else symbol = checker.getSymbolAtLocation(e);
    } else if (isMember(e) && memberName(e) !== undefined) {
      symbol = checker.getSymbolAtLocation(ts.isPropertyAccessExpression(e) ? e.name : e.argumentExpression);
    }
    // Another name of it: an import, a re-export, a member of a namespace.
    return symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
  }

  function bySymbol(symbol: ts.Symbol, hops: number): Target | undefined {
    const cached = known.get(symbol);
    if (cached !== undefined) return cached;
    const declarations = symbol.declarations ?? [];
    if (declarations.length === 0) return undefined;
    // A circle of variables comes back here.
    known.set(symbol, unknown);
    const implemented = declarations.some((d) => ts.isFunctionDeclaration(d) && d.body !== undefined);
    const telling = implemented ? declarations.filter((d) => !isOverload(d)) : declarations;
    const target = together(telling.map((d) => byDeclaration(d, hops)));
    known.set(symbol, target);
    return target;
  }

  function byDeclaration(d: ts.Declaration, hops: number): Target {
    if (ts.isFunctionDeclaration(d)) return d.body ? exactly(d) : outside(d);
    if (ts.isFunctionExpression(d) || ts.isArrowFunction(d)) return exactly(d);
    if (ts.isClassLike(d) || ts.isEnumDeclaration(d) || ts.isModuleDeclaration(d) || ts.isSourceFile(d)) return nothing;
    if (ts.isExportAssignment(d)) return valueIn(d.expression, hops);
    if (ts.isVariableDeclaration(d)) return byVariable(d, hops);
    if (ts.isBindingElement(d)) return byBindingElement(d, hops);
    if (ts.isInterfaceDeclaration(d) || ts.isTypeAliasDeclaration(d)) return nothing;
    if (isMemberDeclaration(d)) return byMember(d, hops);
    if (ts.isBinaryExpression(d)) return { ...valueIn(d.right, hops), exact: false };
    return unknown;
  }

  function byVariable(d: ts.VariableDeclaration, hops: number): Target {
    if (d.initializer === undefined) return d.getSourceFile().isDeclarationFile ? outside(d) : unknown;
    const target = valueIn(d.initializer, hops);
    return isConst(d) ? target : { ...target, exact: false };
  }

  /** `const { f } = o` */
  function byBindingElement(d: ts.BindingElement, hops: number): Target {
    const name = d.propertyName ?? d.name;
    const text = ts.isBindingName(name) && !ts.isIdentifier(name) ? undefined : staticName(name);
    if (text === undefined || hops >= maxHops) return unknown;
    const property = checker.getPropertyOfType(checker.getTypeAtLocation(d.parent), text);
    const target = property && bySymbol(property, hops + 1);
    return target ? { ...target, exact: false } : unknown;
  }

  /** The functions that an expression may come to, or hold. */
  function valueIn(expression: ts.Expression, hops: number): Target {
    if (hops >= maxHops) return unknown;
    const e = unwrap(expression);
    const inside = (parts: readonly (ts.Expression | undefined)[]) => ({
      ...together(parts.map((p) => (p ? valueIn(p, hops + 1) : nothing))),
      exact: false,
    });
    if (ts.isIdentifier(e) || functionLiteral(e)) return valueAt(e, hops + 1) ?? unknown;
    if (isMember(e)) return valueAt(e, hops + 1) ?? unknown;
    if (ts.isConditionalExpression(e)) return inside([e.whenTrue, e.whenFalse]);
    if (ts.isBinaryExpression(e)) return inside([e.left, e.right]);
    if (ts.isArrayLiteralExpression(e)) return inside(e.elements);
    if (ts.isCallExpression(e))
      return inside([isMember(e.expression) ? e.expression.expression : undefined, ...e.arguments]);
    if (ts.isObjectLiteralExpression(e)) {
      return inside(
        e.properties.map((p) =>
          ts.isPropertyAssignment(p) ? p.initializer : ts.isShorthandPropertyAssignment(p) ? p.name : undefined,
        ),
      );
    }
    return unknown;
  }

  /** What a declaration without code stands for: nothing of the project, if it is the platform's. */
  function outside(d: ts.Declaration): Target {
    return isOfPlatform(d) ? nothing : unknown;
  }

  function isOfPlatform(d: ts.Declaration): boolean {
    const file = d.getSourceFile();
    return program.isSourceFileDefaultLibrary(file) || file.fileName.includes("/node_modules/@types/node/");
  }

  function byMember(d: MemberDeclaration, hops: number): Target {
    const f = memberFunction(d);
    // A property is a variable: anything may be assigned to it.
    const isMethod = ts.isMethodDeclaration(d) || ts.isMethodSignature(d);
    const named = (index().get(staticName(d.name) ?? "") ?? []).filter((m) => mayStandFor(m, d));
    const values = hops >= maxHops ? [] : named.flatMap((m) => (m.value ? [valueIn(m.value, hops + 1)] : []));
    const mayVary = !isMethod || named.some((m) => m.value !== undefined && isCallable(m.value));
    const isOpaque = d.getSourceFile().isDeclarationFile && !isOfPlatform(d);
    return {
      declared: f ? [f] : [],
      others: [
        ...new Set([...named.flatMap((m) => m.function ?? []), ...values.flatMap((v) => [...v.declared, ...v.others])]),
      ].filter((o) => o !== f),
      exact: !mayVary && !isOpaque && !isOfGenerator(d),
    };
  }

  /** `next`, `return` and `throw` of what a generator function gives, which may be a preemptable one. */
  function isOfGenerator({ parent }: MemberDeclaration): boolean {
    return ts.isInterfaceDeclaration(parent) && /^(?:Async)?Generator$/.test(parent.name.text) && isOfPlatform(parent);
  }

  function index(): Members {
    members ??= indexMembers(program.getSourceFiles().filter(isProject));
    return members;
  }

  function isCallable(value: ts.Expression): boolean {
    const type = checker.getTypeAtLocation(value);
    return (type.flags & ts.TypeFlags.Any) !== 0 || checker.getSignaturesOfType(type, ts.SignatureKind.Call).length > 0;
  }

  function mayStandFor(member: NamedMember, d: MemberDeclaration): boolean {
    if (member.owner === undefined || member.owner === d.parent) return true;
    if (ts.isClassLike(d.parent) && ts.isClassLike(member.owner) && member.isStatic !== isStaticMember(d)) return false;
    const needed = ownerType(d.parent, isStaticMember(d));
    const given = ownerType(member.owner, member.isStatic);
    if (needed === undefined || given === undefined) return true;
    const answers = memo(compatible, needed, () => new Map<ts.Type, boolean>());
    return memo(answers, given, () => hasAllOf(given, needed));
  }

  function hasAllOf(given: ts.Type, needed: ts.Type): boolean {
    const { names } = propertiesOf(given);
    return propertiesOf(needed).required.every((name) => names.has(name));
  }

  function propertiesOf(type: ts.Type): Properties {
    return memo(properties, type, () => {
      const all = checker.getPropertiesOfType(type);
      const required = all.filter((p) => (p.flags & ts.SymbolFlags.Optional) === 0);
      return { names: new Set(all.map((p) => p.escapedName)), required: required.map((p) => p.escapedName) };
    });
  }

  function ownerType(owner: ts.Node, isStatic: boolean): ts.Type | undefined {
    return memo(isStatic ? staticSides : instances, owner, () => findOwnerType(owner, isStatic));
  }

  function findOwnerType(owner: ts.Node, isStatic: boolean): ts.Type | undefined {
    if (ts.isObjectLiteralExpression(owner)) return checker.getTypeAtLocation(owner);
    if (ts.isClassLike(owner) || ts.isInterfaceDeclaration(owner)) {
      const instance = checker.getTypeAtLocation(owner);
      return isStatic && instance.symbol ? checker.getTypeOfSymbol(instance.symbol) : instance;
    }
    return ts.isTypeLiteralNode(owner) ? checker.getTypeAtLocation(owner) : undefined;
  }
}

/** What a type has, by name, and what of it every value has. */
interface Properties {
  readonly names: ReadonlySet<ts.__String>;
  readonly required: readonly ts.__String[];
}

type MemberDeclaration =
  | ts.MethodDeclaration
  | ts.MethodSignature
  | ts.PropertyDeclaration
  | ts.PropertySignature
  | ts.PropertyAssignment
  | ts.ShorthandPropertyAssignment;

function isMemberDeclaration(d: ts.Node): d is MemberDeclaration {
  return (
    ts.isMethodDeclaration(d) ||
    ts.isMethodSignature(d) ||
    ts.isPropertyDeclaration(d) ||
    ts.isPropertySignature(d) ||
    ts.isPropertyAssignment(d) ||
    ts.isShorthandPropertyAssignment(d)
  );
}

function memberFunction(d: MemberDeclaration): FunctionNode | undefined {
  if (ts.isMethodDeclaration(d)) return d.body ? d : undefined;
  return ts.isPropertyDeclaration(d) || ts.isPropertyAssignment(d) ? functionLiteral(d.initializer) : undefined;
}

function isOverload(d: ts.Declaration): boolean {
  return ts.isFunctionDeclaration(d) && d.body === undefined;
}

/** Overloads and unions: each declaration adds what it stands for. */
function together(targets: readonly Target[]): Target {
  const [first] = targets;
  if (targets.length === 1 && first !== undefined) return first;
  const declared = new Set(targets.flatMap((t) => t.declared));
  const others = new Set(targets.flatMap((t) => t.others).filter((f) => !declared.has(f)));
  return { declared: [...declared], others: [...others], exact: targets.every((t) => t.exact) };
}
