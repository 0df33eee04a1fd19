/**
 * The integration for bundlers (Vite, Rollup, Rolldown, webpack, Rspack and esbuild): transforms the project's annotated files, and whole
 * packages on request.
 */
import { createRequire } from "node:module";
import { abiModule, runtimePackage } from "@preempt/abi";
import * as ts from "typescript";
import { createUnplugin, type UnpluginInstance } from "unplugin";
import { panelTag, type ViteServer } from "./bundler/advisor/panel-tag.ts";
import { dependenciesWithEntry, isCommonJs } from "./bundler/commonjs.ts";
import { moduleFile, transformModule } from "./bundler/module.ts";
import { processContext } from "./bundler/process-context.ts";
import { sayLater, toStandardError } from "./bundler/say-later.ts";
import { noteOptions } from "./integrations/noted-options.ts";
import { type ConfigReader, SingleFiles } from "./integrations/single-files.ts";
import { isOfPackage, linkedFolder, manifestOf } from "./project/packages.ts";
import type { PluginOptions } from "./project/plugin-options.ts";
import { otherRuntime, runtimeMissing } from "./project/runtime-check.ts";
import type { BuildSummary } from "./report/build-summary.ts";

export type { PluginOptions } from "./project/plugin-options.ts";

/**
 * These take a file for a module that imports the runtime, and its `exports` are gone: it has to require it. Rolldown takes it for
 * CommonJS all the same, and so does Rollup without its plugin for that.
 */
const moduleMinded: readonly string[] = ["esbuild", "webpack", "rspack"];

/** A tsconfig.json that names no target is for Rolldown one of TypeScript's oldest, as it was for TypeScript for long. */
const rolldown: ConfigReader = { defaultTarget: ts.ScriptTarget.ES5, references: "first" };
const configReaders: { readonly [framework: string]: ConfigReader } = {
  rolldown,
  vite: rolldown,
  esbuild: { references: "ignored" },
};

/** Of plugins that a plugin has made for a part of its build: the outer one counts for them, too. */
const summaries = new WeakMap<PluginOptions, BuildSummary>();

function innerOptions(options: PluginOptions, { summary }: SingleFiles): PluginOptions {
  const inner = { ...options, summary: false };
  summaries.set(inner, summary);
  return inner;
}

const abiOnly = new RegExp(`^${abiModule}$`);

/** The plugin, once per bundler that unplugin knows. */
export const preempt: UnpluginInstance<PluginOptions | undefined> = createUnplugin<PluginOptions | undefined>(
  (options = {}, { framework }) => {
    noteOptions(options);
    let root = process.cwd();
    const files = new SingleFiles(options, root, undefined, undefined, summaries.get(options));
    const config = configReaders[framework];
    /** Whether something was said about the runtime. */
    let isTold = false;
    let requiresRuntime = moduleMinded.includes(framework);
    /** Vite's logger, where Vite is around us. */
    let logger: Pick<Console, "info"> | undefined;
    let isServer = false;
    let isTest = false;
    const isAdvising = options.advisor === true;
    const say = (to: (line: string) => void) => {
      if (options.summary === false || isTest) return;
      for (const line of files.summary.news()) to(line);
    };
    const sayOfServer = sayLater(() => say((line) => logger?.info(line)));
    const startAt = (folder: string) => {
      root = folder;
      files.startAt(folder);
    };
    return {
      name: "preempt",
      enforce: "pre",

      resolveId: {
        filter: { id: abiOnly },
        handler(_id: string, importer: string | undefined) {
          if (importer === undefined) return null;
          // Packages that are transformed do not depend on the runtime themselves, nor need those of a workspace; the application does.
          const hasRuntime = !isOfPackage(importer) && manifestOf(runtimePackage, importer, ts.sys) !== undefined;
          const resolved = hasRuntime ? null : resolveFrom(root);
          const isMissing = resolved === null && !hasRuntime && process.versions.pnp === undefined;
          if (isMissing && !isTold) this.warn(runtimeMissing);
          isTold ||= isMissing;
          return resolved;
        },
      },

      transform: {
        filter: { id: moduleFile },
        handler(code: string, id: string) {
          const result = transformModule(files, options, code, id, {
            requiresRuntime,
            config,
            watch: (name) => this.addWatchFile(name),
            warn: (message) => this.warn(message),
            fail: (message) => this.error(message),
          });
          if (isServer) sayOfServer();
          if (result === undefined) return null;
          const problem = isTold ? undefined : otherRuntime(root, ts.sys);
          if (problem !== undefined) this.warn(problem);
          isTold ||= problem !== undefined;
          return { code: result.code, map: result.map ?? null };
        },
      },

      buildEnd() {
        // Rollup and Vite have this as a warning of theirs; the others have no place for it.
        const teller: Pick<Console, "warn"> = "warn" in this ? (this as unknown as Console) : console;
        if (!isServer && !spokenOfElsewhere.includes(framework)) {
          if (logger !== undefined) say((line) => logger?.info(line));
          else if ("info" in this) say((line) => (this as unknown as Console).info(withoutName(line)));
        }
        // Yarn's Plug'n'Play has them in no folder where one could look.
        if (process.versions.pnp !== undefined) return;
        for (const name of files.unknownPackages) teller.warn(unknownPackage(name));
      },

      watchChange(id, change) {
        files.forget(change.event !== "update" || id.endsWith(".json"));
      },

      rollup: {
        buildStart({ plugins }) {
          requiresRuntime = plugins.some(isCommonJsPlugin);
        },
      },

      vite: {
        async config({ root: folder = process.cwd(), worker, optimizeDeps: given }: ViteConfig) {
          // Until version 8 esbuild bundled packages for Vite's server. The oldest do not say which they are.
          const { viteVersion = "6", rolldownVersion } = (this as ViteContext | undefined)?.meta ?? {};
          const isEsbuild = rolldownVersion === undefined && Number.parseInt(viteVersion, 10) < 8;
          const dependencies = dependenciesOf(files.packages, folder, options, isEsbuild);
          const { include, exclude, ...bundlers } = dependencies;
          const optimizeDeps = { ...dependencies, include: [...include, ...runtimeToBundle(folder, given?.exclude)] };
          // On servers packages are Node's to load, unless they are named. The plugin has to see them there, too.
          const ssr = {
            noExternal: [...files.packages],
            ...(Object.keys(bundlers).length > 0 && { optimizeDeps: { include, ...bundlers } }),
          };
          // A build bundles workers apart, with none of the other plugins; the server has them go through all.
          const isInWorkers = (await pluginsIn(worker?.plugins)).some(({ name }) => name === "preempt");
          return isInWorkers
            ? { optimizeDeps, ssr }
            : { optimizeDeps, ssr, worker: { plugins: () => [preempt.vite(innerOptions(options, files))] } };
        },
        configResolved(config: ResolvedViteConfig) {
          startAt(config.root);
          logger = config.logger;
          isServer = config.command === "serve";
          requiresRuntime = config.plugins.some(isCommonJsPlugin);
        },
        // Only Vite's server calls these two: nothing of the advisor is in what is built.
        async configureServer(server: ViteServer) {
          if (!isAdvising || isTest) return;
          const { serveAdvisor } = await import("./bundler/advisor/serve-advisor.ts");
          serveAdvisor(server, options, root);
        },
        transformIndexHtml(_html: string, { server }: { readonly server?: ViteServer | undefined }) {
          return isAdvising && server !== undefined ? [panelTag(server.config.base)] : [];
        },
        // Vitest keeps what became of a file on disk. That depends on others, too, on those that it imports and on a tsconfig.json.
        configureVitest({ defineCacheKeyGenerator, experimental_defineCacheKeyGenerator }: VitestContext) {
          // Its reporters have the word.
          isTest = true;
          const define = defineCacheKeyGenerator ?? experimental_defineCacheKeyGenerator;
          define?.(({ id, sourceCode }) => {
            // The transform that follows tells what there is to tell.
            const context = { ...processContext, requiresRuntime, config, warn() {} };
            try {
              return transformModule(files, { ...options, onDiagnostic() {} }, sourceCode, id, context)?.code;
            } catch {
              return false;
            }
          });
        },
      },

      webpack(compiler) {
        startAt(compiler.context);
        sayWhenDone(compiler, say);
      },

      rspack(compiler) {
        startAt(compiler.context);
        sayWhenDone(compiler, say);
      },

      esbuild: {
        config({ absWorkingDir }) {
          if (absWorkingDir !== undefined) startAt(absWorkingDir);
        },
        setup({ onStart, onEnd, initialOptions: { logLevel = "info" } }) {
          // It does not say what has changed since it built the last time.
          onStart(() => files.forget());
          // Plugins can hand it warnings and errors alone.
          if (["info", "debug", "verbose"].includes(logLevel)) onEnd(() => say(toStandardError));
        },
      },
    };
  },
);

/** Where the summary comes from another hook than `buildEnd`. */
const spokenOfElsewhere: readonly string[] = ["webpack", "rspack", "esbuild"];

/** As much as is used of webpack's compiler, and of Rspack's. */
interface Compiler {
  readonly hooks: { readonly done: { tap(name: string, done: () => void): void } };
  getInfrastructureLogger(name: string): { info(text: string): void };
}

function sayWhenDone(compiler: Compiler, say: (to: (line: string) => void) => void): void {
  const logger = compiler.getInfrastructureLogger("preempt");
  compiler.hooks.done.tap("preempt", () => say((line) => logger.info(withoutName(line))));
}

/** For loggers that put the plugin's name before each line. */
function withoutName(line: string): string {
  return line.replace(/^preempt: /, "");
}

interface Named {
  readonly name: string;
}

interface ResolvedViteConfig {
  readonly root: string;
  readonly command: "build" | "serve";
  readonly plugins: readonly Named[];
  readonly logger: Pick<Console, "info">;
}

interface ViteContext {
  readonly meta?: { readonly viteVersion?: string; readonly rolldownVersion?: string };
}

/** What Vitest's plugin hook is given, since version 4; before, it kept nothing. */
interface VitestContext {
  readonly defineCacheKeyGenerator?: DefineCacheKey;
  readonly experimental_defineCacheKeyGenerator?: DefineCacheKey;
}

/** @param generator Gives a part of the key of a file; false if it is not to be kept */
type DefineCacheKey = (
  generator: (file: { readonly id: string; readonly sourceCode: string }) => string | undefined | false,
) => void;

interface ViteConfig {
  readonly root?: string | undefined;
  readonly optimizeDeps?: { readonly exclude?: readonly string[] | undefined } | undefined;
  readonly worker?: { readonly plugins?: unknown } | undefined;
}

/** The plugins that an option of Vite's holds, which may stand in lists of lists, be promised, or false. */
async function pluginsIn(option: unknown): Promise<Named[]> {
  const held = await (typeof option === "function" ? option() : option);
  if (Array.isArray(held)) return (await Promise.all(held.map(pluginsIn))).flat();
  return held ? [held as Named] : [];
}

/** Rollup's, which Vite had within it until version 7. */
function isCommonJsPlugin({ name }: Named): boolean {
  return name === "commonjs";
}

/**
 * What Vite's server does with the packages: it serves modules as they are, where the plugin sees them; CommonJS it can only serve
 * bundled, and then the plugin is the bundler's. What modules depend on may be CommonJS again: Vite leaves that as it is too, unless told.
 */
function dependenciesOf(packages: readonly string[], root: string, options: PluginOptions, isEsbuild: boolean) {
  const bundled = packages.filter((name) => isCommonJs(name, root));
  const exclude = packages.filter((name) => !bundled.includes(name));
  const needed = exclude.flatMap((name) =>
    dependenciesWithEntry(name, root)
      .filter((dependency) => !packages.includes(dependency))
      .map((dependency) => `${name} > ${dependency}`),
  );
  const include = [...bundled, ...needed];
  if (bundled.length === 0) return { exclude, include };
  // What was bundled is kept, and made anew when the names of plugins change; of their options Vite knows nothing.
  const name = `preempt ${JSON.stringify([options.strategy, options.optimize])}`;
  const { all: _, ...others } = options;
  const inner = { ...others, packages: bundled, include: [], summary: false };
  if (isEsbuild) return { exclude, include, esbuildOptions: { plugins: [{ ...preempt.esbuild(inner), name }] } };
  const plugins = [preempt.rolldown(inner)].flat().map((plugin) => ({ ...plugin, name }));
  return { exclude, include, rolldownOptions: { plugins } };
}

/**
 * What transformed modules import, which stands in no source. Vite's server would come upon it when it serves the first of them, bundle
 * its packages anew, and have the page load again. What is linked, or is to stay as it is, it does not bundle.
 */
function runtimeToBundle(root: string, excluded: readonly string[] = []): string[] {
  const isInstalled =
    manifestOf(runtimePackage, root, ts.sys) !== undefined && linkedFolder(runtimePackage, root, ts.sys) === undefined;
  return isInstalled && ![runtimePackage, abiModule].some((name) => excluded.includes(name)) ? [abiModule] : [];
}

function unknownPackage(name: string): string {
  return `package_unknown: "${name}" stands in \`packages\`, but no package of that name was loaded, nor is one installed. Give the name that its package.json has, or \`include: ["${name}"]\` if it is a folder of yours.`;
}

function resolveFrom(root: string): string | null {
  try {
    return createRequire(`${root}/package.json`).resolve(abiModule);
  } catch {
    return null;
  }
}
