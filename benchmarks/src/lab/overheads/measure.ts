/** Measures what the kernel costs here, in a process of its own. */
import { runChild } from "../../child.ts";
import { inTemporaryFolder } from "../../temporary-folder.ts";
import { compileBodies } from "../run/compile-bodies.ts";
import { engineFlags } from "../run/run-cell.ts";
import type { Observed, ObserveOrder } from "./observed.ts";
import { type MeasuredSystem, systemOf } from "./system.ts";

export interface MeasureOptions {
  /** Milliseconds. */
  readonly time: number;
  readonly margin: number;
  /** The kernel's, in milliseconds; default its own in Node. */
  readonly slice?: number;
  readonly round?: number;
  readonly signal?: AbortSignal;
}

const session = new URL("./session.ts", import.meta.url);

export async function measureOverheads({ signal, margin, ...options }: MeasureOptions): Promise<MeasuredSystem> {
  return await inTemporaryFolder("overheads", async (folder) => {
    const module = compileBodies("spin", ["fp"], folder).get("fp") as string;
    const order: ObserveOrder = { module, ...options };
    const observed = await runChild<Observed>("overheads", session, order, {
      engineFlags,
      ...(signal !== undefined && { signal }),
    });
    return systemOf(observed, { slice: options.slice ?? 1, round: options.round ?? 2, margin });
  });
}
