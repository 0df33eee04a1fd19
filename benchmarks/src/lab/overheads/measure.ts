/** Measures what the kernel costs here, in a process of its own. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runChild } from "../../child.ts";
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
  const folder = mkdtempSync(join(tmpdir(), "preempt-overheads-"));
  try {
    const module = compileBodies("spin", ["fp"], folder).get("fp") as string;
    const order: ObserveOrder = { module, ...options };
    const observed = await runChild<Observed>("overheads", session, order, {
      engineFlags,
      ...(signal !== undefined && { signal }),
    });
    return systemOf(observed, { slice: options.slice ?? 1, round: options.round ?? 2, margin });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
