/** Mutations of the built-ins' counterparts. */
import { breaking, type Mutation } from "./mutation.ts";

const builtin = breaking("builtins", "runtime/src/builtins/");

export const builtinMutations: readonly Mutation[] = [
  builtin("an element is put where no setter of a prototype sees it", "abstract.ts", "!(index in prototype)", "true"),
  builtin("and no proxy in its place", "abstract.ts", "getPrototypeOf(prototype) === objectPrototype", "true"),
  builtin(
    "a comparison that was suspended is made once",
    "timsort.ts",
    "if (step === answered) return toOrder(this.#answer);",
    "",
  ),
  builtin("a run goes on where its count was suspended", "timsort.ts", "this.#from = next;", "this.#from = high;"),
  builtin(
    "and in its direction",
    "timsort.ts",
    "let isDescending = next > low + 1 && this.#descends;",
    "let isDescending = false;",
  ),
  builtin("a place is looked for where that was suspended", "timsort.ts", "this.#to = right;", ""),
  builtin("without a comparator texts are compared", "sort-texts.ts", "(a as Keyed).text < (b as Keyed).text", "false"),
  builtin("stretches are merged", "sort-texts.ts", "if (length <= stretch) return;", "return;"),
  builtin("a stretch is paid for", "sort-texts.ts", "state.budget -= stretch;", ""),
  builtin(
    "an object is asked for its text at each comparison",
    "sort-texts.ts",
    "value !== null && !isPlain(typeof value)",
    'typeof value === "symbol"',
  ),
  builtin("what is filled by others meanwhile may be gone", "fill.ts", "if (k < most) nativeFill", "nativeFill"),
  builtin(
    "nothing of what is filled is converted twice",
    "fill.ts",
    'typeof args[0] === (isBigIntArray(self as Indexed) ? "bigint" : "number")',
    "true",
  ),
  builtin(
    "a proxy that was revoked is asked nothing",
    "proxies.ts",
    "if (isRevoked(f)) return apply(f, self, args);",
    "",
  ),
  builtin(
    "a trap of a proxy is called as its handler's method",
    "proxies.ts",
    "callPlain(body, depth, handler, given)",
    "callPlain(body, depth, self, given)",
  ),
  builtin("what was bound comes first", "indirect-bind.ts", "given === undefined ? more : joined(given, more)", "more"),
  builtin(
    "a context is kept where a function is suspended in it",
    "node-contexts.ts",
    "if (value === signal) goOnIn(capture());",
    "",
  ),
  builtin("and its store is put back where that has ended", "node-contexts.ts", "if (leave()) yield;", ""),
  builtin("a list of listeners is told where it is left", "node-events.ts", "if (!isSuspended) close(list);", ""),
  builtin(
    "also by a listener that was suspended",
    "node-events.ts",
    "      close(list);\n      if (thrown) throw value;",
    "      if (thrown) throw value;",
  ),
  builtin(
    "toJSON comes before the replacer",
    "json-text.ts",
    'typeof toJSON === "function"',
    'typeof toJSON === "function" && replacer === undefined',
  ),
  builtin("a list of names has each once", "json-to-json.ts", "if (seen.has(name)) continue;", ""),
  builtin(
    "a circle is seen however deep it is",
    "json-text.ts",
    "deep?.has(object) ? levels.length : min(levels.length, shallow)",
    "min(levels.length, shallow)",
  ),
  builtin("a circle's words name what constructed a list", "json-circle.ts", "made.prototype === prototype", "false"),
  builtin(
    "a monitor hears an error first",
    "node-events.ts",
    " || (monitor !== undefined && events[monitor] !== undefined)",
    "",
  ),
  builtin(
    "a listener of once is left to Node where its removal is not Node's own",
    "node-once.ts",
    "if (given[1] === wrapper && isPlain(this)) {",
    "if (given[1] === wrapper) {",
  ),
  builtin(
    "a listener of once is removed before it is called",
    "node-once.ts",
    "apply(removal, target, [type, wrapper]);\n    return { target };",
    "return { target };",
  ),
  builtin(
    "an iterator is closed where a callback throws",
    "iterator-helpers.ts",
    "    if (isLeft) closeQuietly(walked);\n  }\n}",
    "  }\n}",
  ),
  builtin(
    "a helper that has ended has ended for the engine, too",
    "iterator-helpers.ts",
    "if (isLeft) helper.isEnded = true;",
    "",
  ),
  builtin("a stretch that is filled is paid for", "fill.ts", "state.budget -= points;", "state.budget--;"),
];
