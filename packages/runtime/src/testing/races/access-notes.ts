/**
 * What files note that were transformed with `accesses: true`: where they are, and what they read and write. They find the one who listens
 * through a global symbol, which the transform knows, too.
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

type Row = readonly [
  kind: SiteKind,
  line: number,
  column: number,
  inside: string,
  text?: string,
  declaredLine?: number,
  declaredColumn?: number,
  variable?: string,
  property?: string,
  waitsForKey?: 1,
  waitsForValue?: 1,
  of?: number,
];

interface NotedFile {
  readonly name: string;
  /** The number of its first site; sites have numbers in the order in which files were loaded. */
  readonly first: number;
  readonly sites: readonly Row[];
}

interface Notes {
  /** Called for each site that is passed, with its value; `own` tells variables of several calls of a function apart. */
  note: ((site: number, value: unknown, own: unknown) => void) | undefined;
  next: number;
  readonly files: NotedFile[];
}

const symbol = Symbol.for("@preempt/runtime/accesses@1");

function find(): Notes {
  const here = globalThis as Record<symbol, unknown>;
  here[symbol] ??= { note: undefined, next: 0, files: [] } satisfies Notes;
  return here[symbol] as Notes;
}

/** A place in a file. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The function around it; "" outside of any. */
  readonly in: string;
}

export interface Site extends Place {
  readonly kind: SiteKind;
  readonly text: string;
  /** What tells the variable from all others; undefined if it is about none. */
  readonly variable: string | undefined;
  /** Its name, and where it is declared. */
  readonly name: string | undefined;
  readonly declared: number | undefined;
  readonly property: string | undefined;
  readonly waitsForKey: boolean;
  readonly waitsForValue: boolean;
  readonly of: number;
}

const sites = new Map<number, Site>();

export function siteOf(id: number): Site {
  let site = sites.get(id);
  if (site === undefined) {
    site = readSite(id);
    sites.set(id, site);
  }
  return site;
}

function readSite(id: number): Site {
  const file = find().files.findLast(({ first }) => first <= id) as NotedFile;
  const row = file.sites[id - file.first] as Row;
  const [kind, line, column, inside, text = "", declared, declaredColumn, name, property, key, value, of = 0] = row;
  return {
    kind,
    file: file.name,
    line,
    column,
    in: inside,
    text,
    name,
    declared,
    variable: declared === undefined ? undefined : `${file.first}:${declared}:${declaredColumn}`,
    property,
    waitsForKey: key === 1,
    waitsForValue: value === 1,
    of: file.first + of,
  };
}

/** Whether any file notes anything. */
export function hasNotes(): boolean {
  return find().files.length > 0;
}

/** @returns what ends it */
export function listen(note: NonNullable<Notes["note"]>): () => void {
  const notes = find();
  const before = notes.note;
  notes.note = note;
  return () => {
    notes.note = before;
  };
}
