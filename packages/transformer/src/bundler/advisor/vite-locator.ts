/** Where the code that Vite's server has sent to a page stands in files: by the source maps of the modules as they were served. */
import { existsSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { dirname, isAbsolute, resolve } from "node:path";
import type { Locator } from "../../advisor/functions.ts";
import type { CallFrame } from "../../profiles/cpu-profile.ts";
import { type Place, Places } from "../../profiles/places.ts";
import { graphOf, type ServedModule, type ViteServer } from "./panel-tag.ts";

export class ViteLocator implements Locator {
  readonly #server: ViteServer;
  readonly #places: Places;
  readonly #maps = new WeakMap<object, SourceMap>();

  constructor(server: ViteServer, root: string) {
    this.#server = server;
    this.#places = new Places(root);
  }

  of(frame: CallFrame): Place | undefined {
    const { url, lineNumber, columnNumber } = frame;
    const served = this.#served(url);
    const { map } = served?.transformResult ?? {};
    if (served === undefined || served.file === null || !isMap(map)) return this.#places.of(frame);
    if (lineNumber < 0 || columnNumber < 0) return undefined;
    const entry = this.#sourceMap(map).findEntry(lineNumber, columnNumber);
    if (!("originalSource" in entry)) return undefined;
    const { originalSource, originalLine, originalColumn } = entry;
    const named = isAbsolute(originalSource) ? originalSource : resolve(dirname(served.file), originalSource);
    // A map may call the file that the module was made of by another name.
    const file = existsSync(named) || map.sources.length > 1 ? named : served.file;
    return { file, line: originalLine, column: originalColumn };
  }

  atOffset(url: string, offset: number): Place | undefined {
    const code = this.#served(url)?.transformResult?.code;
    if (code === undefined) return this.#places.atOffset(url, offset);
    const before = code.slice(0, Math.max(0, offset));
    const columnNumber = before.length - (before.lastIndexOf("\n") + 1);
    return this.of({ functionName: "", url, lineNumber: before.split("\n").length - 1, columnNumber });
  }

  #served(url: string): ServedModule | undefined {
    if (!URL.canParse(url)) return undefined;
    const { pathname, searchParams } = new URL(url);
    const { base } = this.#server.config;
    const path = pathname.startsWith(base) ? `/${pathname.slice(base.length)}` : pathname;
    // Vite adds these where it wants a module to be loaded anew.
    for (const name of ["t", "import"]) searchParams.delete(name);
    const query = searchParams.toString();
    const modules = graphOf(this.#server).urlToModuleMap;
    return modules.get(query === "" ? path : `${path}?${query}`) ?? modules.get(path);
  }

  #sourceMap(map: SourceMapPayload): SourceMap {
    let parsed = this.#maps.get(map);
    if (parsed === undefined) {
      parsed = new SourceMap(map);
      this.#maps.set(map, parsed);
    }
    return parsed;
  }
}

function isMap(map: object | null | undefined): map is SourceMapPayload {
  return (
    typeof (map as { mappings?: unknown } | undefined)?.mappings === "string" &&
    (map as { mappings: string }).mappings !== ""
  );
}
