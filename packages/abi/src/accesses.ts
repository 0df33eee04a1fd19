/**
 * What files note that were transformed with `accesses: true`: where they are, and what they read and write. The race finder of the
 * runtime's testing kit listens.
 *
 *   scratch.x = v.x + 1;   ⇒   $seen(7);$seen(8, scratch).x = $seen(9, v).x + 1;
 *
 * The numbers are those of places in the file. Each file adds a list of its places to the {@link AccessNotes} of the realm.
 */

/** The `Symbol.for` key of the realm's {@link AccessNotes}. The file that is there first puts them there. */
export const accessesSymbol = "@preempt/runtime/accesses@1";

/**
 * - `statement`: one starts
 * - `read`, `write`, `update` (both): a variable
 * - `name`: a variable that never changes is read; its object goes by that name
 * - `get`, `set`, `change` (both), `delete`, `method` (a call): of a property; the value is the object
 * - `contents`: all of an object is read: by a spread, a pattern, a loop
 * - `key`: the value is the name of the property of an earlier place
 * - `done`: the property of an earlier place is written now
 */
export type SiteKind =
  | "statement"
  | "read"
  | "write"
  | "update"
  | "name"
  | "get"
  | "set"
  | "change"
  | "delete"
  | "method"
  | "contents"
  | "key"
  | "done";

/** One place. As short as it can be read again: a file may have thousands. */
export type SiteRow = readonly [
  kind: SiteKind,
  line: number,
  column: number,
  /** The function around it. */
  inside: string,
  /** What stands there: `scratch.x`. */
  text?: string | undefined,
  declaredLine?: number | undefined,
  declaredColumn?: number | undefined,
  /** The variable, where `text` is more than that. */
  variable?: string | undefined,
  property?: string | undefined,
  /** A place of kind `key` follows. */
  waitsForKey?: 1 | undefined,
  /** A place of kind `done` follows. */
  waitsForValue?: 1 | undefined,
  /** Of `key` and `done`: the earlier place. */
  of?: number | undefined,
];

export interface AccessNotes {
  /** Called for each place that is passed, with its value; `own` tells variables of several calls of a function apart. */
  note: ((site: number, value: unknown, own: unknown) => void) | undefined;
  /** The number of the next file's first place. */
  next: number;
  readonly files: { readonly name: string; readonly first: number; readonly sites: readonly SiteRow[] }[];
}
