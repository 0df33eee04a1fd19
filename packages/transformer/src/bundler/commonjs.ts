import ts from "typescript";

/** Whether who imports the npm package from `root` gets CommonJS; of one that is not there nobody knows. */
export function isCommonJs(name: string, root: string): boolean {
  const file = ts.findConfigFile(root, ts.sys.fileExists, `node_modules/${name}/package.json`);
  if (file === undefined) return false;
  const { type, module, main, exports } = JSON.parse(ts.sys.readFile(file) ?? "{}") as Manifest;
  if (type === "module" || module !== undefined || /\.mjs$/.test(String(main ?? ""))) return false;
  return !/"(?:import|module)":|\.mjs"/.test(JSON.stringify(exports ?? null));
}

interface Manifest {
  readonly type?: unknown;
  readonly module?: unknown;
  readonly main?: unknown;
  readonly exports?: unknown;
}
