/** Who had the thread in a stretch of time: the functions of a profile, with what they called. */
import type { TimedSample } from "../profiles/timed-samples.ts";
import { bodySuffix, type Functions, type SourceFunction } from "./functions.ts";
import type { ScriptRun } from "./recording.ts";

/** The time of one function. Milliseconds. */
export interface Cost {
  readonly fn: SourceFunction;
  /** With all that it called. */
  total: number;
  /** In its own code, and in built-ins that it called. */
  self: number;
  /** In built-ins, regular expressions and functions of the browser that it called, by name. They are part of `self`. */
  readonly engine: Map<string, number>;
}

/** What ran because of one function of the project that something else called: the browser, Node or a library. */
export interface Group {
  /** Undefined where no function of the project was on the stack. */
  readonly entry: SourceFunction | undefined;
  total: number;
  /** The part of it that ran in a job of Preempt's. */
  inJob: number;
  readonly costs: Map<string, Cost>;
  /** By package: time with one of its functions on the stack. */
  readonly packages: Map<string, number>;
  /** The functions that the entry called, by their keys, with the time in them. */
  readonly called: Map<string, number>;
}

/** Built-ins that call the user's function and are preempted with it. */
const preempted: ReadonlySet<string> = new Set(
  "sort toSorted map filter forEach reduce reduceRight some every find findIndex findLast findLastIndex flatMap from groupBy".split(
    " ",
  ),
);

export function keyOf({ file, key }: Pick<SourceFunction, "file" | "key">): string {
  return `${file}#${key}`;
}

/** @param from, to Milliseconds on the recording's clock */
export function groupsIn(samples: readonly TimedSample[], functions: Functions, from: number, to: number): Group[] {
  const groups = new Map<string, Group>();
  for (const sample of samples) {
    const ms = Math.min(to, sample.to) - Math.max(from, sample.from);
    if (ms > 0) add(groups, functions, sample, ms);
  }
  return [...groups.values()].sort((a, b) => b.total - a.total);
}

function add(groups: Map<string, Group>, functions: Functions, { stack }: TimedSample, ms: number): void {
  const resolved = stack.map((frame) => functions.of(frame));
  const known = resolved.filter((one) => one.kind === "function");
  const entry = known.findLast((one) => one.package === undefined);
  const group = groupOf(groups, entry);
  group.total += ms;
  const isJob = stack.some(({ functionName }) => bodySuffix.test(functionName));
  if (isJob || resolved.at(-1)?.kind === "preempt") group.inJob += ms;

  const owner = known[0];
  const seen = new Set<string>();
  for (const fn of known) {
    const key = keyOf(fn);
    if (seen.has(key)) continue;
    seen.add(key);
    costOf(group, fn).total += ms;
  }
  // What calls the entry, such as a framework, is not what it spends time in.
  const inner = entry === undefined ? known : known.slice(0, known.lastIndexOf(entry));
  for (const name of new Set(inner.flatMap((fn) => fn.package ?? []))) {
    group.packages.set(name, (group.packages.get(name) ?? 0) + ms);
  }
  if (owner !== undefined) {
    const cost = costOf(group, owner);
    cost.self += ms;
    // Of several, the outermost is what the function calls; code that no source is known of counts like it.
    const called = resolved.slice(0, resolved.indexOf(owner)).findLast(({ kind }) => kind !== "preempt");
    if (called !== undefined && !preempted.has(called.name)) {
      const name = called.kind === "unknown" ? "code without a known source" : engineName(called.name);
      cost.engine.set(name, (cost.engine.get(name) ?? 0) + ms);
    }
  }
  const first = entry && known[known.lastIndexOf(entry) - 1];
  if (first !== undefined) group.called.set(keyOf(first), (group.called.get(keyOf(first)) ?? 0) + ms);
}

/** What several stretches have in common. */
export function mergedGroups(groups: readonly Group[]): Group[] {
  const all = new Map<string, Group>();
  const sum = (into: Map<string, number>, from: ReadonlyMap<string, number>) => {
    for (const [key, ms] of from) into.set(key, (into.get(key) ?? 0) + ms);
  };
  for (const { entry, total, inJob, costs, packages, called } of groups) {
    const group = groupOf(all, entry);
    group.total += total;
    group.inJob += inJob;
    sum(group.packages, packages);
    sum(group.called, called);
    for (const one of costs.values()) {
      const cost = costOf(group, one.fn);
      cost.total += one.total;
      cost.self += one.self;
      sum(cost.engine, one.engine);
    }
  }
  return [...all.values()].sort((a, b) => b.total - a.total);
}

/** Of scripts in long animation frames, which say no more than where they started. */
export function groupsOfScripts(
  scripts: readonly ScriptRun[],
  functions: Functions,
  from: number,
  to: number,
): Group[] {
  const groups = new Map<string, Group>();
  for (const { url, functionName, position, start, duration } of scripts) {
    const ms = Math.min(to, start + duration) - Math.max(from, start);
    const fn = ms > 0 && url !== "" ? functions.atOffset(url, functionName, position) : undefined;
    if (fn?.kind !== "function") continue;
    const group = groupOf(groups, fn.package === undefined ? fn : undefined);
    group.total += ms;
    costOf(group, fn).total += ms;
  }
  return [...groups.values()];
}

/** The same distribution over another time. */
function scaled(group: Group, total: number): Group {
  const factor = group.total === 0 ? 0 : total / group.total;
  const times = (map: ReadonlyMap<string, number>) => new Map([...map].map(([key, ms]) => [key, ms * factor]));
  const costs = [...group.costs].map(([key, cost]): [string, Cost] => [
    key,
    { ...cost, total: cost.total * factor, self: cost.self * factor, engine: times(cost.engine) },
  ]);
  return {
    ...{ entry: group.entry, total, inJob: group.inJob * factor },
    ...{ costs: new Map(costs), packages: times(group.packages), called: times(group.called) },
  };
}

/** The time of a profile below which it says nothing of a handler. */
const fewest = 10;

/**
 * Chromium gives pages many samples without a stack, above all while objects are allocated. Long animation frames know the whole time, but no
 * function inside. So the time is theirs, and its distribution that of all samples of the same handler.
 *
 * @param profiled, scripts Groups of the same interaction
 * @param pooled The profile of all slow interactions
 */
export function completed(profiled: readonly Group[], scripts: readonly Group[], pooled: readonly Group[]): Group[] {
  const find = (groups: readonly Group[], { entry }: Group) =>
    entry && groups.find((one) => one.entry !== undefined && keyOf(one.entry) === keyOf(entry));
  const known = scripts.filter(({ entry }) => entry !== undefined);
  const filled = known.map((script) => {
    const pool = find(pooled, script);
    return pool !== undefined && pool.total >= fewest ? scaled(pool, script.total) : script;
  });
  return [...filled, ...profiled.filter((group) => find(known, group) === undefined)];
}

function groupOf(groups: Map<string, Group>, entry: SourceFunction | undefined): Group {
  const key = entry === undefined ? "" : keyOf(entry);
  let group = groups.get(key);
  if (group === undefined) {
    group = { entry, total: 0, inJob: 0, costs: new Map(), packages: new Map(), called: new Map() };
    groups.set(key, group);
  }
  return group;
}

function costOf({ costs }: Group, fn: SourceFunction): Cost {
  const key = keyOf(fn);
  let cost = costs.get(key);
  if (cost === undefined) {
    cost = { fn, total: 0, self: 0, engine: new Map() };
    costs.set(key, cost);
  }
  return cost;
}

/** As V8 and Chromium call them: "RegExp: ^a+", "set innerHTML", "(garbage collector)". */
function engineName(name: string): string {
  if (name.startsWith("RegExp: ")) return `the regular expression /${name.slice(8)}/`;
  if (name.startsWith("(")) return name.slice(1, -1);
  return name === "" ? "a built-in" : `the built-in ${name}`;
}
