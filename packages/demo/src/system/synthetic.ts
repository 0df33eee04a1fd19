/** Periodic tasks that compute for as long as their execution time says: a busy loop of so many rounds. */

import type { Builds, System, TaskSpec } from "../scenarios/scenario.ts";
import { costOf } from "./cost.ts";

type Busy = typeof import("../work/busy.ts");

export const busy: Builds<Busy> = {
  capture: () => import("../work/busy.ts"),
  paper: () => import("../work/busy.ts?paper") as Promise<Busy>,
  plain: () => import("../work/busy.ts?plain") as Promise<Busy>,
};

/** Rounds of the plain loop in a millisecond on this machine; measured once. */
let roundsPerMs: Promise<number> | undefined;

export function startSynthetic(system: System, specs: readonly TaskSpec[]): void {
  const wanted = specs.filter(({ synthetic, kind }) => synthetic && kind === "periodic");
  if (wanted.length === 0) return;
  roundsPerMs ??= busy.plain().then(calibrate);
  void Promise.all([busy[system.variant](), roundsPerMs]).then(([{ spin }, perMs]) => {
    if (system.signal.aborted) return;
    for (const { id, wcet } of wanted) system.periodic(id, spin, Math.round(wcet * perMs));
  });
}

function calibrate({ spin }: Busy): number {
  const rounds = 1_000_000;
  return rounds / costOf(() => spin(rounds));
}
