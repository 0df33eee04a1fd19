import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Whether who imports the npm package from `root` gets CommonJS; of one that is not there nobody knows. */
export function isCommonJs(name: string, root: string): boolean {
  const manifest = manifestOf(name, root);
  if (manifest === undefined) return false;
  const { type, module, main, exports } = manifest;
  if (type === "module" || module !== undefined || /\.mjs$/.test(String(main ?? ""))) return false;
  return !/"(?:import|module)":|\.mjs"/.test(JSON.stringify(exports ?? null));
}

interface Manifest {
  readonly type?: unknown;
  readonly module?: unknown;
  readonly main?: unknown;
  readonly exports?: unknown;
}

function manifestOf(name: string, root: string): Manifest | undefined {
  for (let folder = root; ; folder = dirname(folder)) {
    const file = join(folder, "node_modules", name, "package.json");
    if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Manifest;
    if (dirname(folder) === folder) return undefined;
  }
}
