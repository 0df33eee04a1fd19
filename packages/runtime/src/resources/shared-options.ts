/** What semaphores, read-write locks and conditions take, and refuse. */
import type { OptionTable } from "@preempt/checks";
import { checkOptions } from "../input/checks.ts";
import { PreemptError, refuse, show } from "../input/errors.ts";
import type { ProtocolName } from "./resource-options.ts";

/** The protocols that are defined where several jobs hold something at once. */
export type SharedProtocol = Extract<ProtocolName, "pip" | "none">;

/** Those that are not, or not here. */
const forOne: readonly unknown[] = ["npcs", "pcp", "icpp", "srp"];

/** For semaphores and read-write locks. */
export interface SharedLockOptions {
  /** For messages and traces. */
  readonly name: string;
  /**
   * "pip" (default): all holders are as urgent as the most urgent waiting job, because nobody knows which of them unlocks first.
   * Each change of that costs time in proportion to the number of holders. "none": urgency is not lent.
   */
  readonly protocol?: SharedProtocol;
}

/**
 * @returns the name, and whether urgency is lent
 * @throws PreemptError for an option out of range
 */
export function checkShared(kind: string, options: SharedLockOptions, table: OptionTable) {
  const { name, protocol = "pip" } = options ?? {};
  if (typeof name !== "string")
    refuse("resource_name_missing", `the name of a ${kind}`, show(name), "{ name: a string }");
  checkOptions(options, `${kind} "${name}"`, table);
  if (protocol !== "pip" && protocol !== "none") {
    const isForOne = forOne.includes(protocol);
    throw new PreemptError(
      isForOne ? "protocol_needs_one_holder" : "protocol_unknown",
      `the protocol of ${kind} "${name}" is ${show(protocol)}${isForOne ? ", which is for one holder at a time" : ""}. ` +
        `Give "pip" or "none"${isForOne ? ", or use a Resource" : ""}.`,
    );
  }
  return { name, lends: protocol === "pip" };
}
