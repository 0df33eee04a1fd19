/** Measures programs one after the other, and reports them. What both commands, suites and packages, have in common. */
import { LabError } from "../lab/errors.ts";
import { writeTo } from "../lab/write-file.ts";
import { machineReport } from "../machine.ts";
import { inTemporaryFolder } from "../temporary-folder.ts";
import { type Mode, modes } from "./forms.ts";
import { type Effort, measureProgram, type ProgramFault, type ProgramReport } from "./measure.ts";
import type { Program } from "./program.ts";
import { faultLines, rowOf, summarize, untunedTable } from "./table.ts";

export const thorough: Effort = { processes: 5, warmUp: 1500, samples: 12, sampleLength: 40 };
export const quickly: Effort = { processes: 1, warmUp: 400, samples: 5, sampleLength: 20 };

/** The words that `suites` and `packages` have in common. */
export const untunedOptions = {
  only: { type: "string" },
  mode: { type: "string" },
  quick: { type: "boolean" },
  json: { type: "string" },
} as const;

export interface UntunedWords {
  /** Names of what is measured, separated by commas. Default: all. */
  readonly only?: string;
  /** Which functions become preemptable: "all" (default), "long" or "recorded". */
  readonly mode?: string;
  readonly quick?: boolean;
  /** A file for the numbers. */
  readonly json?: string;
}

export interface RunOptions {
  readonly effort: Effort;
  readonly mode: Mode;
  readonly isQuick: boolean;
  /** A file for the numbers. */
  readonly json?: string | undefined;
}

/** @throws RangeError for a mode that does not exist */
export function modeOf(name: string | undefined): Mode {
  const mode = modes.find((mode) => mode === (name ?? "all"));
  if (mode === undefined) throw new RangeError(`There is no mode "${name}". There are: ${modes.join(", ")}.`);
  return mode;
}

/** @throws LabError in the end if programs failed: the others were measured and printed */
export async function runPrograms(
  programs: readonly Program[],
  { effort, mode, isQuick, json }: RunOptions,
): Promise<void> {
  const reports: ProgramReport[] = [];
  const faults: ProgramFault[] = [];
  const machine = machineReport();
  await inTemporaryFolder("untuned", async (folder) => {
    for (const [i, program] of programs.entries()) {
      const measured = await measureProgram(program, folder, mode, effort);
      console.error(`${i + 1} of ${programs.length}: ${progressOf(measured)}`);
      if ("fault" in measured) faults.push(measured);
      else reports.push(measured);
      // All programs take an hour. Whoever ends the command before has the numbers so far.
      const rows = reports.map(rowOf);
      const numbers = { machine, quick: isQuick, mode, summary: summarize(rows), rows, faults, reports };
      if (json !== undefined) writeTo(json, `${JSON.stringify(numbers, undefined, 2)}\n`);
    }
  });
  console.log(`${machine}\n\n${untunedTable(reports.map(rowOf))}`);
  if (faults.length > 0) throw new LabError("programs_failed", faultLines(faults));
}

function progressOf(measured: ProgramReport | ProgramFault): string {
  if ("fault" in measured) return faultLines([measured]);
  const { suite, name, wall, cpu } = rowOf(measured);
  return `${suite} ${name}, ${wall.toFixed(2)}x, processor ${cpu.toFixed(2)}x`;
}
