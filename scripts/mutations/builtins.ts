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
  builtin("a stretch that is filled is paid for", "fill.ts", "state.budget -= points;", "state.budget--;"),
];
