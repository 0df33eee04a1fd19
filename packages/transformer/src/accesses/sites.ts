/** The places of a file that are recorded. Each is a list, written behind the file; the testing kit of the runtime reads it. */

import type { SiteKind, SiteRow } from "@preempt/abi";

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
    const isAwaited = (one: "key" | "done") => (waits?.includes(one) ? 1 : undefined);
    const about = [text, declared?.line, declared?.column, variable, property] as const;
    const row: unknown[] = [
      kind,
      line,
      column,
      inside,
      ...about,
      isAwaited("key"),
      isAwaited("done"),
      of,
    ] satisfies SiteRow;
    while (row.at(-1) === undefined) row.pop();
    return `[${row.map((value) => (value === undefined ? "" : asText(value))).join()}]`;
  });
  return `[${rows.join()}]`;
}

/** No line ends in it, whatever the text: JSON leaves two of those that JavaScript knows. */
function asText(value: unknown): string {
  return JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}
