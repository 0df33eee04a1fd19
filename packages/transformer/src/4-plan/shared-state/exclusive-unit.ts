/**
 * Which functions of a file form an exclusive unit: in them one job at a time may be. What the analysis found, unless the user says
 * otherwise: by comments, or by the options `exclusive` and `reentrant`. The closer to a function, the more it counts.
 *
 *   a job that is suspended in a function that *holds* has the unit until that function has ended
 *   a function that *asks* begins by running the job that has the unit, until that has left it
 */
import * as ts from "typescript";
import type { FunctionNode } from "../../1-resolve/target.ts";
import type { Found } from "../../2-find/annotations.ts";
import type { Candidate } from "../../2-find/candidates.ts";
import type { Preemptable } from "../../syntax/nodes.ts";
import { nodesOf } from "../../syntax/nodes-of.ts";
import type { SharedState } from "./shared-state.ts";

/** What the options say of a file. */
export type Exclusivity = "exclusive" | "reentrant" | undefined;

export interface ExclusiveUnit {
  /** What has one lock: a file. */
  readonly name: string;
  readonly holding: ReadonlySet<ts.Node>;
  readonly asking: ReadonlySet<ts.Node>;
}

export interface UnitQuestion {
  readonly sourceFile: ts.SourceFile;
  readonly found: Found;
  readonly kept: ReadonlyMap<Preemptable, Candidate>;
  readonly shared: SharedState | undefined;
  readonly options: Exclusivity;
}

/** Undefined where jobs may interleave anywhere in the file. */
export function exclusiveUnitOf(question: UnitQuestion): ExclusiveUnit | undefined {
  const { sourceFile, found, kept, shared, options } = question;
  const whole = found.unit ?? options;
  const holding = new Set<ts.Node>(found.exclusive);
  const asking = new Set<ts.Node>(found.exclusive);
  if (whole === "exclusive") {
    for (const f of functionsIn(sourceFile)) {
      holding.add(f);
      // What a built-in function calls at once is called by a function that has asked.
      if (kept.get(f as Preemptable)?.why !== "callback") asking.add(f);
    }
  } else if (whole === undefined && shared !== undefined) {
    for (const f of shared.holding) holding.add(f);
    for (const f of shared.asking) asking.add(f);
  }
  for (const f of found.reentrant) {
    holding.delete(f);
    asking.delete(f);
  }
  // Nobody is suspended in a function that is not preemptable.
  for (const f of holding) if (!kept.has(f as Preemptable)) holding.delete(f);
  if (holding.size === 0) return undefined;
  return { name: nameOf(sourceFile.fileName), holding, asking };
}

/** All that run when they are called. */
function functionsIn(sourceFile: ts.SourceFile): FunctionNode[] {
  const hasBody = (node: ts.Node): node is FunctionNode =>
    ts.isFunctionLike(node) && "body" in node && node.body !== undefined;
  return nodesOf(sourceFile).filter(hasBody);
}

/** `package/path` in a package, else the last two names of the path: it is the same on every machine. */
function nameOf(fileName: string): string {
  const path = fileName.replace(/\\/g, "/").replace(/\.[cm]?[jt]sx?$/, "");
  const inPackage = path.split("node_modules/").at(-1) as string;
  return inPackage === path ? path.split("/").slice(-2).join("/") : inPackage;
}
