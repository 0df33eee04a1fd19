/**
 * Callees that are surely, or almost surely, the language's own: calling them plainly is always right, and
 * asking them at run time whether they are preemptable would be wasted.
 */

/** Global objects whose methods are built in. */
export const globalObjects = new Set([
  "Array", "ArrayBuffer", "Atomics", "BigInt", "Boolean", "Date", "Error", "Intl", "JSON", "Map", "Math", "Number",
  "Object", "Promise", "Proxy", "Reflect", "RegExp", "Set", "String", "Symbol", "WeakMap", "WeakSet", "console",
  "crypto", "document", "history", "localStorage", "navigator", "performance", "process", "sessionStorage",
]);

/** Global functions. */
export const globalFunctions = new Set([
  "Array", "BigInt", "Boolean", "Date", "Error", "Number", "Object", "RangeError", "RegExp", "String", "Symbol",
  "TypeError", "alert", "atob", "btoa", "cancelAnimationFrame", "clearInterval", "clearTimeout", "decodeURI",
  "decodeURIComponent", "encodeURI", "encodeURIComponent", "escape", "fetch", "isFinite", "isNaN", "parseFloat",
  "parseInt", "queueMicrotask", "require", "requestAnimationFrame", "setInterval", "setTimeout", "structuredClone",
  "unescape",
]);

/** Method names that, on an unknown object, are taken to be the built-in ones unless the file annotates one so named. */
export const builtinMethods = new Set([
  "apply", "at", "bind", "call", "charAt", "charCodeAt", "codePointAt", "concat", "copyWithin", "endsWith", "entries",
  "exec", "fill", "finally", "flat", "fromCharCode", "hasOwnProperty", "includes", "indexOf", "isArray", "join", "keys",
  "lastIndexOf", "localeCompare", "match", "matchAll", "normalize", "padEnd", "padStart", "pop", "propertyIsEnumerable",
  "push", "repeat", "reverse", "setPrototypeOf", "shift", "slice", "splice", "startsWith", "subarray", "substr",
  "substring", "toFixed", "toLowerCase", "toPrecision", "toString", "toUpperCase", "trim", "trimEnd", "trimStart",
  "unshift", "valueOf",
  // with a callback: the callback's original body runs
  "every", "filter", "find", "findIndex", "findLast", "findLastIndex", "flatMap", "forEach", "map", "reduce",
  "reduceRight", "replace", "replaceAll", "some", "sort", "then", "catch",
]);
