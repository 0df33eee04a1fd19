/**
 * Which files are Preempt's own: they run between the points of what is preemptable, and must never have points themselves,
 * whatever the user's patterns say.
 */
import ts from "typescript";
import { slashed } from "./globs.ts";
import { memo } from "./memo.ts";

const own = ["@preempt/runtime", "@preempt/transformer"];
const isOwnName = (name: unknown) => own.includes(name as string);

/** As installed; and as Vite's server keeps what it has bundled of them. */
const installed =
  /\/node_modules\/(?:@preempt\/(?:runtime|transformer)\/|\.vite[^/]*\/deps[^/]*\/@preempt_(?:runtime|transformer))/;

/** What a bundle that holds the runtime mentions: the symbol under which all copies of it share their state. */
const mark = "@preempt/runtime/abi@";

export class OwnPackages {
  readonly #folders = new Map<string, boolean>();

  /** @param code The file's, if it may be a bundle of several packages */
  holds(fileName: string, code = ""): boolean {
    const file = slashed(fileName);
    if (installed.test(file) || code.includes(mark)) return true;
    const folder = file.slice(0, Math.max(0, file.lastIndexOf("/")));
    return memo(this.#folders, folder, () => this.#isOwnFolder(folder));
  }

  forget(): void {
    this.#folders.clear();
  }

  /** Linked, or copied: the nearest package.json says whose folder it is. Their tests are programs like any other. */
  #isOwnFolder(folder: string): boolean {
    const manifest = ts.findConfigFile(folder, ts.sys.fileExists, "package.json");
    if (manifest === undefined || !isOwnName(nameIn(manifest))) return false;
    return !/^\/test(?:\/|$)/.test(folder.slice(manifest.length - "/package.json".length));
  }
}

function nameIn(manifest: string): unknown {
  try {
    return (JSON.parse(ts.sys.readFile(manifest) ?? "{}") as { readonly name?: unknown }).name;
  } catch {
    return undefined;
  }
}
