/** Runs one program in one way, in a realm of its own, and says what came of it. */

import { types } from "node:util";
import vm from "node:vm";
import { transform } from "../../packages/transformer/src/pipeline/transform.ts";
import type { Counts } from "../../packages/transformer/test262/in-realm.ts";
import { arrange, mainName } from "./arrange.ts";
import { hosts } from "./hosts/all.ts";
import { minified } from "./minify.ts";
import type { Program } from "./program.ts";
import { type Global, Realm, reportUnhandled } from "./realm.ts";
import { show, showError } from "./show.ts";
import { combination, keyOf, type Making, type Way } from "./ways.ts";

type Drivers = typeof import("../../packages/transformer/test262/in-realm.ts");

export interface Outcome {
  /** Everything that can be compared: what was printed, the error, the variables left behind. */
  readonly text: string;
  readonly preemptions: number;
  /** It did not end in time. */
  readonly isEndless: boolean;
}

export interface Limits {
  /** Milliseconds for each call into the program. Undefined: what ended before will end again; a limit costs a thread. */
  readonly time: number | undefined;
}

const mostTurns = 400;

/** The code of a program in each way, and its plain code. */
export class Codes {
  readonly #program: Program;
  readonly #scripts = new Map<string, vm.Script | Error>();

  constructor(program: Program) {
    this.#program = program;
  }

  /** The text, or why there is none: undefined, if the program cannot be arranged so. */
  text(making: Making, isPlain: boolean): string | undefined {
    const arranged = arrange(this.#program.source, making.arrangement, this.#program.form === "module");
    if (arranged === undefined) return undefined;
    return minified(isPlain ? arranged : transformed(arranged, making), making.minifier);
  }

  /** An error if the engine, or a minifier, refuses the code; undefined if there is none. */
  script(making: Making, isPlain: boolean): vm.Script | Error | undefined {
    const key = `${isPlain} ${keyOf(making)}`;
    const known = this.#scripts.get(key);
    if (known !== undefined) return known;
    try {
      const text = this.text(making, isPlain);
      if (text === undefined) return undefined;
      const script = new vm.Script(text, { filename: "program.js" });
      this.#scripts.set(key, script);
      return script;
    } catch (error) {
      this.#scripts.set(key, error as Error);
      return error as Error;
    }
  }
}

export function transformed(code: string, { strategy, optimize }: Making): string {
  return transform(code, {
    fileName: "program.js",
    module: false,
    sourceMap: false,
    functions: "all",
    strategy,
    optimize: combination(optimize),
  }).code;
}

export class Executor {
  readonly #runtime: vm.Script;
  readonly #loaded = new Map<string, vm.Script>();
  #current: Realm | undefined;

  /** @param runtime the runtime and the drivers, as a script whose value they are */
  constructor(runtime: string) {
    this.#runtime = new vm.Script(runtime, { filename: "runtime.js" });
    process.on("unhandledRejection", (reason) => {
      if (this.#current !== undefined) reportUnhandled(this.#current, reason);
    });
  }

  async run(program: Program, script: vm.Script, way: Way, isPlain: boolean, limits: Limits): Promise<Outcome> {
    const counts: Counts = { preemptions: 0, awaits: 0 };
    const after: (() => unknown)[] = [];
    let drivers: Drivers | undefined;
    const realm = new Realm((made) => {
      const runText = (text: string, name: string) =>
        made.run(this.#scriptOf(text, name, isPlain ? undefined : way.making), limits.time);
      const host = { realm: made, folder: program.folder, later: (f: () => unknown) => void after.push(f), runText };
      for (const name of program.hosts) hosts[name](host);
      if (!isPlain) drivers = made.run(this.#runtime) as Drivers;
      if (program.prelude !== undefined) runText(program.prelude, "prelude.js");
    });
    this.#current = realm;
    const { budget } = way;
    /** Suspended as the way says, unless it is an async function, which is called. */
    const call = (f: () => unknown, isAsync = false): unknown => {
      if (drivers === undefined || budget === undefined || (types.isAsyncFunction(f) && !isAsync)) {
        return realm.call(() => Reflect.apply(f, undefined, []), limits.time);
      }
      const { drive } = drivers;
      return realm.call(() => drive(f, isAsync, { first: budget, budget }, counts), limits.time);
    };
    let isEndless = false;
    const attempt = (f: () => unknown): unknown => {
      try {
        return f();
      } catch (error) {
        if (isTimeUp(error)) isEndless = true;
        else realm.print(`uncaught ${showError(error)}`);
        return undefined;
      }
    };

    attempt(() => {
      // The others only declare.
      realm.run(script, way.making.arrangement === "script" ? limits.time : undefined);
      if (way.making.arrangement === "script") return;
      const main = vm.runInContext(mainName, realm.context) as () => unknown;
      const isAsync = program.form === "module";
      const result = call(main, isAsync);
      if (!isAsync) return realm.print(`result ${show(result)}`);
      Promise.prototype.then.call(
        result as Promise<unknown>,
        (value) => realm.print(`result ${show(value)}`),
        (error) => attempt(() => rethrow(error)),
      );
    });
    for (let turn = 0; turn < mostTurns && !isEndless; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      const test = after.shift();
      const timer = test === undefined ? realm.nextTimer() : undefined;
      if (test !== undefined) attempt(() => awaited(realm, call(test, types.isAsyncFunction(test))));
      else if (timer !== undefined) attempt(() => call(callOf(timer)));
      else if (turn > 0) break;
    }
    this.#current = undefined;
    const { global } = realm;
    const left = realm.added().map((name) => `global ${name}: ${showProperty(global, name)}`);
    return { text: [...realm.lines, ...left].join("\n"), preemptions: counts.preemptions, isEndless };
  }

  #scriptOf(text: string, name: string, making: Making | undefined): vm.Script {
    const key = `${making === undefined ? "plain" : `${making.strategy} ${making.optimize}`} ${text}`;
    const known = this.#loaded.get(key);
    if (known !== undefined) return known;
    const script = new vm.Script(making === undefined ? text : transformed(text, making), { filename: name });
    if (this.#loaded.size > 50) this.#loaded.clear();
    this.#loaded.set(key, script);
    return script;
  }
}

function rethrow(error: unknown): never {
  throw error;
}

function callOf({
  callback,
  args,
}: {
  callback: (...args: unknown[]) => unknown;
  args: readonly unknown[];
}): () => unknown {
  return args.length === 0 ? (callback as () => unknown) : () => callback(...args);
}

/** A test's promise is part of what it says. */
function awaited(realm: Realm, result: unknown): void {
  if (!types.isPromise(result)) return;
  Promise.prototype.then.call(
    result,
    () => realm.print("resolved"),
    (error) => realm.print(`rejected ${showError(error)}`),
  );
}

function showProperty(global: Global, name: string): string {
  const property = Reflect.getOwnPropertyDescriptor(global, name);
  return property !== undefined && "value" in property ? show(property.value) : "[accessor]";
}

function isTimeUp(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === "ERR_SCRIPT_EXECUTION_TIMEOUT" || message === "runner: too many preemptions";
}
