/** Mutations of the rules by which state that jobs share is found, and judged. */
import { breaking, type Mutation } from "./mutation.ts";

const shared = breaking("transform", "transformer/src/");
const analyze = breaking("transform", "transformer/src/");

export const sharedStateMutations: readonly Mutation[] = [
  shared(
    "what is written anew is no window for what came before",
    "4-plan/shared-state/state-effects.ts",
    "writeThenPoint: next.writeThenPoint ?? newPoint ?? kept?.writeThenPoint,",
    "writeThenPoint: next.writeThenPoint ?? newPoint ?? before.writeThenPoint,",
  ),
  shared(
    "a read behind a write in the same code reads nothing of what was there before",
    "4-plan/shared-state/state-effects.ts",
    "read: before.read ?? (isThrough ? next.read : undefined),",
    "read: before.read ?? next.read,",
  ),
  shared(
    "on one of two ways something may be left as it was",
    "4-plan/shared-state/state-effects.ts",
    "isOverwritten: a.isOverwritten && b.isOverwritten,\n    point: a.point",
    "isOverwritten: a.isOverwritten || b.isOverwritten,\n    point: a.point",
  ),
  shared(
    "a loop follows itself",
    "4-plan/shared-state/paths.ts",
    "for (let i = 0; i < 2; i++) start.join(after(round));",
    "",
  ),
  shared(
    "who leaves a block by a jump goes through its finally",
    "4-plan/shared-state/paths.ts",
    "if (final !== undefined) this.#finally(final);",
    "if (final !== undefined && this.#path !== undefined) this.#all(final);",
  ),
  shared(
    "an argument that is handed over is there",
    "4-plan/shared-state/paths.ts",
    "if (formal !== undefined && this.#followed.isFollowed(formal)) {",
    "if (formal === undefined && this.#followed.isFollowed(formal as never)) {",
  ),
  shared(
    "others are expected where a job awaits",
    "4-plan/shared-state/function-steps.ts",
    'to.add({ kind: "forget" });',
    "",
  ),
  shared(
    "a local name is followed to what it stands for",
    "4-plan/shared-state/places.ts",
    "return isFunctionName(variable) ? nothing : aliasOf(variable);",
    "return nothing;",
  ),
  shared(
    "a pattern reads properties",
    "4-plan/shared-state/control-steps.ts",
    "this.#expressions.taken(node, this);",
    "",
  ),
  shared(
    "each round asks the list that it walks",
    "4-plan/shared-state/control-steps.ts",
    "this.#expressions.walked(node.expression, this);",
    "",
  ),
  shared(
    "code that runs once sets up",
    "4-plan/shared-state/lifetimes.ts",
    "if (loading.has(n) || setups.has(n)) return true;",
    "",
  ),
  shared(
    "closures that are made once live as long as the module",
    "4-plan/shared-state/lifetimes.ts",
    "if (!setups.has(owner) && !hosts.has(owner) && !isMaker(owner)) return false;",
    "if (!hosts.has(owner) && !isMaker(owner)) return false;",
  ),
  shared(
    "closures that keep what they are called with are taken to be made once",
    "4-plan/shared-state/lifetimes.ts",
    "isGivenAway(f) && makesClosures(f as FunctionNode) && keepsArguments(f)",
    "false",
  ),
  shared(
    "a flag at the head of a function is one only where it is set at once",
    "4-plan/shared-state/lifetimes.ts",
    "if (!/^(1|true|!0)$/.test(right.getText())) return false;",
    "",
  ),
  shared(
    "a counter goes one way",
    "4-plan/shared-state/counters.ts",
    "return first !== undefined && rest.every((step) => step === first);",
    "return first !== undefined;",
  ),
  shared(
    "a constant is made where it is missing",
    "4-plan/shared-state/lazy-constants.ts",
    "? isMissing(parent.expression)",
    "? !isMissing(parent.expression)",
  ),
  shared(
    "a cache is emptied only when it is full",
    "4-plan/shared-state/caches.ts",
    'if (method === "clear" || method === "delete") return isWhenFull(node);',
    'if (method === "clear" || method === "delete") return true;',
  ),
  shared(
    "what nobody but a timer calls finds everything set up",
    "4-plan/shared-state/shared-state.ts",
    "if (!kept.has(host as Preemptable) || reentrant.has(host)) continue;",
    "continue;",
  ),
  shared(
    "who only touches the state asks as well",
    "4-plan/shared-state/units.ts",
    "if (!ts.isSourceFile(around)) touching.add(around as FunctionNode);",
    "",
  ),
  shared(
    "who is called by others than those that have asked asks itself",
    "4-plan/shared-state/units.ts",
    "(caller) => caller === f || touching.has(caller as FunctionNode)",
    "() => true",
  ),
  shared(
    "who may be suspended before it touches the state holds the unit",
    "4-plan/shared-state/units.ts",
    "if (pointThenAccess !== undefined && [...own].some((other) => overlap(part, other))) return true;",
    "",
  ),
  shared(
    "code that is not shown may be suspended while it uses what it was handed",
    "4-plan/shared-state/call-steps.ts",
    "if (!isPoint) continue;",
    "continue;",
  ),
  shared(
    "a list that only others fill is state",
    "4-plan/shared-state/shared-state.ts",
    "if (isFilledByOthers(root, accesses)) {",
    "if (false as boolean) {",
  ),
  shared(
    "a list is filled anew only where its loop ends at its length",
    "4-plan/shared-state/written-anew.ts",
    "length === unwrap(condition.right).getText()",
    "true",
  ),
  shared(
    "a list that is filled while others may fill it is not filled anew",
    "4-plan/shared-state/written-anew.ts",
    'return step.kind !== "touch";',
    "return false;",
  ),
  shared(
    "nothing else runs between the place that is set and its use",
    "4-plan/shared-state/written-anew.ts",
    "node.end > looked.end || !runsNothingElse(looked, name)) return false;",
    "node.end > looked.end) return false;",
  ),
  shared(
    "a constant that is given up where it is made is a sign",
    "4-plan/shared-state/lazy-constants.ts",
    "resets.length === 0 ||",
    "resets.length === 0 || false &&",
  ),
  shared(
    "a constant that is given up is made of nothing that belongs to one call",
    "4-plan/shared-state/lazy-constants.ts",
    " && isSameForAll(write, variables)",
    "",
  ),
  shared(
    "keys are given out once by a counter that is only stepped",
    "4-plan/shared-state/fresh-keys.ts",
    "return isStep && parent.operator === step.operator;",
    "return true;",
  ),
  shared(
    "keys are given out once by a counter that outlives the call",
    "4-plan/shared-state/fresh-keys.ts",
    "if (isGivenOnce(given, accesses, places) && isBefore(n, node)) fresh++;",
    "if (ts.isPostfixUnaryExpression(unwrap(given)) && isBefore(n, node)) fresh++;",
  ),
  shared(
    "no path leads past the step that gives the key",
    "4-plan/shared-state/fresh-keys.ts",
    "return ts.isBlock(parent) && statement.end <= use.pos && use.end <= parent.end;",
    "return true;",
  ),
  shared(
    "what another package makes is a map only where keys are handed to it",
    "4-plan/shared-state/caches.ts",
    "key !== undefined && !ts.isLiteralExpression(unwrap(key));",
    "key !== undefined;",
  ),
  analyze(
    "who reads what the last match found is suspended nowhere",
    "1-resolve/language/last-match.ts",
    "properties.test(name)",
    "false",
  ),
];
