/**
 * What checks of options have in common, in whatever package. Each package throws errors of its own. `scripts/build.mjs` puts this
 * package into the builds of those that use it.
 */
export { instead, oneOf, unknownName } from "./known-names.ts";
export { nearNames, slipsBetween } from "./near-names.ts";
export { refusal, show } from "./refusal.ts";
export { type OptionSchema, type OptionSpec, type OptionsOf, type Problem, problemIn } from "./schema.ts";
export {
  aBoolean,
  aFunction,
  aNumber,
  anObject,
  aText,
  eitherOf,
  listOf,
  oneOfWords,
  showValue,
  type ValueType,
} from "./value-types.ts";
