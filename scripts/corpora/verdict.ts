/** Everything about one program: whether it counts, and each way in which it does something else. */
import { Codes, type Executor, type Outcome } from "./execute.ts";
import type { Program } from "./program.ts";
import { usual as inFunction, keyOf, labelOf, type Making, type Way } from "./ways.ts";

export interface Difference {
  readonly way: string;
  readonly expected: string;
  readonly actual: string;
}

export interface Verdict {
  readonly name: string;
  readonly isCounted: boolean;
  /** Why it is not counted. */
  readonly reason: string;
  readonly runs: number;
  /** Runs under a budget in which it was suspended, and all of them. */
  readonly preempted: number;
  readonly suspendable: number;
  /** Ways that are not compared as they take too long. */
  readonly unfinished: readonly string[];
  readonly differences: readonly Difference[];
}

/** Milliseconds for a run of transformed code that may be suspended at every point. */
const transformedTime = 15_000;
/** Milliseconds of the processor for all ways of a program. */
const programTime = 12_000;
/** A plain run that takes the processor this long may take the whole time when it is suspended at every point. */
const heavy = 20;

const changing = "two plain runs differ";

type Plain = { readonly outcome: Outcome; readonly time: number } | { readonly reason: string };

export class Judge {
  readonly #executor: Executor;
  readonly #onWay: (label: string) => void;

  readonly #plainTime: number;

  /** @param plainTime milliseconds for a plain run */
  constructor(executor: Executor, onWay: (label: string) => void, plainTime = 3000) {
    this.#executor = executor;
    this.#onWay = onWay;
    this.#plainTime = plainTime;
  }

  async judge(program: Program, ways: readonly Way[], isPlainOnly: boolean): Promise<Verdict> {
    const codes = new Codes(program);
    const plains = new Map<string, Plain>();
    const points = new Map<string, number>();
    const verdict = {
      runs: 0,
      preempted: 0,
      suspendable: 0,
      differences: [] as Difference[],
      unfinished: [] as string[],
    };
    const started = processorTime();
    for (const way of ways) {
      const { making, budget } = way;
      if (processorTime() - started > programTime) {
        verdict.unfinished.push(labelOf(way));
        continue;
      }
      const plain = await this.#plain(program, codes, making, plains);
      if ("reason" in plain || isPlainOnly || isLikeAnother(budget, points.get(keyOf(making)))) continue;
      const script = codes.script(making, false);
      if (script === undefined) continue;
      const label = labelOf(way);
      this.#onWay(label);
      verdict.runs++;
      if (script instanceof Error) {
        const actual = `does not compile: ${script.message}`;
        verdict.differences.push({ way: label, expected: "compiles", actual });
        continue;
      }
      const time = plain.time > heavy ? transformedTime : undefined;
      const outcome = await this.#executor.run(program, script, way, false, { time });
      if (budget !== undefined) {
        verdict.suspendable++;
        if (outcome.preemptions > 0) verdict.preempted++;
        if (budget === 0 && !outcome.isEndless) points.set(keyOf(making), outcome.preemptions);
      }
      if (outcome.isEndless && plain.time > heavy) verdict.unfinished.push(label);
      else if (outcome.isEndless)
        verdict.differences.push({ way: label, expected: "ends", actual: "does not end in time" });
      else {
        const [expected, actual] = [plain.outcome.text, outcome.text].map((text) => compared(text, making));
        if (expected !== actual)
          verdict.differences.push({ way: label, ...parts(expected as string, actual as string) });
      }
    }
    const reasons = [...plains.values()].flatMap((plain) => ("reason" in plain ? [plain.reason] : []));
    const isCounted = reasons.length < plains.size;
    return { name: program.name, isCounted, reason: isCounted ? "" : (reasons[0] ?? ""), ...verdict };
  }

  async #plain(program: Program, codes: Codes, making: Making, known: Map<string, Plain>): Promise<Plain> {
    const key = `${making.arrangement} ${making.minifier}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const plain = await this.#findPlain(program, codes, making, known);
    known.set(key, plain);
    return plain;
  }

  async #findPlain(program: Program, codes: Codes, making: Making, known: Map<string, Plain>): Promise<Plain> {
    const isMinified = making.minifier !== "none";
    const unminified = isMinified
      ? await this.#plain(program, codes, { ...making, minifier: "none" }, known)
      : undefined;
    if (unminified !== undefined && "reason" in unminified) return unminified;
    this.#onWay(`${making.arrangement}, plain`);
    const script = codes.script(making, true);
    if (script === undefined) return { reason: "cannot be arranged so" };
    if (script instanceof Error) return { reason: isMinified ? "the minifier refuses it" : "does not compile" };
    const way: Way = { making, budget: undefined };
    const started = processorTime();
    const first = await this.#executor.run(program, script, way, true, { time: this.#plainTime });
    const time = processorTime() - started;
    if (first.isEndless) return { reason: "takes too long" };
    if (unminified !== undefined && "outcome" in unminified) {
      return first.text === unminified.outcome.text
        ? { outcome: first, time }
        : { reason: "the minifier alone changes what it does" };
    }
    // What is the same twice inside a function is so elsewhere.
    const inside = making.arrangement === "inside" ? undefined : await this.#plain(program, codes, inFunction, known);
    if (inside !== undefined && "outcome" in inside) return { outcome: first, time };
    if (inside?.reason === changing) return inside;
    const second = await this.#executor.run(program, script, way, true, { time: undefined });
    return first.text === second.text ? { outcome: first, time } : { reason: changing };
  }
}

/** In milliseconds: beside other processes, a clock says little. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Where budget 0 suspended a program at so many points, larger budgets than that suspend it nowhere: one such run is enough, and none
 * where there is no point.
 */
function isLikeAnother(budget: number | undefined, points: number | undefined): boolean {
  if (budget === undefined || budget === 0 || points === undefined) return false;
  return points === 0 || (budget === 300 && points <= 7) || (budget === 7 && points <= 1);
}

/** Minifiers that keep names of functions do not keep those of all that they rewrite. */
function compared(text: string, { minifier }: Making): string {
  return minifier === "none" ? text : text.replaceAll(/~name: "[^"]*"/g, "~name");
}

/** From the first line that differs on, without what is the same at its start. */
function parts(expected: string, actual: string): { expected: string; actual: string } {
  const [a, b] = [expected.split("\n"), actual.split("\n")];
  let line = 0;
  while (line < a.length && a[line] === b[line]) line++;
  const [inA, inB] = [a[line] ?? "", b[line] ?? ""];
  let column = 0;
  while (column < inA.length && inA[column] === inB[column]) column++;
  const from = Math.max(0, column - 60);
  const part = (lines: readonly string[]) => {
    const [first = "(nothing more)", ...more] = lines.slice(line, line + 3);
    return [`${from > 0 ? "…" : ""}${first.slice(from)}`, ...more].join(" ⏎ ").slice(0, 300);
  };
  return { expected: part(a), actual: part(b) };
}
