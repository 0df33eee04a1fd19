/** Which packages and files are CommonJS. */
import ts from "typescript";
import { manifestOf } from "../packages.ts";

/** Whether the code of a JavaScript file is CommonJS: it imports and exports nothing, and knows the words of CommonJS. */
export function saysCommonJs(fileName: string, code: string): boolean {
  if (!/\.jsx?$/.test(fileName) || !/\b(?:require|module|exports)\b/.test(code)) return false;
  return !ts.isExternalModule(ts.createSourceFile(fileName, code, ts.ScriptTarget.ESNext));
}

/** Whether who imports the npm package from `root` gets CommonJS; of one that is not there nobody knows. */
export function isCommonJs(name: string, root: string): boolean {
  const file = manifestOf(name, root);
  if (file === undefined) return false;
  const { type, module, main, exports } = JSON.parse(ts.sys.readFile(file) ?? "{}") as Manifest;
  if (type === "module" || module !== undefined) return false;
  // Packages of a workspace may give their sources.
  return !/"(?:import|module)":|\.mjs"|(?<!\.d)\.[cm]?tsx?"/.test(JSON.stringify([main, exports]));
}

interface Manifest {
  readonly type?: unknown;
  readonly module?: unknown;
  readonly main?: unknown;
  readonly exports?: unknown;
}
