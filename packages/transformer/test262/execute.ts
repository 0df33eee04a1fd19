/**
 * Runs one test262 file in one form: as it stands, and transformed in every way, each in a fresh realm.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";
import { transform } from "../src/pipeline/transform.ts";
import { type Combination, nameOf } from "../test/kit/combinations.ts";
import { companion } from "./companion.ts";
import type { Counts, Pace } from "./in-realm.ts";
import type { Outcome, Setup, Way } from "./messages.ts";
import type { Metadata } from "./metadata.ts";
import { createRealm, type Realm } from "./realm.ts";
import { annotate, type Form, mainName, wrap } from "./wrap.ts";

const { apply } = Reflect;

type Drivers = typeof import("./in-realm.ts");

export interface Executor {
  /** Prepares `source` in the given form; undefined answers mean that the transform left the file as it is. */
  prepare(source: string, metadata: Metadata, form: Form, optimize: Combination): Prepared;
}

export interface Prepared {
  /** The codes of the transform's findings. */
  readonly findings: readonly string[];
  execute(way: Way): Promise<Outcome>;
}

const turnsToWait = 40;

export function createExecutor(options: Setup): Executor {
  const runtime = new vm.Script(options.runtime, { filename: "runtime.js" });
  const transformed = (code: string, optimize: Combination) =>
    transform(code, { fileName: "test.js", module: false, sourceMap: false, strategy: options.strategy, optimize });
  const annotated = (code: string, optimize: Combination) => transformed(annotate(code), optimize);
  const companions = new Cache((_, optimize) => new vm.Script(transformed(companion, optimize).code));
  const helpers = new Cache((name, optimize) => {
    const source = readFileSync(join(options.suite, "harness", name), "utf8");
    return {
      plain: new vm.Script(source, { filename: name }),
      transformed: new vm.Script(annotated(source, optimize).code, { filename: name }),
    };
  });

  return {
    prepare(source, metadata, form, optimize) {
      const wrapped = wrap(source, form);
      const { code, diagnostics } = annotated(wrapped, optimize);
      const isAsyncTest = metadata.flags.has("async");
      const needed = ["assert.js", "sta.js", ...metadata.includes];
      if (isAsyncTest) needed.push("doneprintHandle.js");
      const compile = (text: string) => {
        try {
          return { script: new vm.Script(text, { filename: "test.js" }), error: undefined };
        } catch (error) {
          return { script: undefined, error };
        }
      };
      const scripts = { plain: compile(wrapped), transformed: compile(code) };
      return {
        findings: diagnostics.map((d) => d.code),
        execute: (way) => execute(way, way === "plain" ? scripts.plain : scripts.transformed),
      };

      async function execute(way: Way, test: ReturnType<typeof compile>): Promise<Outcome> {
        const counts: Counts = { preemptions: 0, awaits: 0 };
        const result = (passed: boolean, reason = ""): Outcome => ({ passed, reason, preemptions: counts.preemptions });
        const { negative } = metadata;
        if (test.script === undefined) {
          const isExpected = negative?.phase === "parse" && errorName(test.error) === negative.type;
          return result(isExpected, `does not compile: ${String(test.error)}`);
        }
        if (negative !== undefined && negative.phase !== "runtime") return result(false, "compiles");
        const realm = createRealm();
        try {
          const drivers = way === "plain" ? undefined : (realm.run(runtime) as Drivers);
          for (const name of needed) {
            realm.run(helpers.get(name, optimize)[way === "plain" ? "plain" : "transformed"]);
          }
          if (way === "interleaved") realm.run(companions.get("companion", optimize));
          realm.run(test.script);
          const running = start(realm, way, form, drivers, counts, source.length % 2);
          const ended = form.async ? await settled(running as Promise<unknown>) : { error: undefined, failed: false };
          if (ended.failed) throw ended.error;
        } catch (error) {
          if (negative?.phase === "runtime" && errorName(error) === negative.type) return result(true);
          return result(false, describe(error));
        }
        if (negative !== undefined) return result(false, "did not throw");
        if (!isAsyncTest) return result(true);
        for (let i = 0; i < turnsToWait && realm.printed.length === 0; i++) await new Promise((r) => setImmediate(r));
        const [said = "never called $DONE"] = realm.printed;
        return result(said === "Test262:AsyncTestComplete", said);
      }
    },
  };
}

/** What is made once for each name and combination. */
class Cache<T> {
  readonly #make: (name: string, optimize: Combination) => T;
  readonly #made = new Map<string, T>();

  constructor(make: (name: string, optimize: Combination) => T) {
    this.#make = make;
  }

  get(name: string, optimize: Combination): T {
    const key = `${name} ${nameOf(optimize)}`;
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const made = this.#make(name, optimize);
    this.#made.set(key, made);
    return made;
  }
}

/** Calls the test's function inside its realm, with the realm's time limit. */
function start(realm: Realm, way: Way, form: Form, drivers: Drivers | undefined, counts: Counts, phase: number) {
  const main = vm.runInContext(mainName, realm.context) as () => unknown;
  if (way === "plain" || way === "called" || drivers === undefined) return realm.call(() => apply(main, undefined, []));
  // Budgets whose first part is used up: few tests have 300 preemption points, and some have one.
  const pace: Pace =
    way === "budget 300" ? { first: phase, budget: 300 } : { first: 0, budget: way === "budget 0" ? 0 : 1 };
  if (way !== "interleaved") return realm.call(() => drivers.drive(main, form.async, pace, counts));
  const other = vm.runInContext("$companion", realm.context) as () => unknown;
  return realm.call(() => drivers.interleave(main, form.async, other, pace, counts));
}

async function settled(promise: Promise<unknown>): Promise<{ failed: boolean; error: unknown }> {
  let state: { failed: boolean; error: unknown } | undefined;
  promise.then(
    () => {
      state = { failed: false, error: undefined };
    },
    (error: unknown) => {
      state = { failed: true, error };
    },
  );
  for (let i = 0; i < turnsToWait && state === undefined; i++) await new Promise((r) => setImmediate(r));
  return state ?? { failed: true, error: new Error("runner: the async function did not end") };
}

function errorName(error: unknown): string | undefined {
  const value = error as { constructor?: { name?: string }; name?: string } | null | undefined;
  return value?.constructor?.name ?? value?.name;
}

function describe(error: unknown): string {
  try {
    const { name, message } = error as Error;
    return message === undefined ? String(error) : `${errorName(error) ?? name}: ${message}`;
  } catch {
    return "an error that cannot be shown";
  }
}
