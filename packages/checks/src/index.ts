/**
 * What checks of options have in common, in whatever package. Each package throws errors of its own. `scripts/build.mjs` puts this
 * package into the builds of those that use it.
 */
export { instead, oneOf } from "./known-names.ts";
export { nearNames, slipsBetween } from "./near-names.ts";
export {
  abortSignal,
  bool,
  callback,
  countFromOne,
  finiteNumber,
  fraction,
  list,
  nameText,
  naturalNumber,
  type OptionKind,
  plainObject,
  positiveNumber,
  timeOrNever,
  word,
} from "./option-kinds.ts";
export { faultIn, type OptionTable, tableOf } from "./option-table.ts";
export { refusal, show } from "./refusal.ts";
export { remedyOf } from "./remedies.ts";
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
