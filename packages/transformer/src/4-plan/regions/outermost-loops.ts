/**
 * The loops of a body that stand in nothing but blocks and `if` statements, and that no label continues: a body that starts may be
 * entered at their heads.
 */
import { hasLabelledContinue } from "../../syntax/continues.ts";
import type { Loop, Region, Regions } from "./regions.ts";

/** Those in which something is suspended. */
export function outermostLoops({ body }: Regions): readonly Loop[] {
  return body.kind === "sequence" ? loopsOf(body) : [];
}

function loopsOf(region: Region): readonly Loop[] {
  if (!region.hasPoints) return [];
  switch (region.kind) {
    case "sequence":
      return region.items.flatMap(loopsOf);
    case "branch":
      return [...loopsOf(region.whenTrue), ...(region.whenFalse ? loopsOf(region.whenFalse) : [])];
    case "labelled":
      return region.body.kind === "labelled" || region.body.kind === "loop" ? loopsOf(region.body) : [];
    case "loop":
      return hasLabelledContinue(region.node) ? [] : [region];
    default:
      return [];
  }
}
