/** Mutations of preemptable generators. */
import { breaking, type Mutation } from "./mutation.ts";

const generator = breaking("transform", "runtime/src/generators/");

export const generatorMutations: readonly Mutation[] = [
  generator(
    "a body returns when what it delegates to has returned, after it was suspended",
    "driver.ts",
    'step.value === returning && !step.done ? resumedBody(body, "return", taken()) : step',
    "step",
  ),
  generator("a suspended step is running", "driver.ts", "  if (driver.isSuspended) throw isRunning();\n  if", "  if"),
  generator(
    "a step takes the prototype of the function at the call",
    "generator-entry.ts",
    "shell.prototype = prototype;",
    "",
  ),
  generator("the job answers its request", "async-driver.ts", "this.#request.reject(error);", ""),
];
