/**
 * The places of a file that are recorded. Each is a list, written behind the file; the testing kit of the runtime
 * reads it (access-log.ts).
 */

/**
 * - `statement`: one starts
 * - `read`, `write`, `update` (both): a variable
 * - `name`: a variable that never changes is read; its object goes by that name
 * - `get`, `set`, `change` (both), `delete`, `method` (a call): of a property; the value is the object
 * - `contents`: all of an object is read: by a spread, a pattern, a loop
 * - `key`: the value is the name of the property of an earlier site
 * - `done`: the property of an earlier site is written now
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

export interface SiteFacts {
  /** What stands there: `scratch.x`. */
  readonly text?: string | undefined;
  /** Where the variable is declared. */
  readonly declared?: { readonly line: number; readonly column: number } | undefined;
  /** Its name, where `text` is more than that. */
  readonly variable?: string | undefined;
  /** The name of the property, where it is written out. */
  readonly property?: string | undefined;
  /** A `key` site follows, and a `done` site. */
  readonly waits?: readonly ("key" | "done")[] | undefined;
  /** Of `key` and `done`. */
  readonly of?: number | undefined;
}

export interface Site extends SiteFacts {
  readonly kind: SiteKind;
  readonly line: number;
  readonly column: number;
  /** The function that it stands in. */
  readonly in: string;
}

/** As short as it can be read again: a file may have thousands. */
export function printSites(sites: readonly Site[]): string {
  const rows = sites.map(({ kind, line, column, in: inside, text, declared, variable, property, waits, of }) => {
    const row: unknown[] = [kind, line, column, inside, text, declared?.line, declared?.column, variable, property];
    row.push(waits?.includes("key") ? 1 : undefined, waits?.includes("done") ? 1 : undefined, of);
    while (row.at(-1) === undefined) row.pop();
    return `[${row.map((value) => (value === undefined ? "" : asText(value))).join()}]`;
  });
  return `[${rows.join()}]`;
}

/** No line ends in it, whatever the text: JSON leaves two of those that JavaScript knows. */
function asText(value: unknown): string {
  return JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}
