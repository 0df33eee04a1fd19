/** A compiled script. */
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import type { AnyFunction } from "@preempt/runtime";
import type { SourceMap } from "@preempt/transformer";
import { refuse } from "./errors.ts";
import type { Guard } from "./guard.ts";
import type { Position } from "./positions.ts";
import { checkRun, type RunOptions } from "./run-options.ts";
import { ScriptRun } from "./script-run.ts";
import type { Unpreemptable } from "./unpreemptable.ts";
import type { Unstoppable } from "./unstoppable.ts";

/** What the compiler hands over. */
export interface Compiled {
  readonly name: string;
  /** How the engine names the code in stack traces. */
  readonly url: string;
  readonly globals: Readonly<Record<string, unknown>>;
  readonly make: (guard: Guard) => AnyFunction;
  readonly map: SourceMap;
  /** Characters of the first line that are not of the script. */
  readonly start: number;
  /** Lines that the engine puts before the code. */
  readonly linesBefore: number;
  readonly cannotBeStopped: readonly Unstoppable[];
  readonly notPreemptable: readonly Unpreemptable[];
}

/** A script, to be run any number of times. Each run has variables of its own. */
export class Script<G extends object = Record<string, unknown>> {
  /** As in the options. */
  readonly name: string;
  /** What nothing can stop while it lasts, with its places. Empty: there is nothing that the compiler knows of. */
  readonly cannotBeStopped: readonly Unstoppable[];
  /** Functions that run to their end in one go, or until their `stretchLimit`. */
  readonly notPreemptable: readonly Unpreemptable[];
  readonly #compiled: Compiled;
  #map: TraceMap | undefined;

  /** @internal */
  constructor(compiled: Compiled) {
    this.#compiled = compiled;
    this.name = compiled.name;
    this.cannotBeStopped = compiled.cannotBeStopped;
    this.notPreemptable = compiled.notPreemptable;
  }

  /**
   * Runs the script as a job.
   *
   *     const total = await script.run({ rows }, { limit: 100 });
   *
   * @param values Values of globals, instead of those that `compile` was given
   * @returns Await it for the value that the script returns. It rejects with what the script throws, and with a
   *   {@link ScriptStopped} when a limit is reached.
   * @throws PreemptError for an option out of range, or a global that `compile` was not told of
   */
  run<T = unknown>(values: Partial<G> = {}, options: RunOptions = {}): ScriptRun<T> {
    const { name, globals, make } = this.#compiled;
    checkRun(options, name);
    for (const key of Object.keys(values)) {
      if (Object.hasOwn(globals, key)) continue;
      refuse(
        "global_unknown",
        `a global of a run of ${name}`,
        key,
        `those of compile: ${Object.keys(globals).join(", ") || "it had none"}`,
      );
    }
    const args = Object.keys(globals).map((key) => (key in values ? values[key as keyof G] : globals[key]));
    return new ScriptRun<T>({ name, make, args }, options);
  }

  /** Where in the script an error was thrown; undefined if its stack does not mention the script. */
  positionOf(error: unknown): Position | undefined {
    const { url, map, start, linesBefore } = this.#compiled;
    const stack = error instanceof Error ? (error.stack ?? "") : "";
    const at = stack.indexOf(`${url}:`);
    const [, line, column] = at < 0 ? [] : (/^:(\d+):(\d+)/.exec(stack.slice(at + url.length)) ?? []);
    if (line === undefined) return undefined;
    this.#map ??= new TraceMap(map as never);
    const found = originalPositionFor(this.#map, { line: Number(line) - linesBefore, column: Number(column) - 1 });
    if (found.line === null || found.column === null) return undefined;
    const before = found.line === 1 ? start : 0;
    return { line: found.line, column: Math.max(found.column - before, 0) + 1 };
  }
}
