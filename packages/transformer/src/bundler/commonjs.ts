/** Which packages and files are CommonJS. */
import ts from "typescript";

/** Whether the code of a JavaScript file is CommonJS: it imports and exports nothing, and knows the words of CommonJS. */
export function saysCommonJs(fileName: string, code: string): boolean {
  if (!/\.jsx?$/.test(fileName) || !/\b(?:require|module|exports)\b/.test(code)) return false;
  return !ts.isExternalModule(ts.createSourceFile(fileName, code, ts.ScriptTarget.ESNext));
}

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
