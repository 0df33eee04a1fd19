/**
 * What a recording of real runs says of a file: which of its functions were on the stack for long, and which never were. The latter
 * stay plain, unless somebody annotated them. What is new since the recording is not in it, and is taken as without one.
 */
import { functionKeys } from "../1-resolve/function-keys.ts";
import type { Preemptable } from "../syntax/nodes.ts";

export interface FileProfile {
  /** Keys of functions that never took long: see function-keys.ts. */
  readonly short: ReadonlySet<string>;
  /** Names of members that are functions which never took long, wherever the recording saw one. */
  readonly shortNames: ReadonlySet<string>;
}

export function isShortIn(profile: FileProfile, f: Preemptable): boolean {
  const key = functionKeys(f.getSourceFile()).get(f);
  return key !== undefined && profile.short.has(key);
}
