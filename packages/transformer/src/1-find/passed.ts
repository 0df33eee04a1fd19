/**
 * Functions that become preemptable because they are handed to a scheduler:
 *
 *   scheduler.submit(() => …)              written on the spot; so for tasks, and for servers
 *   scheduler.submit(f, …), f.bind(…)      f declared in the same file
 *   class T extends Task { run() { … } }   Task imported from the runtime
 *
 * An alarm's callback is no job: it runs between two slices.
 */
import ts from "typescript";
import { isPreemptable, type Preemptable, unwrap } from "../2-analyze/nodes.ts";
import { analyzeScopes, type Scopes } from "../2-analyze/scopes.ts";
import { functionDeclaredBy } from "../2-analyze/targets-by-scope.ts";
import { runtimePackage } from "../runtime-names.ts";

/** Whether `method`, of the name of one, is a scheduler's or a server's. */
export type IsScheduler = (method: ts.PropertyAccessExpression) => boolean;

export interface PassedValue {
  readonly value: ts.Expression;
  readonly method: string;
}

const methods: ReadonlySet<string> = new Set(["submit", "task"]);

export function passedIn(
  sourceFile: ts.SourceFile,
  isScheduler: IsScheduler,
): { readonly functions: readonly Preemptable[]; readonly others: readonly PassedValue[] } {
  const functions: Preemptable[] = [];
  const others: PassedValue[] = [];
  let scopes: Scopes | undefined;
  visit(sourceFile);
  return { functions, others };

  function visit(node: ts.Node): void {
    if (ts.isCallExpression(node)) look(node);
    else if (ts.isClassLike(node)) lookAtTask(node);
    ts.forEachChild(node, visit);
  }

  function look({ expression, arguments: [first] }: ts.CallExpression): void {
    if (first === undefined || !ts.isPropertyAccessExpression(expression)) return;
    const method = expression.name.text;
    if (!methods.has(method) || !isScheduler(expression)) return;
    const value = unbound(first);
    const isWritten = ts.isFunctionExpression(value) || ts.isArrowFunction(value);
    const f = isWritten ? value : ts.isIdentifier(value) ? declaredAs(value) : undefined;
    if (f !== undefined) add(f);
    // Others are objects of a class that extends Task, or the name of a function in a worker.
    else if (!ts.isNewExpression(value) && !ts.isStringLiteralLike(value)) others.push({ value, method });
  }

  function declaredAs(name: ts.Identifier): Preemptable | undefined {
    scopes ??= analyzeScopes(sourceFile);
    const binding = scopes.resolve(name);
    if (binding === undefined || binding.assigned) return undefined;
    const declared = binding.declarations.flatMap(functionDeclaredBy);
    const [f] = declared;
    return declared.length === 1 && f !== undefined && isPreemptable(f) ? f : undefined;
  }

  function add(f: Preemptable): void {
    if (!(f as { asteriskToken?: unknown }).asteriskToken) functions.push(f);
  }

  /** The `run` of a class that extends the runtime's Task. */
  function lookAtTask({ heritageClauses, members }: ts.ClassLikeDeclaration): void {
    const base = heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0]?.expression;
    if (base === undefined || !ts.isIdentifier(base) || !isTask(base)) return;
    for (const member of members) {
      if (member.name === undefined || !ts.isIdentifier(member.name) || member.name.text !== "run") continue;
      if (ts.isMethodDeclaration(member) && member.body) add(member);
    }
  }

  function isTask(name: ts.Identifier): boolean {
    scopes ??= analyzeScopes(sourceFile);
    const [declaration] = scopes.resolve(name)?.declarations ?? [];
    if (declaration === undefined || !ts.isImportSpecifier(declaration)) return false;
    if ((declaration.propertyName ?? declaration.name).text !== "Task") return false;
    const { moduleSpecifier } = declaration.parent.parent.parent as ts.ImportDeclaration;
    return ts.isStringLiteral(moduleSpecifier) && moduleSpecifier.text === runtimePackage;
  }
}

/** `f` of `f.bind(…)`. */
function unbound(e: ts.Expression): ts.Expression {
  const value = unwrap(e);
  if (!ts.isCallExpression(value) || !ts.isPropertyAccessExpression(value.expression)) return value;
  return value.expression.name.text === "bind" ? unwrap(value.expression.expression) : value;
}
