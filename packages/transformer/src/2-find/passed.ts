/**
 * Functions that become preemptable because they are handed over to run as jobs:
 *
 *   scheduler.submit(() => …)              written on the spot; so for tasks and alarms, for servers and groups
 *   scheduler.submit(f, …), f.bind(…)      f declared in the same file, or a member this.f, C.f, o.f of a class or an object there
 *   enqueue(() => …)                       whatever else the option `jobs` names
 *   class T extends Task { run() { … } }   Task imported from the runtime
 *   requests.run("bulk", f), requests.route("bulk", f), emitter.onBatch("chat", f)
 *   listener(requests, f)                  listener, or any other function, imported from an entry point of `@preempt/server`
 *   useJob(f, args)                        useJob, or any other hook, imported from `@preempt/react`, `@preempt/vue` or `@preempt/svelte`
 *   app.get("/", { config: { preempt } }, f), app.route({ config: { preempt }, handler: f })
 *
 * What other files pass on is in exported.ts.
 */

import { runtimePackage, serverPackage } from "@preempt/abi";
import * as ts from "typescript";
import { heritageOf } from "../1-resolve/constructed.ts";
import { analyzeScopes, type Scopes } from "../1-resolve/scopes.ts";
import { functionDeclaredBy } from "../1-resolve/targets-by-scope.ts";
import { isPreemptable, type Preemptable, unwrap } from "../syntax/nodes.ts";
import { memberFunction } from "./exported.ts";
import { requestMethods, schedulerMethods } from "./job-methods.ts";
import { isFramework } from "./our-packages.ts";
import { isRouteOptions, memberOf } from "./route-options.ts";

/** What makes jobs and requests of functions, as far as more is known than the file's own imports say. */
export interface Registrars {
  /** Whether a method named like one is a scheduler's or a server's. */
  isScheduler(method: ts.MemberName): boolean;
  /** Whether a method named like one is of `@preempt/server`. */
  takesRequests(method: ts.MemberName): boolean;
  /** Whether a function is of `@preempt/server`; asked where the file itself does not import it from there. */
  isOfServer(name: ts.Identifier): boolean;
  /** Whether a function is a hook of a package for a framework; asked where the file itself does not import it from there. */
  isHook(name: ts.Identifier): boolean;
  /** Whether `config: { preempt }` is what the server's plugins read. */
  readonly hasRoutes: boolean;
  /** Whether a call runs the functions among its arguments as jobs, by the names of what is called. */
  isJobCall(path: readonly string[]): boolean;
}

export interface PassedValue {
  readonly value: ts.Expression;
  /** The name of what it is handed to. */
  readonly method: string;
}

export function passedIn(
  sourceFile: ts.SourceFile,
  registrars: Registrars,
): { readonly functions: readonly Preemptable[]; readonly others: readonly PassedValue[] } {
  const functions: Preemptable[] = [];
  const others: PassedValue[] = [];
  let scopes: Scopes | undefined;
  visit(sourceFile);
  return { functions, others };

  function visit(node: ts.Node): void {
    if (ts.isCallExpression(node)) look(node);
    else if (ts.isClassLike(node)) lookAtTask(node);
    else if (ts.isObjectLiteralExpression(node) && registrars.hasRoutes) lookAtRoute(node);
    ts.forEachChild(node, visit);
  }

  function look({ expression, arguments: list }: ts.CallExpression): void {
    const path = pathOf(expression);
    if (registrars.isJobCall(path)) {
      for (const argument of list) pass(argument, path.join("."));
    } else if (ts.isPropertyAccessExpression(expression)) {
      lookAtMethod(expression.name, list);
    } else if (ts.isIdentifier(expression) && isOfServer(expression)) {
      for (const argument of list) pass(argument, expression.text);
    } else if (ts.isIdentifier(expression) && isHook(expression)) {
      pass(list[0], expression.text);
    }
  }

  function lookAtMethod(name: ts.MemberName, list: readonly ts.Expression[]): void {
    const place = schedulerMethods.get(name.text);
    if (place !== undefined && registrars.isScheduler(name)) {
      pass(list[place], name.text);
    } else if (requestMethods.has(name.text) && registrars.takesRequests(name)) {
      pass(list[1], name.text);
    } else {
      lookAtRouteCall(name.text, list);
    }
  }

  function pass(argument: ts.Expression | undefined, method: string): void {
    if (argument === undefined) return;
    const value = unbound(argument);
    const isWritten = ts.isFunctionExpression(value) || ts.isArrowFunction(value);
    const f = isWritten ? value : ts.isIdentifier(value) ? declaredAs(value) : memberOfFile(value);
    if (f !== undefined) add(f);
    // Others are objects of a class that extends Task, or the name of a function in a worker.
    else if (!ts.isNewExpression(value) && !ts.isStringLiteralLike(value)) others.push({ value, method });
  }

  /** Fastify's options of a route, wherever they are written. */
  function lookAtRoute(object: ts.ObjectLiteralExpression): void {
    const handler = isRouteOptions(object) ? memberOf(object, "handler") : undefined;
    if (handler === undefined) return;
    if (ts.isMethodDeclaration(handler)) add(handler);
    else pass(ts.isShorthandPropertyAssignment(handler) ? handler.name : handler.initializer, "a route");
  }

  /** `app.get(path, options, handler)`: the handler comes last. */
  function lookAtRouteCall(method: string, list: readonly ts.Expression[]): void {
    const last = list.at(-1);
    if (!registrars.hasRoutes || last === undefined || list.length < 2) return;
    if (list.slice(0, -1).some((e) => isRouteOptions(objectOf(e)))) pass(last, method);
  }

  /** An object that is written on the spot, or kept in a variable of the file. */
  function objectOf(e: ts.Expression): ts.ObjectLiteralExpression | undefined {
    const value = unwrap(e);
    if (ts.isObjectLiteralExpression(value)) return value;
    if (!ts.isIdentifier(value)) return undefined;
    const [declaration] = declarationsOf(value);
    if (declaration === undefined || !ts.isVariableDeclaration(declaration)) return undefined;
    const made = declaration.initializer && unwrap(declaration.initializer);
    return made !== undefined && ts.isObjectLiteralExpression(made) ? made : undefined;
  }

  function declaredAs(name: ts.Identifier): Preemptable | undefined {
    const declared = declarationsOf(name).flatMap(functionDeclaredBy);
    const [f] = declared;
    return declared.length === 1 && f !== undefined && isPreemptable(f) ? f : undefined;
  }

  /** `this.m`, `C.m` of a class of the file, `o.m` of an object that is kept in a variable. */
  function memberOfFile(value: ts.Expression): Preemptable | undefined {
    if (!ts.isPropertyAccessExpression(value)) return undefined;
    const object = unwrap(value.expression);
    if (object.kind === ts.SyntaxKind.ThisKeyword) return memberFunction(classAround(value), value.name.text);
    if (!ts.isIdentifier(object)) return undefined;
    const [declaration] = declarationsOf(object);
    const owner = declaration !== undefined && ts.isVariableDeclaration(declaration) ? objectOf(object) : declaration;
    return memberFunction(owner, value.name.text);
  }

  /** Where the name is declared, if it means the same all the time. */
  function declarationsOf(name: ts.Identifier): readonly ts.Node[] {
    scopes ??= analyzeScopes(sourceFile);
    const binding = scopes.resolve(name);
    return binding === undefined || binding.assigned ? [] : binding.declarations;
  }

  function add(f: Preemptable): void {
    if (!(f as { asteriskToken?: unknown }).asteriskToken) functions.push(f);
  }

  /** The `run` of a class that extends the runtime's Task. */
  function lookAtTask(node: ts.ClassLikeDeclaration): void {
    const base = heritageOf(node);
    if (base === undefined || !ts.isIdentifier(base) || !isTask(base)) return;
    for (const member of node.members) {
      if (member.name === undefined || !ts.isIdentifier(member.name) || member.name.text !== "run") continue;
      if (ts.isMethodDeclaration(member) && member.body) add(member);
    }
  }

  function isTask(name: ts.Identifier): boolean {
    const imported = importOf(name);
    return imported?.name === "Task" && imported.module === runtimePackage;
  }

  function isOfServer(name: ts.Identifier): boolean {
    const module = importOf(name)?.module;
    return module === serverPackage || module?.startsWith(`${serverPackage}/`) || registrars.isOfServer(name);
  }

  function isHook(name: ts.Identifier): boolean {
    return isFramework(importOf(name)?.module) || registrars.isHook(name);
  }

  function importOf(name: ts.Identifier): { readonly name: string; readonly module: string } | undefined {
    const [declaration] = declarationsOf(name);
    if (declaration === undefined || !ts.isImportSpecifier(declaration)) return undefined;
    const { moduleSpecifier } = declaration.parent.parent.parent as ts.ImportDeclaration;
    if (!ts.isStringLiteral(moduleSpecifier)) return undefined;
    return { name: (declaration.propertyName ?? declaration.name).text, module: moduleSpecifier.text };
  }
}

/** The names of `this.rt.submit`, and of `schedulerOf(app)?.submit`. */
export function pathOf(callee: ts.Expression): string[] {
  const e = unwrap(callee);
  if (ts.isIdentifier(e)) return [e.text];
  if (e.kind === ts.SyntaxKind.ThisKeyword) return ["this"];
  if (ts.isPropertyAccessExpression(e)) return [...pathOf(e.expression), e.name.text];
  return ts.isCallExpression(e) || ts.isNonNullExpression(e) ? pathOf(e.expression) : [];
}

/** The class whose `this` an expression sees. */
function classAround(node: ts.Node): ts.ClassLikeDeclaration | undefined {
  for (let n: ts.Node | undefined = node.parent; n !== undefined; n = n.parent) {
    if (ts.isClassLike(n)) return n;
    if (ts.isFunctionDeclaration(n) || ts.isFunctionExpression(n) || ts.isObjectLiteralExpression(n)) return undefined;
  }
  return undefined;
}

/** `f` of `f.bind(…)`. */
function unbound(e: ts.Expression): ts.Expression {
  const value = unwrap(e);
  if (!ts.isCallExpression(value) || !ts.isPropertyAccessExpression(value.expression)) return value;
  return value.expression.name.text === "bind" ? unwrap(value.expression.expression) : value;
}
