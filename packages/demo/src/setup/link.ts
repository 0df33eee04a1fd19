/**
 * A set-up as the fragment of a link, readable and short: only what differs from the defaults is in it.
 *
 *   #scenario=search&policy=fcfs&slice=2&option.size=big&task.search=500,150,80,5&add.mine=100,100,20,3
 */
import { scenarios } from "../scenarios/index.ts";
import { policies } from "./policies.ts";
import { type AddedTask, defaultsOf, editFields, isInRange, mostAdded, type Setup, type TaskEdit } from "./setup.ts";

/** What a link says, and what in it was not understood. */
export interface ReadLink {
  readonly setup: Setup;
  readonly problems: readonly string[];
}

const single = ["scenario", "policy", "preemption", "slice", "round", "budget", "strategy"];
const firstScenario = "paper";

export function writeLink(setup: Setup): string {
  const params = new URLSearchParams();
  const defaults = defaultsOf(setup.scenario);
  if (setup.scenario !== firstScenario) params.set("scenario", setup.scenario);
  for (const key of ["policy", "slice", "round", "budget", "strategy"] as const) {
    if (setup[key] !== defaults[key]) params.set(key, String(setup[key]));
  }
  if (setup.preemption !== defaultPreemption(setup.policy)) params.set("preemption", setup.preemption ? "on" : "off");
  for (const [id, value] of Object.entries(setup.options)) params.set(`option.${id}`, value);
  for (const [id, edit] of Object.entries(setup.edits)) params.set(`task.${id}`, writeEdit(edit));
  for (const task of setup.added) params.set(`add.${task.id}`, writeEdit(task));
  return params.toString().replaceAll("%2C", ",");
}

/** FCFS stands for what an event loop does, which preempts nothing. */
export function defaultPreemption(policy: Setup["policy"]): boolean {
  return policy !== "fcfs";
}

const writeEdit = (edit: TaskEdit) => editFields.map((field) => edit[field]).join(",");

/**
 * Reads a fragment, with or without its #. What is wrong in it is left out and told. Whether the scenario has such options
 * and tasks is not seen here.
 */
export function readLink(fragment: string): ReadLink {
  const params = new URLSearchParams(fragment.replace(/^#/, ""));
  const problems: string[] = [];
  const known = scenarios.map(({ id }) => id);
  const defaults = defaultsOf(oneOf("scenario", known, firstScenario));
  const setup: { -readonly [K in keyof Setup]: Setup[K] } = { ...defaults };
  // Pairs: as the key of an assignment, "__proto__" would not be a name.
  const edits: [id: string, edit: TaskEdit][] = [];
  const options: [id: string, value: string][] = [];
  const added: AddedTask[] = [];

  setup.policy = oneOf("policy", policies, defaults.policy);
  setup.preemption = oneOf("preemption", ["on", "off"], defaultPreemption(setup.policy) ? "on" : "off") === "on";
  setup.strategy = oneOf("strategy", ["capture", "paper"], defaults.strategy);
  setup.slice = numberOf("slice", defaults.slice);
  setup.round = params.get("round") === "auto" ? "auto" : numberOf("round", defaults.round);
  setup.budget = params.get("budget") === "auto" ? "auto" : numberOf("budget", defaults.budget);
  for (const [key, value] of params) {
    const [, kind, id = ""] = /^(option|task|add)\.(.{1,40})$/.exec(key) ?? [];
    if (kind === undefined && !single.includes(key)) {
      problems.push(`The link says ${key.slice(0, 60)}, which is nothing that can be set. It was left out.`);
    }
    if (kind === "option") options.push([id, value.slice(0, 40)]);
    if (kind !== "task" && kind !== "add") continue;
    const edit = editOf(key, value);
    if (edit === undefined) continue;
    if (kind === "task") edits.push([id, edit]);
    else if (added.length < mostAdded) added.push({ id, ...edit });
    else problems.push(`The link adds more than ${mostAdded} tasks: "${id}" was left out.`);
  }
  const given = { options: Object.fromEntries(options), edits: Object.fromEntries(edits), added };
  return { setup: { ...setup, ...given }, problems };

  function oneOf<T extends string>(key: string, known: readonly T[], otherwise: T): T {
    const given = params.get(key);
    if (given === null) return otherwise;
    const found = known.find((k) => k === given);
    if (found === undefined) refuse(key, given, `one of ${known.join(", ")}`, otherwise);
    return found ?? otherwise;
  }

  function numberOf<T extends number | "auto">(key: "slice" | "round" | "budget", otherwise: T): T | number {
    const given = params.get(key);
    if (given === null) return otherwise;
    const value = Number(given);
    if (given.trim() !== "" && isInRange(key, value) && (key !== "budget" || Number.isInteger(value))) return value;
    refuse(key, given, "a number in its range", otherwise);
    return otherwise;
  }

  function editOf(key: string, value: string): TaskEdit | undefined {
    // Number would make 0 of nothing.
    const numbers = value.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
    const isGood =
      numbers.length === editFields.length && editFields.every((f, i) => isInRange(f, numbers[i] as number));
    if (!isGood) {
      refuse(key, value, "period,deadline,execution time,priority in milliseconds", "the scenario's");
      return undefined;
    }
    const [period = 0, deadline = 0, wcet = 0, priority = 0] = numbers;
    return { period, deadline, wcet, priority };
  }

  function refuse(key: string, given: string, expected: string, instead: string | number): void {
    problems.push(`The link says ${key}=${given.slice(0, 60)}; expected was ${expected}. Used instead: ${instead}.`);
  }
}
