/** What a script can name: its globals, and what the language itself has. Everything else of the page or process is undefined in it. */

/** Globals of the language. Not `globalThis`, through which all others can be reached, and not `eval`, whose name no parameter may have. */
const ofLanguage: ReadonlySet<string> = new Set(
  `AggregateError Array ArrayBuffer AsyncDisposableStack AsyncIterator Atomics BigInt BigInt64Array BigUint64Array Boolean
  DataView Date DisposableStack Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function
  Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy RangeError
  ReferenceError Reflect RegExp Set SharedArrayBuffer String SuppressedError Symbol SyntaxError Temporal TypeError
  URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet arguments decodeURI
  decodeURIComponent encodeURI encodeURIComponent escape eval isFinite isNaN parseFloat parseInt undefined unescape`.split(
    /\s+/,
  ),
);

/** Of pages and processes, for scripts that are compiled where these do not exist. */
const ofHosts: ReadonlySet<string> = new Set(
  `Buffer Bun Deno __dirname __filename exports global globalThis document frames location localStorage module
  navigator parent process require self sessionStorage setImmediate setInterval setTimeout top window`.split(/\s+/),
);

/** Those of `mentioned` that mean something of the page or process, and that nobody gave. */
export function hostNames(mentioned: ReadonlySet<string>, given: readonly string[]): string[] {
  const isGiven = new Set(given);
  return [...mentioned].filter(
    (name) => !isGiven.has(name) && !ofLanguage.has(name) && (ofHosts.has(name) || name in globalThis),
  );
}
