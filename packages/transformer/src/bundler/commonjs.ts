/** Which packages and files are CommonJS. */
import * as ts from "typescript";
import { manifestOf } from "../project/packages.ts";
import { unlessTooDeep } from "../syntax/too-deep.ts";

/** Whether the code of a JavaScript file is CommonJS: it imports and exports nothing, and knows the words of CommonJS. */
export function saysCommonJs(fileName: string, code: string): boolean {
  if (!/\.jsx?$/.test(fileName) || !/\b(?:require|module|exports)\b/.test(code)) return false;
  return !importsOrExports(fileName, code, true);
}

/** Whether the code does. `otherwise`: the answer for what is nested too deep to be looked at. */
export function importsOrExports(fileName: string, code: string, otherwise: boolean): boolean {
  const look = () => ts.isExternalModule(ts.createSourceFile(fileName, code, ts.ScriptTarget.ESNext));
  return unlessTooDeep(look, otherwise);
}

/** Whether who imports the npm package from `root` gets CommonJS; of one that is not there nobody knows. */
export function isCommonJs(name: string, root: string): boolean {
  const manifest = read(manifestOf(name, root, ts.sys));
  if (manifest === undefined) return false;
  const { type, module, main, exports } = manifest;
  if (type === "module" || module !== undefined) return false;
  // Packages of a workspace may give their sources.
  return !/"(?:import|module)":|\.mjs"|(?<!\.d)\.[cm]?tsx?"/.test(JSON.stringify([main, exports]));
}

/** The packages that the one called `name` depends on and that can be imported by their names; of some there are only parts, or types. */
export function dependenciesWithEntry(name: string, root: string): string[] {
  const file = manifestOf(name, root, ts.sys);
  if (file === undefined) return [];
  // Where package managers are strict it has them beside the place where it really is.
  const from = (ts.sys.realpath ?? String)(file);
  return Object.keys(read(file)?.dependencies ?? {}).filter((dependency) =>
    hasEntry(manifestOf(dependency, from, ts.sys)),
  );
}

function hasEntry(file: string | undefined): boolean {
  const manifest = read(file);
  if (file === undefined || manifest === undefined) return false;
  const { main, module, exports } = manifest;
  if (typeof exports === "object" && exports !== null && !Array.isArray(exports)) {
    const keys = Object.keys(exports);
    return keys.includes(".") || !keys.some((key) => key.startsWith("."));
  }
  return exports != null || Boolean(main || module) || ts.sys.fileExists(file.replace(/package\.json$/, "index.js"));
}

function read(file: string | undefined): Manifest | undefined {
  return file === undefined ? undefined : (JSON.parse(ts.sys.readFile(file) ?? "{}") as Manifest);
}

interface Manifest {
  readonly type?: unknown;
  readonly module?: unknown;
  readonly main?: unknown;
  readonly exports?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
}
