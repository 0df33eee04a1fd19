/**
 * Text in, text out: what each access of state that may outlive a call, and each statement, has to be noted with. For tests alone: the
 * race finder shows by it who wrote and read what, and where a job was suspended.
 *
 *   scratch.x = v.x + 1;   →   $seen(7);$seen(8, scratch).x = $seen(9, v).x + 1;
 *
 * `$seen` gives its second argument back. Lines stay what they are; what the code does stays, too.
 */
import { accessesSymbol } from "@preempt/abi";
import * as ts from "typescript";
import { analyzeScopes } from "../1-resolve/scopes.ts";
import { Edits } from "./edits.ts";
import { Marker } from "./marker.ts";
import { printSites } from "./sites.ts";

export interface Recorded {
  readonly code: string;
  /** Where in it are these positions of the file? */
  moved(positions: readonly number[]): number[];
}

/** @param isScript Its functions are global: they get a name of the file's own */
export function recordAccesses(code: string, fileName: string, isScript: boolean): Recorded | undefined {
  const file = ts.createSourceFile(fileName, code, ts.ScriptTarget.ESNext, true);
  const errors = (file as unknown as { parseDiagnostics?: readonly unknown[] }).parseDiagnostics;
  if (file.isDeclarationFile || (errors !== undefined && errors.length > 0)) return undefined;
  const suffix = isScript ? hashOf(fileName) : "";
  const edits = new Edits();
  const marker = new Marker(file, analyzeScopes(file), edits, suffix);
  marker.mark();
  if (marker.sites.length === 0) return undefined;
  return {
    code: `${edits.applyTo(code)}\n${footOf(fileName, marker, suffix)}`,
    moved: (positions) => edits.moved(positions),
  };
}

/**
 * At the end, where it stands in nobody's way: in front there may be directives, and comments about the file. A function declaration is there
 * before the file has run, when a cycle of imports calls the file's functions.
 */
function footOf(fileName: string, { sites }: Marker, suffix: string): string {
  const seen = `$seen${suffix}`;
  const notes = `$notes${suffix}`;
  const first = `$first${suffix}`;
  return (
    `;/** @preempt never */ function ${seen}(site, value, own) { if (${notes} !== void 0 && ${notes}.note !== void 0) ` +
    `${notes}.note(${first} + site, value, own); return value; } ` +
    `var ${notes} = globalThis[Symbol.for("${accessesSymbol}")] ??= { note: void 0, next: 0, files: [] }, ${first} = ${notes}.next; ` +
    `${notes}.next += ${sites.length}; ` +
    `${notes}.files.push({ name: ${JSON.stringify(fileName)}, first: ${first}, sites: ${printSites(sites)} }); `
  );
}

function hashOf(text: string): string {
  let hash = 5381;
  for (let i = 0; i < text.length; i++) hash = (hash * 33 + text.charCodeAt(i)) >>> 0;
  return `_${hash.toString(36)}`;
}
