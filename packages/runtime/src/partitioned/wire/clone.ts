/** Arguments on their way to a worker: copies that wait, and what to say of those that cannot be copied. */
import { PreemptError } from "../../input/errors.ts";
import { text } from "./wire-error.ts";

declare const structuredClone: <T>(value: T, options?: { transfer?: readonly object[] }) => T;

export interface Arguments {
  readonly args: readonly unknown[];
  /** Those of their parts that are handed over, not copied. */
  readonly transfer: readonly object[];
}

export const nothing: Arguments = { args: [], transfer: [] };

/**
 * Arguments as they are now, for sending later: what the caller does with his no longer matters, and what he transfers
 * is gone.
 *
 * @throws a DataCloneError
 */
export function snapshot({ args, transfer }: Arguments): Arguments {
  return structuredClone({ args: [...args], transfer: [...transfer] }, { transfer });
}

/** The error for arguments that could not be sent: which of them, and what the engine says. */
export function argumentsError(job: string, { args, transfer }: Arguments, cause: unknown): PreemptError {
  const culprit = args.findIndex((arg) => !canBeSent(arg));
  const which = culprit >= 0 ? `argument ${culprit + 1} of job "${job}"` : `an argument of job "${job}"`;
  const mend =
    transfer.length > 0
      ? "Give plain data, and transfer what is transferable, whole and once."
      : "Give plain data: no functions, symbols, or objects that hold such; or have the worker make it.";
  return new PreemptError(
    "argument_not_cloneable",
    `${which} cannot be cloned to the worker (${text(cause)}). ${mend}`,
    { cause },
  );
}

function canBeSent(arg: unknown): boolean {
  try {
    structuredClone(arg);
    return true;
  } catch {
    return false;
  }
}
