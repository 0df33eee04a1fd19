/** What `preempt-lab overheads` wrote. */
import { readFileSync } from "node:fs";
import type { SystemModel } from "@preempt/runtime/analysis";
import { LabError, show } from "../errors.ts";

/** What it lacks or has wrong, the test itself says: it checks each field. */
export function readSystem(file: string | undefined): Omit<SystemModel, "policy"> | undefined {
  if (file === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new LabError("system_not_read", `${file} cannot be read: ${(error as Error).message}.`, { cause: error });
  }
  const system = (value as { system?: unknown } | null)?.system ?? value;
  if (typeof system === "object" && system !== null && "slice" in system) return system as Omit<SystemModel, "policy">;
  throw new LabError(
    "system_format",
    `${file} describes no system: ${show(value)}. Give the output of "preempt-lab overheads".`,
  );
}
