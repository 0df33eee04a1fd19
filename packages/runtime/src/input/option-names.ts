/** The options that jobs have, and those that tasks share with them. The kernel checks those with a 1 where it uses them. */
import { abortSignal, bool, list, nameText, tableOf, word } from "@preempt/checks";
import type { SubmitOptions } from "./options.ts";

export const workTable = {
  args: list,
  thisArg: 1,
  priority: 1,
  name: nameText,
  budget: 1,
  signal: abortSignal,
  wcet: 1,
  uses: 1,
  snapshot: bool,
  deadline: 1,
  onMiss: 1,
  timeout: 1,
  limit: 1,
  late: word("run", "refuse"),
} as const;

export const submitTable = tableOf<SubmitOptions>({ ...workTable, inherit: bool, delay: 1, data: 1 });
