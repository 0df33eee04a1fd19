/**
 * Where packages stand in the output, so that each finds the ones that it finds now: in `node_modules` of the output, those of which
 * there are several of one name within the package that needs them. What is not in the output is found where it is, above it; where
 * package managers keep that apart for each package, a link leads to it.
 */
import { dirname, join } from "node:path";
import { findPackage, type Package } from "./graph.ts";

export interface Placement {
  /** Folders of the output, and the package of which each becomes a copy. */
  readonly copies: ReadonlyMap<string, Package>;
  /** Links in the output, and what they lead to. */
  readonly links: ReadonlyMap<string, Package>;
}

export function place(
  out: string,
  ofApplication: ReadonlyMap<string, Package>,
  inOutput: ReadonlySet<Package>,
): Placement {
  const copies = new Map<string, Package>();
  const links = new Map<string, Package>();
  const open: string[] = [];
  const put = (folder: string, one: Package) => {
    copies.set(folder, one);
    open.push(folder);
  };
  for (const [name, one] of ofApplication) if (inOutput.has(one)) put(join(out, "node_modules", name), one);
  for (let folder = open.shift(); folder !== undefined; folder = open.shift()) {
    for (const [name, needed] of (copies.get(folder) as Package).needs) {
      if (!inOutput.has(needed) || foundFrom(folder, name) === needed) continue;
      const top = join(out, "node_modules", name);
      // At the top the application's own files would find it, too: they may have another one.
      const mayBeAtTop = !copies.has(top) && (ofApplication.get(name) ?? needed) === needed;
      put(mayBeAtTop ? top : join(folder, "node_modules", name), needed);
    }
  }
  for (const [folder, { needs }] of [...copies]) {
    for (const [name, needed] of needs) {
      if (inOutput.has(needed)) {
        // What was put at the top later may stand in its way.
        if (foundFrom(folder, name) !== needed) put(join(folder, "node_modules", name), needed);
      } else if (foundFrom(folder, name) !== undefined || findPackage(dirname(out), name) !== needed.folder) {
        links.set(join(folder, "node_modules", name), needed);
      }
    }
  }
  return { copies, links };

  /** What code in a folder of the output finds there. */
  function foundFrom(folder: string, name: string): Package | undefined {
    for (let at = folder; at.length >= out.length; at = dirname(at)) {
      const found = copies.get(join(at, "node_modules", name));
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
