/**
 * One mutation, at least, of each rule by which code is rewritten: what it breaks, and how. A test has to notice.
 */
import { analysisMutations } from "./analysis.ts";

export interface Mutation {
  /** Which tests are asked: those of the transform, of the kernel, or of the schedulability analyses. */
  readonly part: "transform" | "kernel" | "analysis";
  /** The rule that is broken. */
  readonly rule: string;
  /** Under packages/. */
  readonly file: string;
  /** Text that stands there once. */
  readonly from: string;
  readonly to: string;
}

const rewrite = (rule: string, file: string, from: string, to: string): Mutation => ({
  part: "transform",
  rule,
  file: `transformer/src/4-rewrite/${file}`,
  from,
  to,
});
const within = (rule: string, file: string, from: string, to: string): Mutation => ({
  part: "transform",
  rule,
  file,
  from,
  to,
});
const kernel = (rule: string, file: string, from: string, to: string): Mutation => ({
  part: "kernel",
  rule,
  file: `runtime/src/${file}`,
  from,
  to,
});

const plain = (rule: string, file: string, from: string, to: string): Mutation =>
  rewrite(rule, `plain/${file}`, from, to);

export const mutations: readonly Mutation[] = [
  // Preemption points
  within(
    "a point suspends when the budget is spent",
    "transformer/src/yield-point.ts",
    "f.createLessThan(f.createPrefixDecrement(budget)",
    "f.createGreaterThan(f.createPrefixDecrement(budget)",
  ),
  rewrite(
    "every loop body starts with a point",
    "loops.ts",
    "createNodeArray([point, ...body.statements])",
    "createNodeArray([...body.statements])",
  ),
  rewrite(
    "a function that calls starts with a point",
    "body.ts",
    "if (this.#hasCaptures) rest.unshift",
    "if (this.#hasCaptures && false) rest.unshift",
  ),
  // Plain bodies
  plain(
    "what is evaluated before a point is put aside",
    "expressions.ts",
    "return this.#isStable(node) ? this.#code.expression(node) : this.#putAside(node, steps);",
    "return this.#code.expression(node);",
  ),
  plain(
    "a variable that is assigned meanwhile is not stable",
    "expressions.ts",
    "return !binding.assigned || !binding",
    "return true || !binding",
  ),
  plain(
    "a callee is read before its arguments",
    "expressions.ts",
    'if (kind !== "yes" && call.arguments.some',
    "if (false && call.arguments.some",
  ),
  plain(
    "a condition found true is not evaluated again",
    "loops.ts",
    "const condition = test && frame.goingOnOr(test);",
    "const condition = test;",
  ),
  plain(
    "a jump out of a loop gives back what is left of the budget",
    "plain-code.ts",
    "if (n === this.#inside?.loop) statements.push(this.#inside.leaving());",
    "",
  ),
  plain(
    "a break means the loop, not the switch over points",
    "plain-code.ts",
    "const isMoved = moved !== undefined &&",
    "const isMoved = false && moved !== undefined &&",
  ),
  plain(
    "a for-of loop that is left closes its iterator",
    "plain-code.ts",
    "if (close !== undefined) statements.push(close(node));",
    "",
  ),
  plain(
    "an error closes the iterators of a plain body",
    "body.ts",
    "if (iterations.length === 0) return run;",
    "if (iterations.length >= 0) return run;",
  ),
  plain(
    "a switch is entered again at the clause with the point",
    "statements.ts",
    "this.frame.isUpTo(own.last), undefined, value, undefined, again",
    "this.frame.isUpTo(own.last), undefined, again, undefined, value",
  ),
  plain(
    "a template's parts become strings in their order",
    "expressions.ts",
    "if (this.has(span.expression) && spans.length > 0) {",
    "if (false) {",
  ),
  plain(
    "variables keep what they hid",
    "frame.ts",
    "for (const binding of form.locals.renamed) this.#names.set",
    "for (const binding of []) this.#names.set",
  ),
  plain(
    "sloppy functions box their this",
    "body.ts",
    'if (!usesThis || frame.part === "rest" || ts.isArrowFunction(node) || isStrict(node)) return [];',
    "if (usesThis || !usesThis) return [];",
  ),
  plain(
    "default values are computed when the function starts, once",
    "parameters.ts",
    "if (isHarmless(p)) {",
    "if (true) {",
  ),
  within(
    "a variable that changes and that a closure sees has no copy",
    "transformer/src/2-analyze/locals.ts",
    "if (binding.assigned || binding.declarations.length > 1) return why;",
    "if (binding.declarations.length > 1) return why;",
  ),
  within(
    "a closure keeps the variables of its round",
    "transformer/src/2-analyze/locals.ts",
    "for (let n: ts.Node = holder; n !== f; n = n.parent) if (isLoop(n)) return why;",
    "",
  ),
  within(
    "a counter is an integer",
    "transformer/src/2-analyze/counted.ts",
    "return isInteger(binding, scopes, new Set()) && hasValue(binding, counter) ? counter : undefined;",
    "return counter;",
  ),
  within(
    "a counter changes in the head of its loop alone",
    "transformer/src/2-analyze/counted.ts",
    "if (changes.some(",
    "if (false && changes.some(",
  ),
  within(
    "a counter has a value when its loop begins",
    "transformer/src/2-analyze/counted.ts",
    "&& hasValue(binding, counter)",
    "",
  ),
  within(
    "a suspended frame that is left closes its iterators",
    "runtime/src/activation.ts",
    'state.abandon?.(frame, completion === "throw");',
    "",
  ),
  within(
    "a call that knows nothing asks",
    "runtime/src/protocol-plain.ts",
    "return { f: signal, run: undefined, plain: signal,",
    "return { f: undefined, run: undefined, plain: undefined,",
  ),
  within("what calls know does not outlive the job", "runtime/src/protocol.ts", "if (hasEnded) state.forget?.();", ""),
  within(
    "an arrow function's plain body gets the this around it",
    "runtime/src/protocol-plain.ts",
    "arrow === undefined ? this : arrow.self, args);",
    "this, args);",
  ),
  within(
    "a call does not hand its receiver to an arrow function",
    "runtime/src/protocol-plain.ts",
    "if (arrow === undefined) return plain;",
    "if (plain !== undefined) return plain;",
  ),
  within(
    "what is no function says so in the engine's words",
    "runtime/src/protocol-plain.ts",
    "known.run = notCallable(text);",
    "known.run = notCallable(typeof f);",
  ),
  within(
    "a plain body that is called through gets all of its arguments",
    "runtime/src/call-plain.ts",
    "all[i + 2] = args[i];",
    "all[i + 1] = args[i];",
  ),
  // Loops over iterators in plain bodies
  within("only arrays are walked by index", "runtime/src/iterate.ts", "isArray(list) &&", ""),
  within(
    "an array with an iterator of its own is not walked by index",
    "runtime/src/iterate.ts",
    "method === arrayValues &&",
    "",
  ),
  within(
    "nor one whose iterator was patched",
    "runtime/src/iterate.ts",
    "ArrayIteratorPrototype.next === arrayNext &&",
    "",
  ),
  within(
    "nor one whose iterator would have to be closed",
    "runtime/src/iterate.ts",
    '!("return" in ArrayIteratorPrototype)',
    "true",
  ),
  within(
    "an iterator's next is read once",
    "runtime/src/iterate.ts",
    "apply(this.#next as Method, this.#iterator, [])",
    "apply((this.#iterator as { next: Method }).next, this.#iterator, [])",
  ),
  within(
    "an iterator that broke is not closed",
    "runtime/src/iterate.ts",
    "this.isOpen = false;\n    const step",
    "const step",
  ),
  within(
    "what next gives has to be an object",
    "runtime/src/iterate.ts",
    "if (!isObject(step)) throw",
    "if (false) throw",
  ),
  within("so has what return gives", "runtime/src/iterate.ts", "if (!isObject(result)) throw", "if (false) throw"),
  within(
    "an iterator is closed once",
    "runtime/src/iterate.ts",
    "if (!this.isOpen) return;\n    this.isOpen = false;",
    "if (!this.isOpen) return;",
  ),
  within(
    "an error in a plain loop wins over one of closing",
    "runtime/src/iterate.ts",
    "closeQuietly(iterations[i]);",
    "iterations[i]?.close();",
  ),
  within(
    "loops are left from the inside out",
    "runtime/src/iterate.ts",
    "for (let i = iterations.length - 1; i >= 0; i--)",
    "for (let i = 0; i < iterations.length; i++)",
  ),
  within(
    "those of a suspended frame too",
    "runtime/src/iterate.ts",
    "for (let i = frame.length - 1; i >= 4; i--)",
    "for (let i = 4; i < frame.length; i++)",
  ),
  within(
    "an error that comes from a call wins over one of closing",
    "runtime/src/iterate.ts",
    "if (isError) closeQuietly(local);",
    "if (false) closeQuietly(local);",
  ),
  // Optimised loops
  plain(
    "a body that goes on in a loop makes its round",
    "loops.ts",
    "return frame.onArrival(unit.f.createExpressionStatement(more));",
    "return more ? frame.onArrival(unit.f.createEmptyStatement()) : [];",
  ),
  plain(
    "a variable that is no number is left alone",
    "loops.ts",
    'f.createStringLiteral("number")',
    'f.createStringLiteral("string")',
  ),
  plain(
    "a counted loop charges the rounds that it made",
    "loops.ts",
    "frame.leaveIf(f.createGreaterThanEquals(i, end), point, loop, used), giveBack()",
    "frame.leaveIf(f.createGreaterThanEquals(i, end), point, loop, used)",
  ),
  plain("what a loop reads in its next round is live", "../../2-analyze/liveness.ts", "pass < 2", "pass < 1"),
  plain(
    "what is live where a break leads to is live before it",
    "../../2-analyze/liveness.ts",
    "ends.get(targetOf(node)) ?? varying",
    "none",
  ),
  plain(
    "an expression needs what it reads at each of its calls",
    "../../2-analyze/liveness.ts",
    "union(without(after, assignedBy(node)), readIn(node))",
    "without(after, assignedBy(node))",
  ),
  plain(
    "a name that two variables share is forgotten when both are",
    "frame.ts",
    ".filter((name) => this.#isMade(name) || !kept.has(name.text))",
    "",
  ),
  plain(
    "a body that is left for the one that starts has made its step",
    "loops.ts",
    "if (step !== undefined) round.push(step);",
    "",
  ),
  plain(
    "a do loop that is over is not begun again",
    "loops.ts",
    "round.push(f.createIfStatement(isOver, f.createBreakStatement(left)));",
    "",
  ),
  plain(
    "at the head of a loop the body that starts goes on",
    "body.ts",
    'frame.part === "rest" && frame.hasEntries && start !== undefined',
    'frame.part === "whole" && frame.hasEntries && start !== undefined',
  ),
  plain(
    "computed cases are compared in their order",
    "statements.ts",
    "reduceRight<ts.Expression>((otherwise, clause)",
    "reduce<ts.Expression>((otherwise, clause)",
  ),
  plain(
    "arrow functions inside see the this of the body",
    "plain-code.ts",
    "if (child.kind === ts.SyntaxKind.ThisKeyword) return this.#frame.self;",
    "",
  ),
  plain(
    "a loop with an iterator is no counted loop",
    "loops.ts",
    "const isList = () => f.createStrictEquality(iteration, f.createVoidZero());",
    "const isList = () => f.createStrictEquality(f.createVoidZero(), f.createVoidZero());",
  ),
  within("how deep a recursion gets can be set", "runtime/src/limit-frames.ts", "realm.state.mostFrames = most;", ""),
  within(
    "a recursion that is too deep is resumed with an error",
    "runtime/src/activation.ts",
    "if (depth > state.mostFrames) this.fail(",
    "if (depth > state.mostFrames * 1000) this.fail(",
  ),
  // Calls
  within(
    "a captured call suspends its caller",
    "transformer/src/yield-point.ts",
    'f.createStrictEquality(f.createAssignment(value, call), unit.runtime("signal"))',
    "f.createStrictEquality(f.createAssignment(value, call), f.createNull())",
  ),
  within(
    "so does one whose value nobody wants",
    "transformer/src/yield-point.ts",
    'ifYield(unit, unit.f.createStrictEquality(call, unit.runtime("signal")))',
    "ifYield(unit, unit.f.createStrictEquality(call, unit.f.createNull()))",
  ),
  within(
    "the paper's strategy delegates",
    "transformer/src/yield-point.ts",
    "f.createYieldExpression(f.createToken(ts.SyntaxKind.AsteriskToken), call)",
    "f.createYieldExpression(undefined, call)",
  ),
  rewrite(
    "a member's receiver is its this",
    "calls.ts",
    'callRuntime("call", [callee, self, ...args])',
    'callRuntime("call", [callee, this.#unit.f.createVoidZero(), ...args])',
  ),
  rewrite(
    "a key with calls has a receiver of its own",
    "calls.ts",
    ': this.#temps.fresh("$receiver")',
    ': this.#temps.get("$self")',
  ),
  rewrite(
    "?. stops at null and at undefined",
    "calls.ts",
    "f.createLogicalOr(isNull, isUndefined)",
    "f.createLogicalOr(isNull, isNull)",
  ),
  rewrite(
    "?. in parentheses or under delete stays a reference",
    "calls.ts",
    "if (isReferenceNeeded(node)) return",
    "if (false) return",
  ),
  rewrite("an awaited call may be of an async function", "calls.ts", 'awaited ? "ofAwaited" : "of"', '"of"'),
  within(
    "a function that is assigned to is asked at run time",
    "transformer/src/2-analyze/calls.ts",
    "binding.assigned || binding.declarations.length !== 1",
    "binding.declarations.length !== 1",
  ),
  within(
    "a block's function in sloppy code is also a variable outside",
    "transformer/src/2-analyze/scopes.ts",
    "binding.assigned = true;\n    around.bindings",
    "around.bindings",
  ),
  rewrite(
    "built-ins with callbacks ask for their counterparts",
    "builtins.ts",
    "[...builtins].sort()",
    "[...builtins].sort().slice(0, 0)",
  ),
  // Statements and expressions
  rewrite(
    "a call statement keeps its else to itself",
    "body.ts",
    "isStatementList(node.parent) ? statement :",
    "isStatementList(node) || true ? statement :",
  ),
  rewrite(
    "the right side of ** keeps its parentheses",
    "body.ts",
    "ts.isYieldExpression(unwrap(right)) ?",
    "ts.isYieldExpression(left) ?",
  ),
  rewrite(
    "functions are attached before the list runs",
    "statements.ts",
    "[...head, ...attached, ...rest]",
    "[...head, ...rest, ...attached]",
  ),
  rewrite(
    "a function as a branch gets a block",
    "statements.ts",
    "if (!statement || !ts.isFunctionDeclaration(statement)",
    "if (true || !statement || !ts.isFunctionDeclaration(statement)",
  ),
  rewrite(
    "labels stay with their loops",
    "body.ts",
    "inner = inner.statement;\n    }\n    return isLoop(inner) ? this.#loop(inner, labels)",
    "inner = inner.statement;\n    }\n    return isLoop(inner) ? this.#loop(inner, [])",
  ),
  // Async
  rewrite(
    "for await closes its iterator on every way out",
    "loops.ts",
    'f.createIfStatement(member("open"), close())], true)',
    "f.createIfStatement(f.createFalse(), close())], true)",
  ),
  rewrite(
    "an error in the body wins over one of closing",
    "loops.ts",
    "f.createThrowStatement(error)",
    "f.createEmptyStatement()",
  ),
  rewrite(
    "the head of for await sees its variable uninitialised",
    "loops.ts",
    "return names.filter((n) => mentioned.has(n));",
    "return [];",
  ),
  rewrite(
    "labels stay with for await",
    "loops.ts",
    "for (const label of labels) steps",
    "for (const label of labels.slice(1)) steps",
  ),
  rewrite(
    "return waits for its call inside try",
    "body.ts",
    "ts.isCallExpression(call) && this.#guards === 0 ?",
    "ts.isCallExpression(call) ?",
  ),
  rewrite(
    "an async function settles at its end",
    "body.ts",
    "if (this.#async && !isExit(rest.at(-1)))",
    "if (this.#async && isExit(rest.at(-1)))",
  ),
  within(
    "a result that is thenable is adopted",
    "runtime/src/protocol-async.ts",
    'if (typeof then !== "function") return result;',
    'if (typeof then !== "nothing") return result;',
  ),
  rewrite("await using disposes", "disposal.ts", 'invoke("more"),', "f.createFalse(),"),
  rewrite(
    "await using keeps the block's error",
    "disposal.ts",
    "f.createTryStatement(f.createBlock(body, true), failing(), end)",
    "f.createTryStatement(f.createBlock(body, true), undefined, end)",
  ),
  rewrite(
    "using beside await using is not awaited",
    "disposal.ts",
    '? "use" : "useAsync"',
    '? "useAsync" : "useAsync"',
  ),
  within(
    "disposal goes backwards",
    "runtime/src/async-disposal.ts",
    "this.#resources.pop()",
    "this.#resources.shift()",
  ),
  // Functions
  rewrite(
    "a wrapped function keeps its name",
    "functions.ts",
    'if (name === "") return value;',
    "if (name !== undefined) return value;",
  ),
  rewrite("an entry keeps the length", "functions.ts", "if (p.initializer || p.dotDotDotToken) break;", "break;"),
  rewrite(
    "an entry keeps its directives",
    "functions.ts",
    "node.body.statements.filter(isPrologueDirective)",
    "node.body.statements.filter(() => false)",
  ),
  rewrite(
    "an entry hands on this",
    "functions.ts",
    "const self = needsThis ? f.createThis() : f.createVoidZero();",
    "const self = f.createVoidZero();",
  ),
  rewrite(
    "a function that uses new.target keeps both bodies",
    "functions.ts",
    "!unit.kept.get(node)?.facts.usesNewTarget",
    "true",
  ),
  rewrite(
    "arguments.callee is the function",
    "functions.ts",
    "if (!showsCallee(unit, node)) return block;",
    "if (block !== undefined) return block;",
  ),
  rewrite(
    "an arrow function's this is the one around it",
    "functions.ts",
    "args.push(takesThis ? f.createThis() : f.createVoidZero())",
    "args.push(f.createVoidZero())",
  ),
  rewrite(
    "an arrow function's arguments are those around it",
    "lexical.ts",
    'add(lexical.arguments, () => f.createIdentifier("arguments"))',
    "add(lexical.arguments, () => f.createArrayLiteralExpression())",
  ),
  rewrite("so is its new.target", "lexical.ts", "(lexical.newTarget ?? node)", "(undefined ?? node)"),
  rewrite(
    "so is its super",
    "lexical.ts",
    "[callee, self(), ...node.arguments",
    "[callee, f.createVoidZero(), ...node.arguments",
  ),
  rewrite("super can be assigned", "lexical.ts", "f.createAssignment(property(), value)", "value"),
  rewrite(
    "this may come after the arrow function",
    "lexical.ts",
    "lexical.self ? f.createCallExpression(lexical.self, undefined, []) : f.createThis()",
    "f.createThis()",
  ),
  // Classes and objects
  rewrite(
    "methods are attached",
    "classes.ts",
    "if (attach.length > 0) members.unshift",
    "if (attach.length > 99) members.unshift",
  ),
  rewrite(
    "a private method has its body beside it",
    "classes.ts",
    "bodyNames.set(member, f.createPrivateIdentifier(freeName(",
    "bodyNames.set(member, f.createPrivateIdentifier(String(",
  ),
  rewrite(
    "a method that was replaced is not attached",
    "class-keys.ts",
    "conditions.length > 0 ? conditions.reduce",
    "conditions.length > 99 ? conditions.reduce",
  ),
  rewrite(
    "a computed key runs once",
    "class-keys.ts",
    "return variable ? f.createElementAccessExpression(owner, variable)",
    "return variable ? f.createElementAccessExpression(owner, unit.keyExpression(method.name as ts.ComputedPropertyName))",
  ),
  rewrite("keys in resumable code may suspend", "body.ts", "this.#unit.visitedKeys.set(name, expression);", ""),
  rewrite("keys of the original stay plain", "body.ts", "this.#unit.visitedKeys.delete(key.name);", ""),
  rewrite(
    "an object method with a computed key is found under it",
    "objects.ts",
    "f.createSpreadAssignment(",
    "f.createSpreadAssignment(f.createObjectLiteralExpression() ?? ",
  ),
  rewrite(
    "the body of an object's super method is taken out",
    "object-members.ts",
    'object = unit.callRuntime("attachOwn", [',
    'unit.callRuntime("attachOwn", [',
  ),
  // The protocol
  within(
    "frames are resumed innermost first",
    "runtime/src/activation.ts",
    "for (let i = captured.length - 1; i >= 0; i--)",
    "for (let i = 0; i < captured.length; i++)",
  ),
  within(
    "an error goes on outwards",
    "runtime/src/activation.ts",
    'this.#left("throw", error);\n        continue;',
    'this.#left("next", error);\n        continue;',
  ),
  within(
    "un-annotated callers get the original's promises",
    "runtime/src/protocol-async.ts",
    "if (state.exact) return f as Callable;",
    "",
  ),
  within(
    "generator frames move to the heap before the stack ends",
    "runtime/src/protocol.ts",
    "if (own > deepest) {",
    "if (own > Number.MAX_VALUE) {",
  ),
  within("generator bodies tell others how deep they are", "runtime/src/protocol.ts", "state.depth = own;", ""),
  within(
    "generator bodies are told how deep their callers are",
    "runtime/src/protocol-plain.ts",
    "state.depth = depth;",
    "",
  ),
  within(
    "what is too deep goes on",
    "runtime/src/activation.ts",
    'else if (state.budget < 0 || !isDeep) return "preempted";',
    'else return "preempted";',
  ),
  plain(
    "plain frames move to the heap before the stack ends",
    "frame.ts",
    "f.createGreaterThan(this.depth, f.createNumericLiteral(deepest))",
    "f.createGreaterThan(this.depth, f.createNumericLiteral(deepest * 1000))",
  ),
  plain(
    "a callee is deeper than its caller",
    "frame.ts",
    "return f.createAdd(this.depth, f.createNumericLiteral(weight));",
    "return f.createAdd(this.depth, f.createNumericLiteral(0 * weight));",
  ),
  plain(
    "what starts is gone on with by the rest",
    "frame.ts",
    'return this.part === "start" ? condition : this.unit.f.createLogicalAnd(this.isAtStart(), condition);',
    "return condition;",
  ),
  // The kernel
  kernel("the earliest deadline goes first", "policies/edf.ts", "job.deadline", "-job.deadline"),
  kernel("the larger priority goes first", "policies/fixed-priority.ts", "-job.priority", "job.priority"),
  kernel(
    "a more urgent release by the running job takes over at its next point",
    "core-kernel.ts",
    "if (head.key >= this.keyOf(running)) return;",
    "if (head.key !== -1e9) return;",
  ),
  kernel(
    "equals take turns by slice",
    "core-kernel.ts",
    "this.policy.roundRobin !== false) job.ticket",
    "this.policy.roundRobin === false) job.ticket",
  ),
  kernel(
    "a critical section keeps the others out",
    "kernel.ts",
    "if (held !== undefined && this.ready.remove(held)) return held;",
    "",
  ),
  kernel("rounds end", "core-kernel.ts", "if (now >= this.roundEnd || now < start", "if (now < start"),
  kernel(
    "deadlines come before releases of the same instant",
    "kernel.ts",
    "first + ++this.#watches",
    "++this.#watches - first",
  ),
  kernel(
    "aged jobs go first",
    "policies/aging.ts",
    "if (first !== undefined && now - since >= this.#patience) {",
    "if (first !== undefined && now - since >= this.#patience * 1e9) {",
  ),
  kernel(
    "levels keep the order of tickets",
    "policies/level-queue.ts",
    "after.ticket > job.ticket",
    "after.ticket < 0",
  ),
  kernel("what a budget overran is remembered", "budget.ts", "this.#safe = Math.min(this.#safe, right);", ""),
  kernel("a budget follows the pace", "budget.ts", "target / this.#perPoint - 1", "budget"),
  kernel("holders inherit", "resources/priority-inheritance.ts", "lends: true", "lends: false"),
  kernel("ceilings raise at once", "resources/immediate-ceiling.ts", "job.raised =", "job.raised +="),
  kernel(
    "a ceiling refuses who is not above it",
    "resources/priority-ceiling.ts",
    "job.key < blocking.ceiling",
    "job.key <= blocking.ceiling",
  ),
  kernel(
    "under SRP a job starts above the ceilings",
    "resources/stack-resource.ts",
    "level < ceiling",
    "level <= ceiling",
  ),
  kernel(
    "what a job locked is unlocked at its end",
    "kernel.ts",
    "for (let lock = job.held?.pop(); lock !== undefined; lock = job.held?.pop()) lock.unlock();",
    "",
  ),
  kernel(
    "a used up server's deadline is put off",
    "servers/constant-bandwidth.ts",
    "this.urgency.deadline += this.period;",
    "",
  ),
  kernel(
    "a periodic server out of budget waits",
    "servers/periodic.ts",
    "if (this.left > 1e-9) return true;",
    "return true;",
  ),
  kernel("a polling server loses what nobody uses", "servers/polling.ts", "this.left = Math.min(this.left, 0);", ""),
  kernel("jobs of a task do not overlap", "task.ts", "job.behind = this.#jobs.size > 0;", "job.behind = false;"),
  kernel("early arrivals are put off", "task.ts", "Math.max(now, this.#earliest)", "now"),
  kernel("a skipped release is skipped", "task.ts", "this.#skipNext = true;", "this.#skipNext = false;"),
  kernel(
    "periods do not drift",
    "task.ts",
    "const arrival = at(this.#start + this.#k * period);",
    "const arrival = port.kernel.now();",
  ),
  kernel(
    "a round ends with the frame",
    "hosts/frame-pace.ts",
    "const most = whole < round + shortest ? whole : round;",
    "const most = round;",
  ),
  kernel("an engine that is not trusted is tried again", "hosts/frame-pace.ts", "--distrust < 0", "--distrust < -1e9"),
  kernel("and ever more seldom", "hosts/frame-pace.ts", "const rarer = 8", "const rarer = 1"),
  kernel("an overrun is told once per function", "kernel.ts", "this.#overran.add(fn);", ""),
  kernel(
    "an overrun is longer than a slice",
    "kernel.ts",
    "spent > this.options.slice && this.on",
    "spent >= this.options.slice && this.on",
  ),
  kernel(
    "a busy period without an end is looked at for a hyperperiod",
    "analysis/busy-period.ts",
    "return exact(Number(hyperperiod(tasks)));",
    "return tasks.reduce((sum, { C }) => sum + C, blocking);",
  ),
  ...analysisMutations,
];
