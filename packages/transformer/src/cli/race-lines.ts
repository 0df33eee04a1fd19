/** Puts the source lines that a report speaks of below the places that it names. */
import { readFileSync } from "node:fs";

/** See race-report.ts of the runtime. */
export interface RaceReport {
  readonly race:
    | { readonly preempted: readonly Place[]; readonly conflicts: readonly { accesses: readonly Place[] }[] }
    | undefined;
  readonly text: string;
}

export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

const most = 100;

export function sourceLines(text: string, race: NonNullable<RaceReport["race"]>): string {
  const places = [...race.preempted, ...race.conflicts.flatMap(({ accesses }) => accesses)];
  const shown = (line: string): string => {
    const [, file = "", number = "", column] = /(?:at|before) (\S+?):(\d+)(?::(\d+))?(?: \(.*\))?$/.exec(line) ?? [];
    const place = places.find(
      (one) =>
        one.line === Number(number) &&
        one.column === Number(column ?? one.column) &&
        one.file.replaceAll("\\", "/").endsWith(file),
    );
    const source = file === "" || place === undefined ? undefined : lineOf(place);
    return source === undefined ? line : `${line}\n${" ".repeat(indentOf(line) + 4)}${source}`;
  };
  return text.split("\n").map(shown).join("\n");
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function lineOf({ file, line, column }: Place): string | undefined {
  try {
    const text = readFileSync(file, "utf8").split("\n")[line - 1] ?? "";
    const from = column - 1 > most ? column - 1 - most / 4 : 0;
    const shown = text.slice(from, from + most).trim();
    return `${from > 0 ? "…" : ""}${shown}${from + most < text.length ? "…" : ""}`;
  } catch {
    return undefined;
  }
}
