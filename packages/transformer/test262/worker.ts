/** Runs the files that it is sent, one after the other, and sends back what came of each. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { combinationOf } from "../test/kit/combinations.ts";
import { createExecutor } from "./execute.ts";
import type { CaseResult, FileResult, Job, Setup } from "./messages.ts";
import { transformedWays } from "./messages.ts";
import { metadataOf } from "./metadata.ts";

// A test may leave a rejected promise behind.
process.on("unhandledRejection", () => {});
process.on("uncaughtException", () => {});

process.once("message", (setup: Setup) => {
  const executor = createExecutor(setup);
  process.on("message", (job: Job) => {
    void run(job).then((result) => process.send?.(result));
  });
  process.send?.({ ready: true });

  async function run({ file, optimize, plainOnly }: Job): Promise<FileResult> {
    const source = readFileSync(join(setup.suite, file), "utf8");
    const metadata = metadataOf(source);
    const cases: CaseResult[] = [];
    const { flags } = metadata;
    if (flags.has("module") || flags.has("raw")) return { file, cases, optimize, ineligible: true };
    const combination = combinationOf(optimize);
    for (const form of setup.forms) {
      if (form.strict ? flags.has("noStrict") : flags.has("onlyStrict")) continue;
      const prepared = executor.prepare(source, metadata, form, combination);
      const plain = await prepared.execute("plain");
      if (!plain.passed) {
        cases.push({ form, counted: false, reason: plain.reason, findings: [], runs: [] });
        continue;
      }
      const runs: CaseResult["runs"] = [];
      for (const way of plainOnly ? [] : transformedWays) runs.push({ way, ...(await prepared.execute(way)) });
      const neverRuns = metadata.negative !== undefined && metadata.negative.phase !== "runtime";
      cases.push({ form, counted: true, reason: "", findings: [...prepared.findings], runs, neverRuns });
    }
    return { file, cases, optimize, ineligible: false };
  }
});
