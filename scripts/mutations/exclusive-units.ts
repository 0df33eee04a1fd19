/** Mutations of exclusive units: how they are emitted, and what the runtime does about them. */
import { breaking, type Mutation } from "./mutation.ts";

const emitted = breaking("transform", "transformer/src/");
const found = breaking("transform", "transformer/src/");
const run = breaking("kernel", "runtime/src/exclusive/");
const activation = breaking("kernel", "runtime/src/");

export const exclusiveUnitMutations: readonly Mutation[] = [
  emitted(
    "a function that is suspended in an exclusive unit says so",
    "5-emit/plain/captures.ts",
    'if (this.#lock === undefined || (ts.isNumericLiteral(at) && at.text === "0")) return this.#depth;',
    "if (this.#lock !== undefined || at !== undefined) return this.#depth;",
  ),
  emitted(
    "a function that was suspended where it asks is not inside of the unit",
    "5-emit/plain/captures.ts",
    'this.#lock === undefined || (ts.isNumericLiteral(at) && at.text === "0")',
    "this.#lock === undefined",
  ),
  emitted("a plain body asks where it starts", "5-emit/plain/body.ts", "    ...asked,\n", ""),
  emitted(
    "a plain body that is entered again asks no more",
    "5-emit/plain/frame.ts",
    "isSure ? undefined : this.isAtStart()",
    "undefined",
  ),
  emitted(
    "an exclusive unit is held until a call that is returned has its value",
    "5-emit/plain/statements.ts",
    " && !this.unit.holds(this.frame.node);",
    ";",
  ),
  emitted(
    "a generator asks where it starts",
    "5-emit/generator/body.ts",
    "if (this.#unit.asks(this.#node)) rest",
    "if (!this.#node) rest",
  ),
  emitted(
    "a generator says what it holds",
    "5-emit/generator/body.ts",
    "unit.held = unit.holds(node) ? unit.lock : undefined;",
    "",
  ),
  emitted(
    "functions without a resumable body ask, too",
    "5-emit/rewrite.ts",
    "return unit.asks(node) ? withQuestion(unit, node as FunctionNode, made as FunctionNode) : made;",
    "return made;",
  ),
  emitted(
    "the original of a preemptable function asks, too",
    "5-emit/functions.ts",
    "return withQuestion(unit, node, isKept ? node : ts.visitEachChild(node, unit.visitPlain, unit.context));",
    "return isKept ? node : ts.visitEachChild(node, unit.visitPlain, unit.context);",
  ),
  found(
    "in the paper's strategy the unit is held while what is delegated to is suspended",
    "5-emit/generator/yield-point.ts",
    'held === undefined ? call : unit.callRuntime("holding", [held, call])',
    "call",
  ),
  found(
    "a function inside a plain body asks",
    "5-emit/plain/plain-code.ts",
    "return unit.asks(node) ? withQuestion(",
    "return node === undefined ? withQuestion(",
  ),
  found(
    "a function inside the original of a preemptable one asks",
    "4-plan/plan-file.ts",
    "if (mayStay && !plainEdits.has(node))",
    "if (mayStay)",
  ),
  found(
    "a function that asks gets a body, in which it can be suspended",
    "4-plan/added-bodies.ts",
    "if (exclusive === undefined || !isWhole) return kept;",
    "if (exclusive !== kept) return kept;",
  ),
  found(
    "a comment at the head of a file speaks of all its functions",
    "2-find/annotations.ts",
    "if (head !== undefined) found.unit = head.word;",
    "",
  ),
  found(
    "what is marked reentrant neither holds nor asks",
    "4-plan/shared-state/exclusive-unit.ts",
    "  for (const f of found.reentrant) {\n    holding.delete(f);\n",
    "  for (const f of found.reentrant) {\n",
  ),
  activation(
    "a unit is left when the outermost of its frames has ended",
    "protocol/activation.ts",
    "if (index === this.heldFrom) state.units?.left(this, index);",
    "",
  ),
  activation(
    "a generator that is suspended says what it holds",
    "protocol/activation.ts",
    "if (step.value !== undefined) state.units?.suspended(this, step.value, this.#depth - 1);",
    "",
  ),
  run(
    "a job that needs a unit runs the one that is inside",
    "units.ts",
    "if (state.budget < 0 || !this.#isFreed(asked, holder)) return",
    "if (state.budget < 0) return",
  ),
  run(
    "code that cannot be suspended runs the holder to where it leaves",
    "units.ts",
    "while (!this.#isFreed(lock));",
    "while (this.#isFreed(lock) && false);",
  ),
  run(
    "a job that has left the unit goes on to its next preemption point",
    "units.ts",
    "(isPlain ? undefined : this.#runToPoint(holder, units))",
    "undefined",
  ),
  run("whoever runs a job stops where that has left the unit", "units.ts", "units.floorOf(lock) ?? holder.depth", "0"),
  run("while a job awaits, others may enter", "units.ts", 'if (outcome === "awaiting") units.giveUp();', ""),
  run(
    "a job that awaited inside goes on when others have left",
    "units.ts",
    'for (const lock of units.locks) if (!this.#isFreed(lock, holder)) return "preempted";',
    "",
  ),
  run(
    "two who would wait for each other are told of",
    "units.ts",
    "if (level < this.#helps) this.#tell",
    "if (level < 0) this.#tell",
  ),
  run("who waits for something else is not run", "units.ts", "if (!isBlocked && this.#help", "if (this.#help"),
  run(
    "who comes back to the unit again and again is run no longer than a budget lasts",
    "units.ts",
    "if (!isFirst && --state.budget < 0) return false;",
    "",
  ),
  run(
    "a job does not come into a unit of the one whom it left a unit for",
    "units.ts",
    "this.#toPoint = this.#helps;",
    "this.#toPoint = -1;",
  ),
  run(
    "where the holder waits the asker waits, too",
    "units.ts",
    "if (waitFor(lock, asker?.driver, holder.driver)) return false;",
    "",
  ),
  run("who waits for a holder goes on when that has left", "lock.ts", "      goOn();\n", ""),
  run("nobody waits for a holder that waits for it", "wait.ts", "if (wouldDeadlock(job, what)) return false;", ""),
  run("the job that is run for another is the running one", "help.ts", "kernel.caller = kernel.running = job;", ""),
  run("what was run for another job is its own time", "help.ts", "kernel.charge(running, false);", ""),
  run(
    "what a job comes to await while another runs it, it waits for",
    "help.ts",
    'else if (outcome === "awaiting") kernel.awaits(job, now);\n',
    "",
  ),
  activation(
    "whoever runs a job pays for it in the time of its server",
    "kernel/kernel.ts",
    "(this.turn ?? job).server?.charge(spent, now);",
    "job.server?.charge(spent, now);",
  ),
  activation(
    "a job that is run for another is as urgent as that",
    "kernel/ready-and-due.ts",
    "const urgent = this.turn ?? this.running;",
    "const urgent = this.running;",
  ),
  run(
    "what a job is kept waiting by all units counts",
    "help.ts",
    "asker.keptWaiting += length;",
    "asker.keptWaiting = length;",
  ),
];
