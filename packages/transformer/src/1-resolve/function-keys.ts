/**
 * A name for each function of a file that stays the same while other code of the file changes: the names of the functions and classes
 * around it, and its own.
 *
 *   class Parser { run() { return (x) => x; } }   ⇒   "Parser/run", "Parser/run/(anonymous function)"
 *
 * Where several functions of one place have one name, the second is "name~2".
 */
import * as ts from "typescript";
import { memo } from "../shared/memo.ts";
import { isPreemptable, type Preemptable } from "../syntax/nodes.ts";
import { displayName } from "./display-name.ts";

const ofFiles = new WeakMap<ts.SourceFile, ReadonlyMap<Preemptable, string>>();

export function functionKeys(sourceFile: ts.SourceFile): ReadonlyMap<Preemptable, string> {
  return memo(ofFiles, sourceFile, () => keysIn(sourceFile));
}

function keysIn(sourceFile: ts.SourceFile): Map<Preemptable, string> {
  const keys = new Map<Preemptable, string>();
  const used = new Map<string, number>();
  ts.forEachChild(sourceFile, (child) => visit(child, ""));
  return keys;

  function visit(node: ts.Node, outer: string): void {
    const own = nameOf(node);
    const inner = own === undefined ? outer : distinct(outer === "" ? own : `${outer}/${own}`);
    if (isPreemptable(node) && node.body !== undefined) keys.set(node, inner);
    ts.forEachChild(node, (child) => visit(child, inner));
  }

  function distinct(key: string): string {
    const count = (used.get(key) ?? 0) + 1;
    used.set(key, count);
    return count === 1 ? key : `${key}~${count}`;
  }
}

function nameOf(node: ts.Node): string | undefined {
  if (ts.isClassLike(node)) return node.name?.text ?? "(class)";
  // What an overload says has no code.
  return isPreemptable(node) && node.body !== undefined ? displayName(node) : undefined;
}

/** The name by which others call the function as a member, or as what they import; undefined if it has none. */
export function calledName(f: Preemptable): string | undefined {
  if (ts.isConstructorDeclaration(f) || ts.isAccessor(f)) return undefined;
  const name = displayName(f);
  const last = name.slice(name.lastIndexOf(".") + 1);
  return /^#?[\w$]+$/.test(last) ? last : undefined;
}
