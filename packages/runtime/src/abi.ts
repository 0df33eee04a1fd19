/**
 * What emitted code imports. Not for people: the transformer and this module change together.
 *
 * `packages/abi` lists the names that emitted code mentions; a test checks that they are those exported here. What a bundle does
 * not mention drops out of it.
 */

// Each `use…` makes built-in functions preemptable; what emitted code does not mention drops out of a bundle.
export { useFill } from "./builtins/fill.ts";
export { useFilter } from "./builtins/filter.ts";
export { useFind } from "./builtins/find.ts";
export { useFlatMap } from "./builtins/flat-map.ts";
export { useForEach } from "./builtins/for-each.ts";
export { useFrom } from "./builtins/from.ts";
export { useGroupBy } from "./builtins/group-by.ts";
export { bindable } from "./builtins/indirect-bind.ts";
export { useCall } from "./builtins/indirect-calls.ts";
export { useConstruct } from "./builtins/indirect-construct.ts";
export { useIterators } from "./builtins/iterator-helpers.ts";
export { useParse } from "./builtins/json-parse.ts";
export { useStringify } from "./builtins/json-stringify.ts";
export { useToJSON } from "./builtins/json-to-json.ts";
export { useMap } from "./builtins/map.ts";
export { useContexts } from "./builtins/node-contexts.ts";
export { useEmit } from "./builtins/node-events.ts";
export { proxies } from "./builtins/proxies.ts";
export { useReduce } from "./builtins/reduce.ts";
export { useReplace } from "./builtins/replace.ts";
export { useSome } from "./builtins/some.ts";
export { useSort } from "./builtins/sort.ts";
export { entered, exclusive, mustWait, waitHere } from "./exclusive/exclusive.ts";
export { delegatingAsync, yielded } from "./generators/async-delegation.ts";
export { attachAsyncGenerator } from "./generators/attach-async-generator.ts";
export { attachGenerator } from "./generators/attach-generator.ts";
export { delegating } from "./generators/delegation.ts";
export { give } from "./generators/driver.ts";
export { takeSteps } from "./generators/pattern-steps.ts";
export { collected, iterateSteps } from "./generators/walk-steps.ts";
export { disposeAsync } from "./language/async-disposal.ts";
export { abandon, closeQuietly, iterate, only, parts, walkable } from "./language/iterate.ts";
export { iterateAsync } from "./language/iterate-async.ts";
export { keysOf } from "./language/keys-of.ts";
export { bodyKey, propertyKey } from "./language/property-key.ts";
export { restOf } from "./language/rest-of.ts";
export { again, listed, opened, spreadable } from "./language/spread.ts";
export { superReference } from "./language/super-reference.ts";
export { accessSite, attachAccessor, getterOf, setterOf } from "./protocol/accessors.ts";
export { call, functionApply, functionCall } from "./protocol/call.ts";
export { missNew, newOf, superBody } from "./protocol/construct.ts";
export { attachConstructing, steppedField } from "./protocol/constructing-generators.ts";
export { begun, bound, ended, selfOf, superOf } from "./protocol/construction-box.ts";
export {
  adds,
  attachConstructor,
  bare,
  construct,
  constructed,
  constructedDerived,
  constructPlainly,
  given,
  gives,
  passed,
  superPlain,
} from "./protocol/constructors.ts";
export { fieldsOf, objectOf } from "./protocol/fields.ts";
export { applied, miss, missVia, site } from "./protocol/inline-cache.ts";
export { markOrdinary } from "./protocol/ordinary.ts";
export { attach, attachArrow, of, run, wait } from "./protocol/protocol.ts";
export { attachAsync, attachAsyncArrow, awaited, awaitedTail, ofAwaited, settle } from "./protocol/protocol-async.ts";
export { attachDirect, handed, held, taking } from "./protocol/protocol-direct.ts";
export {
  completed,
  endExact,
  enter,
  enterAsync,
  enterPlain,
  resumeExact,
  startExact,
} from "./protocol/protocol-entry.ts";
export {
  attachAsyncOwner,
  attachMethod,
  attachOwn,
  attachOwner,
  callable,
  own,
  takeOut,
} from "./protocol/protocol-members.ts";
export { delegate, holding } from "./protocol/protocol-paper.ts";
export { attachPlain, attachPlainArrow } from "./protocol/protocol-plain.ts";
export { save } from "./protocol/save.ts";
export { define } from "./realm/define.ts";
export { signal, state } from "./realm/realm.ts";
