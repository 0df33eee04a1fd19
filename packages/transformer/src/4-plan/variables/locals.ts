/**
 * The variables of one function, as its plain body needs them: which have to outlive a suspension, so that they are
 * declared at the top of the body and saved with the frame, and whether a copy of them is as good as the variable.
 *
 * It is long because each variable is judged by what all the others are called, and where all of them are used.
 */
import * as ts from "typescript";
import type { Binding } from "../../1-resolve/binding.ts";
import { isReference, type Scopes } from "../../1-resolve/scopes.ts";
import { memo } from "../../shared/memo.ts";
import { isAssigned } from "../../syntax/assignments.ts";
import { isErased, isInLoop, isWalk, isWithin, type Preemptable, runtimeParameters } from "../../syntax/nodes.ts";
import { isHarmless, parameterOf } from "../plain-parameters.ts";
import type { Points } from "../points.ts";
import { because, type Reason } from "../reason.ts";
import type { Regions } from "../regions/regions.ts";
import {
  canBeGiven,
  changesBetweenRounds,
  clauseOf,
  eachName,
  functionOf,
  isEarly,
  isInPattern,
  isNameAlone,
  isNoExpression,
  isOnlyInHead,
  scopeOf,
  variableOf,
} from "./declarations.ts";
import { firstRuns, outermost } from "./first-runs.ts";
import { isShownInErrors } from "./shown-names.ts";

export interface Locals {
  /** Block-scoped variables to be declared at the top of the body, in the order of the source. */
  readonly hoisted: readonly Binding[];
  /** Variables that the engine declares at the top by itself. */
  readonly vars: readonly Binding[];
  readonly parameters: readonly Binding[];
  /** Those of {@link hoisted} that need a name of their own, since theirs means something else elsewhere. */
  readonly renamed: ReadonlySet<Binding>;
  /** Variables that functions inside the function use. */
  readonly captured: ReadonlySet<Binding>;
  /**
   * Those of them of which a copy would not do, since they change: they stand around the body, which is made anew for each
   * activation, and stay where they are while it is suspended.
   */
  readonly shared: ReadonlySet<Binding>;
  /**
   * Those of {@link shared} that functions inside may mention before they have a value, and these mentions: an engine says so then, of
   * a variable that has their name and never gets a value.
   */
  readonly early: ReadonlyMap<Binding, ReadonlySet<ts.Node>>;
  /**
   * Functions that are made in the rounds of loops, each with the variables of the round that it uses. These do not change while the
   * round lasts, so the function is given their values where it is made.
   */
  readonly givenRounds: ReadonlyMap<ts.Node, ReadonlySet<Binding>>;
  /**
   * Variables of rounds that change under such functions: each round puts its own into an object, which these functions are given.
   * They are among {@link renamed}.
   */
  readonly boxed: ReadonlySet<Binding>;
  /** Functions declared among the statements of the body: they stand around it, with all of its variables that they use. */
  readonly functions: readonly ts.FunctionDeclaration[];
  /** Whether something stands around the body. */
  readonly isSurrounded: boolean;
  /** Why there is no way to keep them; undefined if there is. */
  readonly problem: Reason | undefined;
}

export function localsOf(f: Preemptable, scopes: Scopes, points: Points, { hoisted: atTop }: Regions): Locals {
  const hoisted: Binding[] = [];
  const vars: Binding[] = [];
  const parameters: Binding[] = [];
  const others: Binding[] = [];
  const declared = new Map<Binding, ts.Node>();
  /** Names that mean something outside of the function where it mentions them. */
  const outer = new Set<string>();
  const captured = new Set<Binding>();
  const shared = new Set<Binding>();
  /** The outermost functions and classes inside that use a variable. */
  const users = new Map<Binding, Set<ts.Node>>();
  const early = new Map<Binding, ReadonlySet<ts.Node>>();
  const givenRounds = new Map<ts.Node, Set<Binding>>();
  const boxed = new Set<Binding>();
  const functions: ts.FunctionDeclaration[] = [];
  /** The outermost functions and classes inside. */
  const outermosts: ts.Node[] = [];
  let runs: ReadonlyMap<ts.Node, number> | undefined;
  /** Variables that those use. */
  const used = new Set<Binding>();
  let problem: Reason | undefined;

  for (const p of runtimeParameters(f)) eachName(p.name, p, (declaration) => add(declaration, parameters));
  if (f.body !== undefined) declareIn(f.body);
  const hoistedSet = new Set(hoisted);
  const own = new Set([...hoisted, ...vars, ...parameters, ...others]);
  const ownNames = new Set([...own].map(({ name }) => name));
  for (const p of f.parameters) {
    lookAt(p.name, undefined);
    if (p.initializer !== undefined) lookAt(p.initializer, undefined);
  }
  if (f.body !== undefined) lookAt(f.body, undefined);
  for (const node of functions) problem ??= problemOfFunction(node);
  for (const p of f.parameters) if (!isHarmless(p)) problem ??= problemOfDefault(p);

  const hoistedByName = Map.groupBy(hoisted, (b) => b.name);
  const capturedNames = new Map<string, boolean>();
  const scopesByName = new Map<string, ReadonlyMap<ts.Node, readonly Binding[]>>();
  const renamed = new Set<Binding>();
  for (const binding of hoisted) if (isAmbiguous(binding)) renamed.add(binding);
  for (const binding of hoisted) problem ??= problemOf(binding);
  for (const binding of [...vars, ...parameters]) {
    if (captured.has(binding)) problem ??= problemOfCaptured(binding);
    // `let let` is none.
    if (binding.name === "let") problem ??= because("variable_named_let");
  }
  const isSurrounded = shared.size + functions.length > 0;
  return {
    hoisted,
    vars,
    parameters,
    renamed,
    captured,
    shared,
    early,
    givenRounds,
    boxed,
    functions,
    isSurrounded,
    problem,
  };

  function add(declaration: ts.Node, list: Binding[]): void {
    const binding = scopes.declaredBy(declaration);
    if (binding === undefined || declared.has(binding)) return;
    declared.set(binding, declaration);
    list.push(binding);
  }

  function declareIn(node: ts.Node): void {
    if (ts.isFunctionLike(node)) {
      if (ts.isFunctionDeclaration(node)) {
        if (node.parent === f.body) functions.push(node);
        else problem ??= because("function_in_block");
      }
      return;
    }
    if (ts.isClassLike(node)) {
      if (ts.isClassDeclaration(node)) problem ??= because("class_inside");
      return;
    }
    if (ts.isEnumDeclaration(node) && !isErased(node)) problem ??= because("enum_inside");
    if (ts.isCatchClause(node) && node.variableDeclaration !== undefined && points.has(node))
      add(node.variableDeclaration, hoisted);
    if (ts.isVariableDeclarationList(node)) {
      const isVar = (node.flags & ts.NodeFlags.BlockScoped) === 0;
      const list = isVar ? vars : atTop.has(node) ? hoisted : others;
      for (const d of node.declarations) eachName(d.name, d, (declaration) => add(declaration, list));
    }
    ts.forEachChild(node, declareIn);
  }

  /** @param user The outermost function or class around the node, if that is inside */
  function lookAt(node: ts.Node, user: ts.Node | undefined, declaredInside = false): void {
    if (ts.isIdentifier(node)) {
      if (!isReference(node)) return;
      const binding = scopes.resolve(node);
      if (binding === undefined || !own.has(binding)) {
        if (binding === undefined || !isOfInner(binding)) outer.add(node.text);
        // It may be a variable of `f`, which must keep its name and place then.
        const isOpen = binding === undefined && !scopes.isGlobal(node);
        if (isOpen && ownNames.has(node.text)) problem ??= because("name_of_function_in_block", node.text);
      } else if (user !== undefined) {
        captured.add(binding);
        memo(users, binding, () => new Set<ts.Node>()).add(user);
      }
      if (declaredInside && binding !== undefined && own.has(binding)) used.add(binding);
      return;
    }
    const inner = user ?? (ts.isFunctionLike(node) || ts.isClassLike(node) ? node : undefined);
    if (user === undefined && inner !== undefined) outermosts.push(inner);
    const isDeclared = declaredInside || (ts.isFunctionDeclaration(node) && node.parent === f.body);
    ts.forEachChild(node, (child) => lookAt(child, inner, isDeclared));
  }

  /** Whether the variable belongs to a function inside, where it hides whatever has its name around. */
  function isOfInner({ declarations }: Binding): boolean {
    return declarations.length > 0 && declarations.every((d) => d !== f && isWithin(d, f) && functionOf(d) !== f);
  }

  function problemOfFunction(node: ts.FunctionDeclaration): Reason | undefined {
    const binding = scopes.declaredBy(node);
    // One of those would be taken for the other.
    if (binding === undefined || binding.declarations.length > 1) return because("function_inside");
    const isDefault = binding.references.some((r) => f.parameters.some((p) => isWithin(r, p)));
    return isDefault ? because("default_uses_function") : undefined;
  }

  /** Default values that become statements of the body must not find its variables in place of others that have their names. */
  function problemOfDefault(parameter: ts.ParameterDeclaration): Reason | undefined {
    const hidden = new Set([...vars.map((b) => b.name), ...functions.map((node) => node.name?.text)]);
    // Those that stay where they are declared: the others get another name.
    for (const { name, declarations } of others) if (declarations.some((d) => scopeOf(d) === f.body)) hidden.add(name);
    return visit(parameter) ? because("default_uses_hidden_name") : undefined;

    function visit(node: ts.Node): boolean {
      if (ts.isIdentifier(node)) return hidden.has(node.text) && isReference(node) && !isOwn(node);
      return ts.forEachChild(node, (child) => visit(child) || undefined) ?? false;
    }
  }

  function isOwn(reference: ts.Identifier): boolean {
    const binding = scopes.resolve(reference);
    return binding !== undefined && own.has(binding);
  }

  /** Where code of `f` may first run: where it stands, and in functions inside where somebody may have them. */
  function firstRunOf(node: ts.Node): number {
    const user = outermost(node, f);
    if (user === undefined) return node.pos;
    runs ??= firstRuns(f, outermosts, scopes);
    return runs.get(user) ?? user.pos;
  }

  function isShown(reference: ts.Identifier): boolean {
    return isShownInErrors(reference, (call) => outermost(call, f) === undefined && points.has(call));
  }

  /** Whether the name, declared at the top, would mean the wrong thing somewhere. */
  function isAmbiguous(binding: Binding): boolean {
    const { name } = binding;
    if (outer.has(name) || parameters.some((p) => p.name === name) || vars.some((v) => v.name === name)) return true;
    const alike = hoistedByName.get(name) ?? [];
    if (alike.length === 1) return false;
    // Variables that are never in use together may be one.
    if (memo(capturedNames, name, () => alike.some((b) => captured.has(b)))) return true;
    const scopesOfName = memo(scopesByName, name, () => Map.groupBy(alike, (b) => scopeOf(declared.get(b) as ts.Node)));
    for (let n = declared.get(binding) as ts.Node; ; n = n.parent) {
      if (scopesOfName.get(n)?.some((other) => other !== binding)) return true;
      if (n === f) return false;
    }
  }

  function problemOf(binding: Binding): Reason | undefined {
    const declaration = declared.get(binding) as ts.Node;
    const holder = variableOf(declaration);
    // `catch (e) { var e = 1; }` gives the value to the variable of the `catch`.
    const isVarOf = (clause: ts.Node) =>
      vars.some((v) => v.name === binding.name && v.declarations.some((d) => isWithin(d, clause)));
    if (ts.isCatchClause(holder.parent) && isVarOf(holder.parent)) return because("catch_declares_again", binding.name);
    const loop = holder.parent.parent;
    const head = isWalk(loop) ? loop.expression : undefined;
    const before = binding.references.filter((r) => !isInPattern(r, declaration) && firstRunOf(r) < holder.end);
    if (before.length > 0 && !isTold(binding, holder, before)) return because("maybe_used_before_value", binding.name);
    for (const reference of binding.references) {
      if (head !== undefined && isWithin(reference, head)) return because("used_before_value", binding.name);
    }
    const clause = clauseOf(holder);
    if (clause !== undefined && binding.references.some((r) => !isWithin(r, clause))) {
      return because("shared_by_cases", binding.name);
    }
    if (binding.assigned && (holder.parent.flags & ts.NodeFlags.Const) !== 0)
      return because("constant_assigned", binding.name);
    if (renamed.has(binding) && binding.references.some(isShown)) {
      return because("hides_variable", binding.name);
    }
    if (used.has(binding) && renamed.has(binding)) return because("used_inside_and_hides_variable", binding.name);
    if (before.length > 0) {
      early.set(binding, new Set(before));
      renamed.add(binding);
      shared.add(binding);
      return undefined;
    }
    return captured.has(binding) ? problemOfCaptured(binding) : undefined;
  }

  /**
   * Whether the variable may have another name, and stand around the body, so that those who mention it in functions inside before
   * it has a value find one of its own name that has none.
   */
  function isTold(binding: Binding, holder: ts.VariableDeclaration, before: readonly ts.Identifier[]): boolean {
    const isSingle = ts.isIdentifier(holder.name) && !used.has(binding) && !renamed.has(binding);
    return (
      isSingle &&
      mayStandAround(binding) &&
      !binding.references.some(isShown) &&
      before.every((r) => outermost(r, f) !== undefined && !isAssigned(r) && !isNameAlone(r))
    );
  }

  /** A copy does where the variable never changes; else it is shared. */
  function problemOfCaptured(binding: Binding): Reason | undefined {
    // Without a point the body is one call of one function: its variables stay where the original has them.
    if (f.body === undefined || !points.has(f.body)) return undefined;
    if (!used.has(binding) && (!changes(binding) || isGivenInRounds(binding))) return undefined;
    if (mayStandAround(binding)) shared.add(binding);
    else if (!used.has(binding) && mayBeBoxed(binding)) {
      boxed.add(binding);
      renamed.add(binding);
    } else return because("changes_under_function", binding.name);
    return undefined;
  }

  function changes(binding: Binding): boolean {
    if (binding.assigned || binding.declarations.length > 1) return true;
    const declaration = declared.get(binding) as ts.Node;
    if (parameters.includes(binding)) return false;
    const holder = variableOf(declaration);
    // A function made before the variable has its value would see another variable than the body goes on with.
    return isInLoop(holder, f) || binding.references.some((r) => isEarly(r, declaration));
  }

  /** Whether each round has a variable that does not change in it, and functions that can be given its value. Notes who is to get it. */
  function isGivenInRounds(binding: Binding): boolean {
    const holder = holderOfRound(binding);
    if (holder === undefined) return false;
    const all = [...(users.get(binding) ?? [])];
    if (binding.assigned && !changesBetweenRounds(binding, holder, all)) return false;
    give(binding);
    return true;
  }

  /** Whether each round may put the variable into an object. Notes who is to get it. */
  function mayBeBoxed(binding: Binding): boolean {
    const holder = holderOfRound(binding);
    if (holder === undefined || !ts.isIdentifier(holder.name) || !ts.isVariableStatement(holder.parent.parent))
      return false;
    if (binding.references.some((r) => isShown(r) || isNoExpression(r))) return false;
    give(binding);
    return true;
  }

  /** Where a variable of rounds is declared, if whoever uses it can be given it there. */
  function holderOfRound(binding: Binding): ts.VariableDeclaration | undefined {
    if (binding.declarations.length > 1 || !hoistedSet.has(binding)) return undefined;
    const holder = variableOf(declared.get(binding) as ts.Node);
    const isGiven = [...(users.get(binding) ?? [])].every(canBeGiven);
    return isGiven && !binding.references.some((r) => r.pos < holder.end) ? holder : undefined;
  }

  function give(binding: Binding): void {
    for (const user of users.get(binding) ?? []) memo(givenRounds, user, () => new Set<Binding>()).add(binding);
  }

  function mayStandAround(binding: Binding): boolean {
    return binding.declarations.every((declaration) => {
      if (parameterOf(declaration) !== undefined) return true;
      const holder = variableOf(declaration);
      // Each round has another one.
      if (hoistedSet.has(binding)) return !isInLoop(holder, f);
      const isStatement = ts.isVariableStatement(holder.parent.parent);
      return ts.isIdentifier(holder.name) && (isStatement || isOnlyInHead(holder));
    });
  }
}
