/** Checks of what a set says of its threads. */
import { tasksBefore } from "../chains.ts";
import { LabError, show } from "../errors.ts";
import { type ChainParameters, placementNames, type TaskParameters } from "../parameters.ts";
import { hasSuspension } from "../suspension.ts";
import { placeOfThread, threadNames } from "../threads/names.ts";
import { sharing } from "../threads/sharing.ts";
import { checkTime, isObject } from "./values.ts";

/** More than any machine has; one would be a slip. */
const mostThreads = 1000;

interface CheckedSet extends Readonly<Record<string, unknown>> {
  readonly tasks: readonly TaskParameters[];
}

/**
 * @param set Its tasks and chains were checked before
 * @throws LabError that names the field, and the task
 */
export function checkThreads(set: CheckedSet, where: string): void {
  const { tasks, threads, placement, messages } = set;
  if (threads === undefined) {
    refuseWithout(set, where);
    return;
  }
  const names = checkNames(threads, where);
  if (placement !== undefined && !(placementNames as readonly unknown[]).includes(placement)) {
    const words = `${where}: the placement is ${show(placement)}`;
    throw new LabError("placement_unknown", `${words}. Give one of ${placementNames.join(", ")}.`);
  }
  if (messages !== undefined) checkMessages(messages, where);
  refuseOthers(set, where);
  const of = tasks.map((task, k) => threadOf(task, names, placement, `${where}, task ${k}`));
  if (placement !== undefined && names.every((name) => name === "main")) {
    throw new LabError("placement_without_worker", `${where}: nothing can be placed: its only thread is "main".`);
  }
  checkResources(tasks, of, names, where);
  checkSubmitted(set, where);
  if (messages !== undefined || (names.length === 1 && !tasks.some(({ submitted }) => submitted === true))) return;
  const what =
    set.chains !== undefined ? "chains" : tasks.some(({ submitted }) => submitted === true) && "submitted tasks";
  if (what === false) return;
  const words = `${where} has threads and ${what}, and does not say how long messages take`;
  throw new LabError("messages_missing", `${words}. Give "messages": { "delay": [least, most] }.`);
}

/** Jobs have one cause, and no test covers messages beside suspension. */
function checkSubmitted({ tasks, chains }: CheckedSet, where: string): void {
  const before = tasksBefore({ tasks, ...(chains !== undefined && { chains: chains as readonly ChainParameters[] }) });
  const k = tasks.findIndex(({ submitted }, i) => submitted === true && before[i] !== undefined);
  if (k >= 0) {
    const words = `${where}, task ${k} is submitted by the main thread, and released by task ${before[k]} of a chain`;
    throw new LabError("submitted_released", `${words}. Leave one of both out.`);
  }
  if (!hasSuspension(tasks) || !tasks.some(({ submitted }) => submitted === true)) return;
  const words = `${where}: tasks suspend themselves, and some are submitted by the main thread`;
  throw new LabError("submitted_suspension", `${words}. Leave one of both out: no test covers them together.`);
}

function refuseWithout({ tasks, placement, messages }: CheckedSet, where: string): void {
  const k = tasks.findIndex(({ thread, submitted }) => thread !== undefined || submitted !== undefined);
  const field =
    k >= 0 ? `task ${k} has a thread, or is submitted,` : placement !== undefined ? "it has a placement" : "";
  const found = field !== "" ? field : messages !== undefined ? "it has messages" : undefined;
  if (found === undefined) return;
  throw new LabError(
    "threads_missing",
    `${where}: ${found} and the set has no threads. Give "threads": 2, or their names.`,
  );
}

function checkNames(threads: unknown, where: string): readonly string[] {
  const isCount = Number.isInteger(threads) && (threads as number) >= 1 && (threads as number) <= mostThreads;
  if (isCount) return threadNames(threads as number);
  const isList = Array.isArray(threads) && threads.length >= 1 && threads.length <= mostThreads;
  if (!isList || threads.some((name) => typeof name !== "string" || name === "")) {
    const words = `${where}: threads is ${show(threads)}`;
    throw new LabError(
      "threads_not_valid",
      `${words}. Give how many, from 1 to ${mostThreads}, or a list of their names.`,
    );
  }
  const twice = threads.find((name, i) => threads.indexOf(name) < i);
  if (twice === undefined) return threads;
  throw new LabError("thread_name_twice", `${where}: two threads are called ${show(twice)}. Make the names differ.`);
}

function checkMessages(messages: unknown, where: string): void {
  const delay = isObject(messages) ? messages.delay : undefined;
  if (!Array.isArray(delay) || delay.length !== 2) {
    const words = `${where}: messages is ${show(messages)}`;
    throw new LabError("messages_not_valid", `${words}. Give { "delay": [least, most] }, in microseconds.`);
  }
  checkTime(delay[0], `${where}: the least delay of messages`, 0);
  checkTime(delay[1], `${where}: the most delay of messages`, 0);
  if (delay[0] <= delay[1]) return;
  const words = `${where}: messages take from ${delay[0]} to ${delay[1]} µs, which is nowhere`;
  throw new LabError("messages_reversed", `${words}. Give the smaller number first.`);
}

/** @returns undefined: the placement finds one */
function threadOf(
  { thread, submitted }: TaskParameters,
  names: readonly string[],
  placement: unknown,
  where: string,
): number | undefined {
  if (submitted !== undefined && typeof submitted !== "boolean") {
    throw new LabError("submitted_not_boolean", `${where}: submitted is ${show(submitted)}. Give true or false.`);
  }
  if (thread === undefined) {
    if (placement !== undefined || names.length === 1) return undefined;
    throw new LabError("thread_missing", `${where} has no thread. Give it one, or the set a placement.`);
  }
  const place = placeOfThread(names, thread);
  if (place !== undefined) return place;
  const known = names.slice(0, 5).map(show).join(", ");
  throw new LabError(
    "thread_unknown",
    `${where}: its thread is ${show(thread)}. Give a place from 0, or one of ${known}.`,
  );
}

/** Kernels of other threads have no event loop that is modelled, and serve no jobs by themselves. */
function refuseOthers({ tasks, loop, jobs, server }: CheckedSet, where: string): void {
  const fields = { loop, jobs, server };
  const field = Object.keys(fields).find((name) => fields[name as keyof typeof fields] !== undefined);
  const k = tasks.findIndex(({ queue }) => queue !== undefined);
  if (field === undefined && k < 0) return;
  const found = field ?? `a queue (task ${k})`;
  throw new LabError(
    "threads_and_others",
    `${where} has threads and ${found}. Leave one of both out: no model covers them together.`,
  );
}

function checkResources(
  tasks: readonly TaskParameters[],
  of: readonly (number | undefined)[],
  names: readonly string[],
  where: string,
): void {
  for (const group of sharing(tasks)) {
    const placed = group.filter((task) => of[task] !== undefined);
    const other = placed.find((task) => of[task] !== of[placed[0] as number]);
    if (other === undefined) continue;
    const first = placed[0] as number;
    const at = (task: number) => `task ${task} is on ${show(names[of[task] as number])}`;
    const words = `${where}: ${at(first)} and ${at(other)}, and they share a resource, directly or through others`;
    throw new LabError("resource_of_threads", `${words}. A lock is of one thread: give them the same.`);
  }
}
