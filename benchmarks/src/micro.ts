/**
 * What do the constructs cost of which preemptable code is made? The paper's Table II (a preemption by call depth) and
 * Figure 4 (a round of a loop by budget), and what they leave out: saving frames, calls, and the other ways to keep a
 * page alive. Each part has processes of its own; in them everything takes turns.
 */
import { runChild } from "./child.ts";
import { type MicroPart, microParts } from "./micro/parts.ts";
import { type MicroRow, type MicroSamples, summarize } from "./micro/row.ts";

export type MicroReport = { readonly [part in MicroPart]?: readonly MicroRow[] };

export interface MicroOptions {
  /** Samples of everything, in each process. */
  readonly repetitions: number;
  /** For each part. */
  readonly processes: number;
  /** Default: all. */
  readonly parts?: readonly MicroPart[];
}

const session = new URL("./micro/session.ts", import.meta.url);

export async function measureMicro(options: MicroOptions): Promise<MicroReport> {
  const { repetitions, processes, parts = microParts } = options;
  const report: { [part in MicroPart]?: MicroRow[] } = {};
  for (const part of parts) {
    const measured: MicroSamples[][] = [];
    for (let i = 0; i < processes; i++) {
      measured.push(await runChild<MicroSamples[]>(`micro, ${part}`, session, { part, turns: { repetitions } }));
    }
    report[part] = summarize(measured);
  }
  return report;
}
