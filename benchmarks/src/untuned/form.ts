import type { Program, Script } from "./program.ts";

/** Files of one form, in the order in which they are loaded. */
export interface Form {
  readonly kind: Program["code"]["kind"];
  readonly files: readonly string[];
  readonly texts: readonly Script[];
}
