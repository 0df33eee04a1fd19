/** Where the functions of a profile stand in the project's files: addresses of pages are paths, and source maps lead to sources. */
import { existsSync, readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { memo } from "../shared/memo.ts";
import type { CallFrame } from "./cpu-profile.ts";

/** Lines and columns from 0. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export class Places {
  readonly #root: string;
  readonly #files = new Map<string, string | undefined>();
  readonly #maps = new Map<string, SourceMap | undefined>();

  /** @param root The folder that a page's addresses start in */
  constructor(root: string) {
    this.#root = root;
  }

  /** Undefined if there is no such file here. */
  of({ url, lineNumber: line, columnNumber: column }: CallFrame): Place | undefined {
    if (line < 0 || column < 0) return undefined;
    const file = memo(this.#files, url, () => this.#fileOf(url));
    if (file === undefined) return undefined;
    const map = memo(this.#maps, file, () => mapOf(file));
    if (map === undefined) return { file, line, column };
    const entry = map.findEntry(line, column);
    if (!("originalSource" in entry) || entry.originalSource === undefined) return undefined;
    const source = pathOf(new URL(entry.originalSource, pathToFileURL(file)).href);
    if (source === undefined || !existsSync(source)) return undefined;
    return { file: source, line: entry.originalLine, column: entry.originalColumn };
  }

  /** The same for a number of characters from the start of the script as it was served. */
  atOffset(url: string, offset: number): Place | undefined {
    const file = memo(this.#files, url, () => this.#fileOf(url));
    if (file === undefined || offset < 0) return undefined;
    const before = readFileSync(file, "utf8").slice(0, offset);
    const line = before.split("\n").length - 1;
    const columnNumber = before.length - (before.lastIndexOf("\n") + 1);
    return this.of({ functionName: "", url, lineNumber: line, columnNumber });
  }

  #fileOf(url: string): string | undefined {
    const path = pathOf(url);
    if (path !== undefined) return existsSync(path) ? path : undefined;
    if (!/^https?:/.test(url)) return undefined;
    const { pathname } = new URL(url);
    const name = decodeURIComponent(pathname);
    // Vite's server names files outside of its root so.
    const inside = name.startsWith("/@fs/") ? name.slice("/@fs".length) : resolve(this.#root, `.${name}`);
    return existsSync(inside) ? inside : undefined;
  }
}

function pathOf(url: string): string | undefined {
  if (url.startsWith("file:")) return fileURLToPath(url);
  return /^(?:\/|[a-z]:[\\/])/i.test(url) ? url : undefined;
}

/** Of several, engines take the last. */
const mapComment = /^\/\/# sourceMappingURL=(\S+)\s*$/gm;

function mapOf(file: string): SourceMap | undefined {
  const [, address] = [...readFileSync(file, "utf8").matchAll(mapComment)].at(-1) ?? [];
  // Vite's server keeps what it has bundled of packages with a map beside it, and no comment.
  const isBeside = address === undefined && existsSync(`${file}.map`);
  if (address === undefined && !isBeside) return undefined;
  try {
    const text = address === undefined ? readFileSync(`${file}.map`, "utf8") : textAt(address, file);
    return new SourceMap(JSON.parse(text) as SourceMapPayload);
  } catch {
    // A map that cannot be read leads nowhere; the file itself is as good.
    return undefined;
  }
}

function textAt(address: string, file: string): string {
  const [, data] = /^data:[^,]*;base64,(.*)$/.exec(address) ?? [];
  if (data !== undefined) return Buffer.from(data, "base64").toString("utf8");
  return readFileSync(resolve(dirname(file), decodeURIComponent(address)), "utf8");
}
