/**
 * Which entries of the gallery are built. All are, unless `PREEMPT_GALLERY` names some ("chat,search", or "none"): tests
 * build those that they open, since making a large library preemptable takes seconds.
 */
import type { Plugin } from "vite";

/** @throws RangeError if an entry does not exist */
export function chosenEntries(all: readonly string[], wanted: string | undefined): readonly string[] {
  if (wanted === undefined) return all;
  if (wanted === "none") return [];
  const names = wanted.split(",");
  const unknown = names.find((name) => !all.includes(name));
  if (unknown === undefined) return names;
  throw new RangeError(`PREEMPT_GALLERY: there is no entry "${unknown}". Give some of: ${all.join(", ")}; or none.`);
}

/** Modules of the other entries say so when they are loaded. */
export function leaveOutEntries(all: readonly string[], chosen: readonly string[]): Plugin {
  const left = all.filter((id) => !chosen.includes(id));
  const module = /\/gallery\/entries\/([^/]+)\/(?:entry|work)\.ts(?:\?|$)/;
  return {
    name: "preempt-demo-leave-out-entries",
    enforce: "pre",
    load(id) {
      const entry = module.exec(id)?.[1];
      if (entry === undefined || !left.includes(entry)) return null;
      return `throw new Error("This build of the gallery has no entry “${entry}”: it was made with PREEMPT_GALLERY.");`;
    },
  };
}
