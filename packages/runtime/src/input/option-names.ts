/** The names of the options that jobs have, and of those that tasks share with them. */
import { namesOf } from "./known-names.ts";
import type { SubmitOptions } from "./options.ts";

export const workNames = {
  args: 1,
  thisArg: 1,
  priority: 1,
  name: 1,
  budget: 1,
  signal: 1,
  wcet: 1,
  uses: 1,
  snapshot: 1,
  deadline: 1,
  onMiss: 1,
  timeout: 1,
  limit: 1,
  late: 1,
} as const;

export const submitNames = namesOf<SubmitOptions>({ ...workNames, inherit: 1, delay: 1, data: 1 });
