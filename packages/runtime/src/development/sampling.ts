/**
 * After the first report of a job that kept the thread, Node's profiler runs until the next time that happens, or for ten seconds. So
 * the second report names the innermost function, its file and line, and what kind of code it is.
 */

import { type Profile, startProfiler } from "../hosts/profiler.ts";
import { placeOf } from "../hosts/sources.ts";
import { isPreemptable } from "../protocol/is-preemptable.ts";
import type { Callable } from "../realm/intrinsics.ts";
import { builtInNamed, type Finding, findingOf, kindOfLine } from "./profile.ts";

/** How many times it is started at most in one process. */
let starts = 8;
let stop: (() => Profile | undefined) | undefined;
let since = 0;
/** Whether there is one, as far as is known. */
export let hasProfiler = true;
/** Functions whose jobs were explained. */
const explained = new WeakSet<object>();
/** What was reported. */
const places = new Set<string>();

/** When a report was made last: to start and stop the profiler takes long itself. */
let reportedAt = Number.NEGATIVE_INFINITY;
export const hasReportedSince = (instant: number): boolean => reportedAt >= instant;
export function noteReport(now: number): void {
  reportedAt = now;
}

/** Starts it for the next job of `fn`, unless that was explained. Returns whether it runs. */
export function startSampling(fn: Callable, now: number): boolean {
  if (explained.has(fn) || starts === 0) return false;
  stop?.();
  starts--;
  since = now;
  stop = startProfiler();
  hasProfiler = stop !== undefined;
  return hasProfiler;
}

/** Where the time went in which a job of `fn` kept the thread, in sentences. Undefined if that is not known, or no news. */
export function explainSampled(fn: Callable, from: number, to: number, now: number): string | undefined {
  if (stop === undefined || from < since) return undefined;
  const profile = stop();
  stop = undefined;
  const finding = profile && findingOf(profile, now - from, now - to);
  if (finding === undefined) return undefined;
  explained.add(fn);
  const place = `${finding.kind} ${finding.url}:${finding.hot}`;
  if (places.has(place)) return undefined;
  places.add(place);
  return describe(finding, fn);
}

function describe(finding: Finding, fn: Callable): string {
  const { kind, name, url, line, column, hot, share } = finding;
  const part = `${Math.round(share * 100)} % of it`;
  if (kind === "garbage") {
    return `${part} was garbage collection. Reuse objects, or use typed arrays, so that less garbage is created.`;
  }
  const { file } = placeOf(url, line + 1, column + 1);
  const place = placeOf(url, hot);
  const at = `${file === place.file ? file : `${file}, ${place.file}`}:${place.line}`;
  const where = `${part} passed in ${name === "" ? "a function without a name" : `"${name}"`} (${at})`;
  const text = place.text === undefined || place.text === "" ? "" : `\n    ${place.text.slice(0, 100)}\n`;
  const [what, help] = kindAndHelp(finding, place.text, finding.isBody || (isPreemptable(fn) && fn.name === name));
  return `${where}, ${what}.${text === "" ? " " : text}${help}`;
}

function kindAndHelp(
  { kind, callee = "", url, name }: Finding,
  text: string | undefined,
  isAnnotated: boolean,
): readonly [what: string, help: string] {
  if (kind === "generated") {
    return [
      "in code of new Function or eval that it called",
      "Such code is never preemptable. If a library generates it, have it generate a file while you build.",
    ];
  }
  if (kind === "platform") {
    return [
      `in ${callee === "" ? "a function" : `"${callee}"`} of Node`,
      "Functions of Node are never preemptable. Use the asynchronous function, or a worker.",
    ];
  }
  const line = kind === "built-in" ? builtInNamed(callee) : kindOfLine({ text });
  if (line !== undefined) {
    const help = line.includes("expression")
      ? "A regular expression is never preemptable. Match shorter texts, such as lines, or simplify it."
      : "Built-in functions are preemptable only while they call a preemptable callback. Give it smaller parts.";
    return [`in ${line}`, help];
  }
  const [, owner] = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(url) ?? [];
  if (owner !== undefined) {
    return [`of the package "${owner}"`, `Have the plugin transform it: add "${owner}" to its option packages.`];
  }
  if (isAnnotated) {
    return [
      "on a line without a preemption point",
      'The function is preemptable, so what it calls there is not. Annotate that with /** @preempt */. "npx preempt check --explain" says what became of each function.',
    ];
  }
  return ["which has no preemption point there", `Write /** @preempt */ before ${name === "" ? "it" : `"${name}"`}.`];
}
