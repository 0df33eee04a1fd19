/** The cells of a run in a queue, for workers on any machine: a worker knows the header alone. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LabCommand } from "../command.ts";
import { queueCommand } from "../scale/queue/command.ts";
import type { Cell } from "./cell.ts";
import { compileBodies } from "./compile-bodies.ts";
import type { Settings } from "./order.ts";
import { headerOf, planHelp, planOptions, readPlan } from "./plan.ts";
import type { CellResult } from "./result.ts";
import { cellRunner } from "./run-cell.ts";
import { variantNames } from "./variant.ts";

export const queue: LabCommand = queueCommand<Cell, CellResult>({
  options: planOptions,
  help: `Options of offer, as of "preempt-lab run":\n${planHelp}`,
  async cells(words, names, terminal) {
    const { cells, settings } = await readPlan(words, names, terminal);
    return { header: headerOf(settings), cells };
  },
  runner(header) {
    const settings = header as unknown as Settings;
    const folder = mkdtempSync(join(tmpdir(), "preempt-queue-"));
    process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
    const modules = compileBodies(settings.body, variantNames, folder);
    return cellRunner({ settings, modules, redo: 1 });
  },
});
