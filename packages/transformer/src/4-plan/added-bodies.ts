/** Functions that get a resumable body though nothing in them takes long: it is not they that gain. */
import * as ts from "typescript";
import type { Callees } from "../1-resolve/calls.ts";
import { type Candidate, candidate } from "../2-find/candidates.ts";
import type { CheckedFile } from "../3-check/checked-file.ts";
import { refuse } from "../3-check/refusals.ts";
import { functionsInside } from "../syntax/functions-inside.ts";
import { isLasting } from "../syntax/lasting.ts";
import { isAsync, isGenerator, isPreemptable, type Preemptable } from "../syntax/nodes.ts";
import type { ExclusiveUnit } from "./shared-state/exclusive-unit.ts";
import { findShortMethods } from "./starts/short-methods.ts";

type Kept = ReadonlyMap<Preemptable, Candidate>;

/** What is preemptable, and the short methods that it calls. */
export function withShortMethods(
  sourceFile: ts.SourceFile,
  { kept, found, check }: CheckedFile,
  callees: Callees,
): Kept {
  const short = findShortMethods(sourceFile, { kept, callees, excluded: found.excluded });
  const added = short.filter((c) => refuse(c, check) === undefined);
  return new Map([...kept, ...added.map((c) => [c.node, c] as const)]);
}

/**
 * What is preemptable and, in files of which all functions are meant, the functions that ask who is in the exclusive unit: in a body
 * they can be suspended until it is free.
 */
export function withAskers(kept: Kept, checked: CheckedFile, exclusive: ExclusiveUnit | undefined): Kept {
  const isWhole = [...checked.kept.values()].some(({ why }) => why === "all");
  if (exclusive === undefined || !isWhole) return kept;
  const added = [...exclusive.asking].flatMap((f) => {
    if (!isPreemptable(f) || kept.has(f) || checked.refused.has(f) || checked.found.excluded.has(f)) return [];
    // Others are made again and again, with their bodies; and what contains preemptable functions would be emitted once.
    if (
      ts.isConstructorDeclaration(f) ||
      isGenerator(f) ||
      isAsync(f) ||
      !isLasting(f) ||
      functionsInside(f, kept).length > 0
    )
      return [];
    const made = candidate(f, "short");
    return refuse(made, checked.check) === undefined ? [[f, made] as const] : [];
  });
  return new Map([...kept, ...added]);
}
