/**
 * Callees that are surely, or almost surely, the language's own: calling them plainly is always right, and
 * asking them at run time whether they are preemptable would be wasted.
 */
import * as ts from "typescript";
import { unwrap } from "../../syntax/nodes.ts";
import { isGlobal, type Scopes } from "../scopes.ts";
import { isBuiltinObject } from "./built-in-objects.ts";

/** Global objects whose methods are built in. */
export const globalObjects = new Set([
  "Array",
  "ArrayBuffer",
  "Atomics",
  "BigInt",
  "Boolean",
  "Date",
  "Error",
  "Intl",
  "JSON",
  "Map",
  "Math",
  "Number",
  "Object",
  "Promise",
  "Proxy",
  "Reflect",
  "RegExp",
  "Set",
  "String",
  "Symbol",
  "WeakMap",
  "WeakSet",
  "console",
  "crypto",
  "document",
  "history",
  "localStorage",
  "navigator",
  "performance",
  "process",
  "sessionStorage",
]);

/** Global functions. */
export const globalFunctions = new Set([
  "Array",
  "BigInt",
  "Boolean",
  "Date",
  "Error",
  "Number",
  "Object",
  "RangeError",
  "RegExp",
  "String",
  "Symbol",
  "TypeError",
  "alert",
  "atob",
  "btoa",
  "cancelAnimationFrame",
  "clearInterval",
  "clearTimeout",
  "decodeURI",
  "decodeURIComponent",
  "encodeURI",
  "encodeURIComponent",
  "escape",
  "fetch",
  "isFinite",
  "isNaN",
  "parseFloat",
  "parseInt",
  "queueMicrotask",
  "require",
  "requestAnimationFrame",
  "setInterval",
  "setTimeout",
  "structuredClone",
  "unescape",
]);

/** Method names that, on an unknown object, are taken to be the built-in ones unless the file annotates one so named. */
export const builtinMethods = new Set([
  "apply",
  "at",
  "bind",
  "call",
  "charAt",
  "charCodeAt",
  "codePointAt",
  "concat",
  "copyWithin",
  "endsWith",
  "entries",
  "exec",
  "fill",
  "finally",
  "flat",
  "fromCharCode",
  "getBigInt64",
  "getBigUint64",
  "getFloat16",
  "getFloat32",
  "getFloat64",
  "getInt16",
  "getInt32",
  "getInt8",
  "getUint16",
  "getUint32",
  "getUint8",
  "hasOwnProperty",
  "includes",
  "indexOf",
  "isArray",
  "join",
  "keys",
  "lastIndexOf",
  "localeCompare",
  "match",
  "matchAll",
  "normalize",
  "padEnd",
  "padStart",
  "pop",
  "propertyIsEnumerable",
  "push",
  "repeat",
  "reverse",
  "setBigInt64",
  "setBigUint64",
  "setFloat16",
  "setFloat32",
  "setFloat64",
  "setInt16",
  "setInt32",
  "setInt8",
  "setPrototypeOf",
  "setUint16",
  "setUint32",
  "setUint8",
  "shift",
  "slice",
  "splice",
  "startsWith",
  "subarray",
  "substr",
  "substring",
  "toFixed",
  "toLowerCase",
  "toPrecision",
  "toString",
  "toUpperCase",
  "trim",
  "trimEnd",
  "trimStart",
  "unshift",
  "valueOf",
  // with a callback: see builtin-callbacks.ts
  "every",
  "filter",
  "find",
  "findIndex",
  "findLast",
  "findLastIndex",
  "flatMap",
  "forEach",
  "map",
  "reduce",
  "reduceRight",
  "replace",
  "replaceAll",
  "some",
  "sort",
  "toSorted",
  "then",
  "catch",
]);

/** Names that the language's own methods have, and those of many a file, too: which are meant shows when they are called. */
const sharedMethods = new Set([
  "add",
  "clear",
  "delete",
  "get",
  "getTime",
  "has",
  "next",
  "search",
  "set",
  "split",
  "test",
  "values",
]);

/** Whether a method of that name is more likely the language's own than one that can be preempted. */
export function isLikelyBuiltin(name: string): boolean {
  return sharedMethods.has(name) || builtinMethods.has(name);
}

/** Whether a call goes to the language's own functions, as far as its text tells. */
export function isBuiltin(call: ts.CallExpression, scopes: Scopes, methodsInFile: ReadonlySet<string>): boolean {
  const callee = unwrap(call.expression);
  if (callee.kind === ts.SyntaxKind.ImportKeyword || callee.kind === ts.SyntaxKind.SuperKeyword) return true;
  if (ts.isIdentifier(callee)) return isGlobal(callee, globalFunctions, scopes);
  if (!ts.isPropertyAccessExpression(callee)) return false;
  const object = unwrap(callee.expression);
  if (isGlobal(object, globalObjects, scopes)) return true;
  const { text } = callee.name;
  return (builtinMethods.has(text) && !methodsInFile.has(text)) || isBuiltinMember(callee, scopes);
}

/** `xs.push`, where xs is an array: the language's own, whatever other methods of that name the file has. */
function isBuiltinMember({ name, expression }: ts.PropertyAccessExpression, scopes: Scopes): boolean {
  return isLikelyBuiltin(name.text) && isBuiltinObject(expression, scopes);
}
