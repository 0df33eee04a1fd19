/**
 * Which files of packages an application can come to: those that imports lead to, by name, from its own files on. Packages hold much
 * more, for browsers and other runtimes, which would take minutes to transform.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as ts from "typescript";
import { disk } from "../../node/disk.ts";
import type { Package } from "./graph.ts";

/** Conditions under which no Node ever looks. */
const foreign = new Set([
  ...["types", "browser", "deno", "bun", "worker", "workerd", "edge-light", "netlify", "react-native", "react-server"],
  ...["electron", "electron-renderer"],
]);
const extensions = ["", ".js", ".cjs", ".mjs", ".ts", ".cts", ".mts", ".tsx", ".json"];

interface Seeker {
  readonly file: string;
  /** Of a package; undefined for the application's own. */
  readonly owner: Package | undefined;
}

/** @returns the files of each of the packages `among` that is come to */
export function reachedFiles(
  own: readonly string[],
  ofApplication: ReadonlyMap<string, Package>,
  among: ReadonlySet<Package>,
): Map<Package, Set<string>> {
  const reached = new Map<Package, Set<string>>();
  const open: Seeker[] = own.map((file) => ({ file, owner: undefined }));
  for (let seeker = open.pop(); seeker !== undefined; seeker = open.pop()) {
    if (!/\.[cm]?[jt]sx?$/.test(seeker.file)) continue;
    const { owner } = seeker;
    const { importedFiles } = ts.preProcessFile(readFileSync(seeker.file, "utf8"), true, true);
    for (const { fileName: specifier } of importedFiles) {
      for (const found of leadsTo(specifier, seeker.file, owner)) {
        if (found.owner === undefined || !among.has(found.owner)) continue;
        const files = reached.get(found.owner) ?? new Set();
        reached.set(found.owner, files);
        if (files.has(found.file)) continue;
        files.add(found.file);
        open.push(found);
      }
    }
  }
  return reached;

  function leadsTo(specifier: string, from: string, owner: Package | undefined): Seeker[] {
    if (specifier.startsWith(".")) return within(join(dirname(from), specifier), owner);
    if (specifier.startsWith("#")) return owner ? targets(owner, owner.manifest.imports, specifier) : [];
    const [, name = "", rest = ""] = /^((?:@[^/]+\/)?[^/]+)(.*)$/s.exec(specifier) ?? [];
    const one = name === owner?.name ? owner : (owner?.needs ?? ofApplication).get(name);
    if (one === undefined || !among.has(one)) return [];
    const { exports, main } = one.manifest;
    if (exports !== undefined && exports !== null) return targets(one, exports, `.${rest}`);
    if (rest !== "") return within(join(one.folder, rest), one);
    return within(join(one.folder, typeof main === "string" ? main : "index.js"), one);
  }

  /** What a path may mean, as `require` takes it. */
  function within(path: string, owner: Package | undefined): Seeker[] {
    const manifest = join(path, "package.json");
    if (disk.fileExists(manifest)) {
      const { main } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly main?: unknown };
      if (typeof main === "string") return within(join(path, main), owner);
    }
    const written = path.replace(/\.([cm]?)js$/, ".$1ts");
    const candidates = [...extensions.map((e) => path + e), ...extensions.map((e) => join(path, `index${e}`)), written];
    const file = candidates.find((candidate) => disk.fileExists(candidate));
    return file === undefined ? [] : [{ file, owner }];
  }

  /** Under all conditions that some Node may look under. */
  function targets(owner: Package, exports: unknown, subpath: string): Seeker[] {
    const isMap = typeof exports === "object" && exports !== null && Object.keys(exports).some((k) => /^[.#]/.test(k));
    if (!isMap)
      return subpath === "." ? inConditions(exports, "").flatMap((t) => within(join(owner.folder, t), owner)) : [];
    for (const [key, value] of Object.entries(exports as object)) {
      const [head = "", tail] = key.split("*", 2);
      const isMatch =
        tail === undefined
          ? key === subpath
          : subpath.startsWith(head) && subpath.endsWith(tail) && subpath.length >= key.length;
      if (!isMatch) continue;
      const star = tail === undefined ? "" : subpath.slice(head.length, subpath.length - tail.length);
      return inConditions(value, star).flatMap((t) => (t.startsWith(".") ? within(join(owner.folder, t), owner) : []));
    }
    return [];
  }
}

function inConditions(value: unknown, star: string): string[] {
  if (typeof value === "string") return [value.replaceAll("*", star)];
  if (Array.isArray(value)) return value.flatMap((one) => inConditions(one, star));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([condition, one]) => (foreign.has(condition) ? [] : inConditions(one, star)));
}
