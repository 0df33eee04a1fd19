/**
 * The integration for Node without a build: files are transformed as they are loaded.
 *
 *   node --import @preempt/transformer/register server.ts
 *
 * Node takes types away itself; what has no preemptable function is left to it, byte for byte.
 */
import { readFileSync } from "node:fs";
import * as nodeModule from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isMainThread } from "node:worker_threads";
import { abiModule } from "@preempt/abi";
import { sayLater, toStandardError } from "./bundler/say-later.ts";
import { mapComment } from "./integrations/inline-map.ts";
import { noteOptions } from "./integrations/noted-options.ts";
import { cacheFolder } from "./node/cache-place.ts";
import { CachedFiles, type Use } from "./node/cached-files.ts";
import { keepCompiledCode } from "./node/compile-cache.ts";
import { disk } from "./node/disk.ts";
import { DiskCache } from "./node/disk-cache.ts";
import { ChosenFiles } from "./project/chosen-files.ts";
import { slashed } from "./project/globs.ts";
import { isOfPackage } from "./project/packages.ts";
import type { PluginOptions } from "./project/plugin-options.ts";
import { otherRuntime, runtimeMissing } from "./project/runtime-check.ts";
import { formatDiagnostic } from "./shared/diagnostics.ts";
import { checkOptions, registerOptions } from "./shared/options.ts";

/** Options of {@link register}. */
export interface RegisterOptions extends PluginOptions {
  /** The folder from which globs and paths start, and packages that are transformed whole find the runtime. Default: the working directory. */
  root?: string;
  /**
   * Whether transformed files are kept on disk for the next start, or the folder for them, relative to `root`. Default: the environment
   * variable `PREEMPT_CACHE`, a folder or `0`. Without it, `node_modules/.cache/preempt` of the application, if it has a node_modules.
   */
  cache?: boolean | string;
}

/** As Node does it, which takes types away and nothing else, and knows nothing of those of other files. */
const asNodeDoes: Use = {
  name: "register",
  meaning: { verbatimModuleSyntax: true, useDefineForClassFields: true },
  // Packages' sources stand where they stood: debuggers and stack traces find them there.
  mapOf: (file, map) => (isOfPackage(file) ? { ...map, sourcesContent: [] } : map),
  // Node reads the map at once. One in a file of its own costs a start half as much as one in a comment.
  ending(map) {
    if (map === undefined) return "";
    // Node takes no file: URL for a file here.
    return map.place === undefined
      ? mapComment(map.text)
      : `//# sourceMappingURL=${pathToFileURL(map.place).pathname}\n`;
  },
};

/**
 * Transforms the modules that this thread loads from now on: ES modules and CommonJS, JavaScript and TypeScript. Call it before they
 * are loaded, in a file for `node --import`. Worker threads inherit it.
 *
 * Node itself loads files in which nothing is preemptable. Warnings and errors are warnings of the process (`PreemptWarning`), unless
 * `onDiagnostic` receives them. Stack traces show the original lines. Transformed files are kept on disk. As long as nothing has
 * changed, they are taken from there, and TypeScript is not loaded.
 *
 * @returns an object whose `deregister` ends the transform
 * @throws Error if this Node has no `module.registerHooks` (it came with 22.15 and 23.5)
 * @throws TypeError if an option has a value that does not exist
 */
export function register(options: RegisterOptions = {}): { deregister(): void } {
  if (noteOptions(options)) return { deregister() {} };
  const { registerHooks, setSourceMapsSupport } = nodeModule as Partial<typeof nodeModule>;
  if (registerHooks === undefined) {
    throw new Error(
      `node_too_old: Node ${process.version} has no module.registerHooks. Use Node 22.15 or later, or transform in a build.`,
    );
  }
  checkOptions(options, registerOptions);
  const { root = process.cwd(), cache, ...plugin } = options;
  const { onDiagnostic } = plugin;
  const chosen = new ChosenFiles(plugin, root, disk);
  chosen.checkProfile();
  const files = new CachedFiles(plugin, root, chosen, openCache(cache, root), asNodeDoes);
  // If the compiler itself is to be transformed, that is the application's copy of it, not the one that is at work.
  const compiler = nodeModule.createRequire(import.meta.url).resolve("typescript");
  if (chosen.isWhole(slashed(compiler))) files.compiler();
  const application = pathToFileURL(`${root}/package.json`).href;
  // The code of the project's own files is no longer where it was.
  if (setSourceMapsSupport) setSourceMapsSupport(true, { nodeModules: true });
  else process.setSourceMapsEnabled(true);
  let isRuntimeSeen = false;
  const sayNumbers = isSummaryWanted(plugin) ? sayLater(() => files.summary.news().forEach(toStandardError)) : () => {};
  let isTold = false;
  /** Node says of TypeScript that it is, other loaders say what they have made of it: JavaScript without comments, most of them. */
  const tellOfOthers = (file: string, format: string): void => {
    if (isTold || !/\.[cm]?tsx?$/.test(file) || !/^(?:module|commonjs)$/.test(format) || isOfPackage(file)) return;
    const code = readFileSync(file, "utf8");
    if (!code.includes("@preempt") || !files.isAnnotated(file, code)) return;
    isTold = true;
    warn(
      `other_loader: ${file} has annotated functions, but another loader has made JavaScript of it before Preempt could see them. Register Preempt before that one: node --import @preempt/transformer/register --import tsx app.ts`,
      "other_loader",
    );
  };
  return registerHooks({
    resolve(specifier, context, next) {
      if (specifier !== abiModule) return next(specifier, context);
      // Packages that are transformed do not depend on the runtime themselves, nor need those of a workspace; the application does.
      const fromApplication = { ...context, parentURL: application };
      if (!isRuntimeSeen) {
        isRuntimeSeen = true;
        const problem = otherRuntime(root, disk);
        if (problem !== undefined) warn(problem, "runtime_version");
      }
      try {
        if (!isOfPackage(context.parentURL ?? "")) return next(specifier, context);
      } catch {
        // As for packages.
      }
      try {
        return next(specifier, fromApplication);
      } catch (cause) {
        throw new Error(runtimeMissing, { cause });
      }
    },
    load(url, context, next) {
      const loaded = next(url, context);
      const format = loaded.format ?? undetermined;
      if (files.isLoading || !formats.test(format) || !url.startsWith("file:")) return loaded;
      const file = fileURLToPath(url.replace(/[?#].*$/s, ""));
      const code = loaded.source == null ? readFileSync(file) : textOf(loaded.source);
      const made = files.make(file, code, format);
      for (const d of made?.diagnostics ?? []) {
        if (onDiagnostic) onDiagnostic(d);
        else if (d.severity !== "info") warn(formatDiagnostic(d), d.code);
      }
      if (made !== undefined) sayNumbers();
      if (made?.isRewritten) return { ...loaded, format: made.linkage, source: made.code };
      tellOfOthers(file, format);
      return loaded;
    },
  });
}

function openCache(option: boolean | string | undefined, root: string): DiskCache | undefined {
  const folder = cacheFolder(option, root);
  if (folder === undefined) return undefined;
  keepCompiledCode(folder);
  return new DiskCache(folder, ({ message }) =>
    warn(
      `cache_not_written: what was made of files cannot be kept in ${folder} (${message}): the next start has to make it again. Set PREEMPT_CACHE to a folder that can be written, or to 0.`,
      "cache_not_written",
    ),
  );
}

/** In production nobody reads it; and workers load what the main thread has loaded. */
function isSummaryWanted({ summary = process.env.NODE_ENV !== "production" }: PluginOptions): boolean {
  return summary && isMainThread && !/^(?:0|false|off|no)$/i.test(process.env.PREEMPT_SUMMARY ?? "");
}

/** What files are that are required from a package that does not say it. Node looks into them, and so do we. */
const undetermined = "";
const formats = /^(?:(?:module|commonjs)(?:-typescript)?|typescript|)$/;

function textOf(source: string | ArrayBuffer | NodeJS.TypedArray): string | Uint8Array {
  if (typeof source === "string") return source;
  return source instanceof ArrayBuffer
    ? new Uint8Array(source)
    : new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
}

function warn(text: string, code: string): void {
  process.emitWarning(text, { type: "PreemptWarning", code });
}
