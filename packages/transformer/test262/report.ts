/** The runner's results as text. */
import { exceptionFor } from "./exceptions.ts";
import { type FileResult, formName } from "./messages.ts";

/** The runs that ended otherwise than the untransformed one, unless the list of exceptions explains it. */
export function differencesIn({ file, optimize, cases }: FileResult): string[] {
  return cases.flatMap(({ form, findings, runs }) =>
    runs
      .filter((run) => !run.passed && exceptionFor(file) === undefined)
      .map((run) => {
        const codes = findings.length > 0 ? ` (${findings.join(" ")})` : "";
        return `${file} [${formName(form)}, ${run.way}${optimize === "speed" ? "" : `, ${optimize}`}] ${run.reason}${codes}`;
      }),
  );
}

/** Prints the counts; whether there is no difference that the list of exceptions does not explain. */
export function printReport(results: readonly FileResult[]): boolean {
  const counts = { files: 0, cases: 0, runs: 0, same: 0, excepted: 0, suspendable: 0, preempted: 0 };
  const findings = new Map<string, number>();
  let different = 0;
  const notCounted = new Map<string, number>();
  const combinations = new Map<string, number>();
  for (const { file, optimize, cases } of results) {
    if (cases.some((c) => c.counted)) {
      counts.files++;
      combinations.set(optimize, (combinations.get(optimize) ?? 0) + 1);
    }
    for (const c of cases) {
      if (!c.counted) {
        const kind = c.reason.replace(/[:«'"].*/s, "");
        notCounted.set(kind, (notCounted.get(kind) ?? 0) + 1);
        continue;
      }
      counts.cases++;
      for (const code of new Set(c.findings)) findings.set(code, (findings.get(code) ?? 0) + 1);
      for (const run of c.runs) {
        counts.runs++;
        if (run.passed) counts.same++;
        else if (exceptionFor(file) !== undefined) counts.excepted++;
        else different++;
        if (run.way === "called" || c.neverRuns) continue;
        counts.suspendable++;
        if (run.preemptions > 0) counts.preempted++;
      }
    }
  }
  const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(2)} %`;
  console.log(`\nfiles with a counted case   ${counts.files} of ${results.length}`);
  const drawn = [...combinations].sort((a, b) => b[1] - a[1]).map(([name, n]) => `${name}: ${n}`);
  console.log(`  by optimisations          ${drawn.join(", ") || "none"}`);
  console.log(`cases (file and form)       ${counts.cases}`);
  console.log(`runs                        ${counts.runs}`);
  console.log(`  same outcome              ${counts.same} (${percent(counts.same, counts.runs)})`);
  console.log(`  on the list of exceptions ${counts.excepted}`);
  console.log(`  different                 ${different}`);
  console.log(
    `preempted at least once     ${counts.preempted} of ${counts.suspendable} runs under a budget (${percent(counts.preempted, counts.suspendable)})`,
  );
  console.log(
    `cases with findings         ${
      [...findings]
        .sort()
        .map(([code, n]) => `${code}: ${n}`)
        .join(", ") || "none"
    }`,
  );
  const reasons = [...notCounted].sort((a, b) => b[1] - a[1]).slice(0, 12);
  console.log(`not counted                 ${reasons.map(([r, n]) => `${n} ${r.trim()}`).join("; ") || "none"}`);
  return different === 0;
}
