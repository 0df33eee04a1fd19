/** `preempt check --shared`: the state of each file that outlives calls, and what follows from it for its jobs. */
import type ts from "typescript";
import { displayName } from "../1-resolve/display-name.ts";
import type { FunctionNode } from "../1-resolve/target.ts";
import type { BenignReason } from "../4-plan/shared-state/benign.ts";
import type { Inspection } from "../pipeline/inspect.ts";
import { spanOf } from "../shared/diagnostics.ts";

interface Position {
  readonly line: number;
  readonly column: number;
}

interface Named extends Position {
  readonly name: string;
}

/** What one file shares among its jobs. */
export interface SharedShown {
  readonly fileName: string;
  /** What has the lock; undefined where jobs interleave all the same. */
  readonly unit: string | undefined;
  readonly windows: readonly (Named & {
    readonly write: Position;
    readonly point: Position;
    readonly read: Position;
    readonly in: string;
  })[];
  readonly benign: readonly (Named & { readonly why: BenignReason })[];
  /** A job that is suspended in one of these has the unit. */
  readonly holding: readonly Named[];
  /** These begin by asking whether another job has it. */
  readonly asking: readonly Named[];
}

export function sharedIn(
  file: ts.SourceFile,
  fileName: string,
  { shared, exclusive }: NonNullable<Inspection["result"]>,
): SharedShown[] {
  if (shared === undefined && exclusive === undefined) return [];
  const at = (node: ts.Node): Position => position(node.getStart(file));
  const position = (start: number): Position => {
    const { line, character } = file.getLineAndCharacterOfPosition(start);
    return { line: line + 1, column: character + 1 };
  };
  const functions = (set: ReadonlySet<ts.Node> | undefined): Named[] =>
    [...(set ?? [])]
      .map((f) => ({ name: displayName(f as FunctionNode), ...position(spanOf(f, file).start) }))
      .sort((a, b) => a.line - b.line || a.column - b.column);
  return [
    {
      fileName,
      unit: exclusive?.name,
      windows: (shared?.windows ?? []).map((window) => ({
        name: window.name,
        ...at(window.declared),
        write: at(window.write),
        point: at(window.point),
        read: at(window.read),
        in: displayName(window.in),
      })),
      benign: (shared?.benign ?? []).map(({ name, declared, why }) => ({ name, ...at(declared), why })),
      holding: functions(exclusive?.holding),
      asking: functions(exclusive?.asking),
    },
  ];
}

/** Each file with its state below it. */
export function sharedListing(files: readonly SharedShown[]): string {
  let text = "";
  for (const { fileName, unit, windows, benign, holding, asking } of files) {
    const what = unit === undefined ? "jobs may interleave" : "jobs run one at a time";
    text += `${text === "" ? "" : "\n"}${fileName}: ${what}\n`;
    for (const { name, write, point, read, in: f, ...declared } of windows) {
      text += `${where(declared)}  ${name}: written at ${short(write)}, read at ${short(read)}, `;
      text += `with a preemption point at ${short(point)} between, in ${f}\n`;
    }
    for (const { name, why, ...declared } of benign) text += `${where(declared)}  ${name}: harmless, ${meaning[why]}\n`;
    if (holding.length > 0) text += `          held by a job that is suspended in ${listOf(holding)}\n`;
    if (asking.length > 0) text += `          asked for by ${listOf(asking)}\n`;
  }
  return text === "" ? "" : `${text}\n`;
}

const meaning: Readonly<Record<BenignReason, string>> = {
  cache: "a cache, asked and filled by key",
  counter: "a counter that is only ever stepped",
  "lazy constant": "a constant that is made when it is first needed",
};

function where({ line, column }: Position): string {
  return `${line}:${column}`.padStart(8);
}

function short({ line, column }: Position): string {
  return `${line}:${column}`;
}

function listOf(functions: readonly Named[]): string {
  const names = functions.map(({ name, line }) => `${name} (line ${line})`);
  const most = 12;
  return names.length <= most ? names.join(", ") : `${names.slice(0, most).join(", ")} and ${names.length - most} more`;
}
