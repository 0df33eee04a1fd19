/**
 * One library, one mode, a process of its own: `node session.ts <library> <folder> <mode> <optimize> <report>`. Loads
 * the library's tests through the hooks, runs them, and writes the {@link Report} as JSON.
 */
import { globSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import "@preempt/runtime/script";
import type { Stretches } from "../../benchmarks/src/stretches.ts";
import { combinationOf } from "../../packages/transformer/test/kit/combinations.ts";
import { findLibrary } from "./catalog.ts";
import { installHooks } from "./hooks.ts";
import { createInvoke, createMeasuringInvoke, type Mode } from "./invoke.ts";
import type { Library } from "./library.ts";
import { type CaseResult, runSuite } from "./run.ts";
import { suite } from "./suite.ts";
import { type Coverage, Transformer } from "./transformer.ts";

export interface Report {
  readonly mode: Mode;
  /** The name of the combination of optimisations. */
  readonly optimize: string;
  readonly cases: readonly CaseResult[];
  readonly coverage: Coverage;
  /** In mode "stretches". */
  readonly stretches?: Stretches;
}

const [name = "", folder = "", modeText = "", optimize = "", reportFile = ""] = process.argv.slice(2);
const isNumber = /^\d+$/.test(modeText);
const mode = (isNumber ? Number(modeText) : modeText) as Mode;
const library = findLibrary(name);
process.chdir(join(folder, "repository"));
const transformer = new Transformer(mode === "original", combinationOf(optimize));
installHooks({ library, folder, transformer });

const { rival } = await import("./rival.ts");
await loadTests(library);
const meter = mode === "stretches" ? createMeasuringInvoke() : undefined;
const cases = await runSuite(suite, { invoke: meter?.invoke ?? createInvoke(mode, rival) });
const measured = meter && { stretches: meter.stretches() };
const report: Report = { mode, optimize, cases, coverage: transformer.coverage, ...measured };
writeFileSync(reportFile, JSON.stringify(report));
// A test may have left a timer or a worker behind.
process.exit(0);

async function loadTests({ framework, preload = [], tests, testFunction }: Library): Promise<void> {
  const require = createRequire(`${process.cwd()}/`);
  for (const name of preload) require(name);
  if (framework === "mocha" || framework === "jest") await import(`./frameworks/${framework}.ts`);
  if (testFunction !== undefined) {
    require(`./${testFunction.file}`);
    const { collectCallsOf } = await import("./frameworks/functions.ts");
    collectCallsOf(testFunction.name);
  }
  const files = tests.flatMap((test) => (/[*(]/.test(test) ? globSync(test).sort() : [test]));
  if (files.length === 0) throw new Error(`no test file is named ${tests.join(" or ")}`);
  for (const file of files) await import(pathToFileURL(join(process.cwd(), file)).href);
}
