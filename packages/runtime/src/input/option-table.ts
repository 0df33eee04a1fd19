/** The tables of options, see @preempt/checks; what does not fit is refused. */
import { faultIn, type OptionTable } from "@preempt/checks";
import { refuse } from "./errors.ts";

/**
 * @param isPart The options may be part of a larger plan: what is like no known name is left alone
 * @throws PreemptError if a member of `options` is not in the table, or has a value of another kind, unless it is undefined
 */
export function refuseWrong(options: object, table: OptionTable, whose: string, isPart = false): void {
  const fault = faultIn(options, table, whose, isPart);
  if (fault !== undefined) refuse(fault.code, fault.what, fault.given, fault.give);
}
