/**
 * Built-ins that call a function which they are given, and where that one stands among the arguments. While such a
 * built-in runs, its job cannot be suspended, unless a counterpart of the runtime takes its place.
 */
import * as ts from "typescript";
import { unwrap } from "../../syntax/nodes.ts";
import { memberName } from "../target.ts";

/** Methods of arrays, typed arrays, maps, sets, iterators and strings. */
const methods: ReadonlyMap<string, number> = new Map([
  ["every", 0],
  ["filter", 0],
  ["find", 0],
  ["findIndex", 0],
  ["findLast", 0],
  ["findLastIndex", 0],
  ["flatMap", 0],
  ["forEach", 0],
  ["map", 0],
  ["reduce", 0],
  ["reduceRight", 0],
  ["replace", 1],
  ["replaceAll", 1],
  ["some", 0],
  ["sort", 0],
  ["toSorted", 0],
]);

const functions: ReadonlyMap<string, number> = new Map([
  ["Array.from", 1],
  ["JSON.parse", 1],
  ["JSON.stringify", 1],
  ["Map.groupBy", 1],
  ["Object.groupBy", 1],
]);

const constructors: ReadonlyMap<string, number> = new Map([["Promise", 0]]);

/** Those for which the runtime has a counterpart, which takes over when the callback is preemptable. */
export const counterparts: ReadonlySet<string> = new Set([...methods.keys(), ...functions.keys()]);

export interface CallbackCall {
  /** As it is called: "map", "Array.from", "Promise". */
  readonly builtin: string;
  readonly callback: ts.Expression;
}

/** The callback that `node` hands to a built-in, if it looks like that; whether it is the built-in is another question. */
export function callbackCall(node: ts.Node): CallbackCall | undefined {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return undefined;
  const callee = unwrap(node.expression);
  const found = ts.isNewExpression(node) ? byConstructor(callee) : byMember(callee);
  const callback = found && node.arguments?.[found.index];
  return callback && { builtin: found.builtin, callback };
}

function byConstructor(callee: ts.Expression): { builtin: string; index: number } | undefined {
  const index = ts.isIdentifier(callee) ? constructors.get(callee.text) : undefined;
  return index === undefined ? undefined : { builtin: (callee as ts.Identifier).text, index };
}

function byMember(callee: ts.Expression): { builtin: string; index: number } | undefined {
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const object = unwrap(callee.expression);
  const name = memberName(callee) as string;
  const full = ts.isIdentifier(object) ? `${object.text}.${name}` : name;
  const index = functions.get(full);
  if (index !== undefined) return { builtin: full, index };
  const argument = methods.get(name);
  return argument === undefined ? undefined : { builtin: name, index: argument };
}
