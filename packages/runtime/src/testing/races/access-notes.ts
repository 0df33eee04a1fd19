/** What files note that were transformed with `accesses: true`, as the race finder reads it. */

import { type AccessNotes, accessesSymbol, type SiteKind, type SiteRow } from "@preempt/abi";

const symbol = Symbol.for(accessesSymbol);

function find(): AccessNotes {
  const here = globalThis as Record<symbol, unknown>;
  here[symbol] ??= { note: undefined, next: 0, files: [] } satisfies AccessNotes;
  return here[symbol] as AccessNotes;
}

/** A place in a file. */
export interface Place {
  /** The name of the file. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
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
  const file = find().files.findLast(({ first }) => first <= id) as AccessNotes["files"][number];
  const row = file.sites[id - file.first] as SiteRow;
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
export function listen(note: NonNullable<AccessNotes["note"]>): () => void {
  const notes = find();
  const before = notes.note;
  notes.note = note;
  return () => {
    notes.note = before;
  };
}
