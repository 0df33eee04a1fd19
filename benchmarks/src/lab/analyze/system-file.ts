/** What `preempt-lab overheads` wrote. */
import type { SystemModel } from "@preempt/runtime/analysis";
import type { Terminal } from "../command.ts";
import { LabError, show } from "../errors.ts";
import { parseJson } from "../task-set.ts";

/**
 * What it lacks or has wrong, the test itself says: it checks each field.
 *
 * @throws LabError if it describes no system
 */
export async function readSystem(
  file: string | undefined,
  terminal: Terminal,
): Promise<Omit<SystemModel, "policy"> | undefined> {
  if (file === undefined) return undefined;
  const { text, source } = await terminal.read(file);
  return parseSystem(text, source);
}

/** @throws LabError if it describes no system */
export function parseSystem(text: string, source: string): Omit<SystemModel, "policy"> {
  const value = parseJson(text, source);
  const system = (value as { system?: unknown } | null)?.system ?? value;
  if (typeof system === "object" && system !== null && "slice" in system) return system as Omit<SystemModel, "policy">;
  const words = `${source} describes no system: ${show(value)}`;
  throw new LabError("system_format", `${words}. Give the output of "preempt-lab overheads".`);
}
