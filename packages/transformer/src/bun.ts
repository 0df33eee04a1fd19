/**
 * The integration for Bun, for its bundler (`Bun.build({ plugins: [preempt()] })`), and without a build:
 *
 *   // preempt.ts, which bunfig.toml names in `preload`
 *   import { plugin } from "bun";
 *   import preempt from "@preempt/transformer/bun";
 *
 *   plugin(preempt());
 */
import { readFileSync } from "node:fs";
import { saysCommonJs } from "./bundler/commonjs.ts";
import { transformModule } from "./bundler/module.ts";
import { processContext } from "./bundler/process-context.ts";
import { sayLater, toStandardError } from "./bundler/say-later.ts";
import { withMap } from "./integrations/inline-map.ts";
import { noteOptions } from "./integrations/noted-options.ts";
import { SingleFiles } from "./integrations/single-files.ts";
import type { PluginOptions } from "./project/plugin-options.ts";
import { wholeFiles } from "./project/whole-files.ts";

export type { PluginOptions } from "./project/plugin-options.ts";

/** As much as is used of what Bun hands to plugins. */
export interface BunBuilder {
  /** Where something is built. */
  readonly config?: unknown;
  /** Registers what makes the code of files with such a path. */
  onLoad(
    constraints: { filter: RegExp },
    callback: (file: { path: string }) => { contents: string; loader: BunLoader } | undefined,
  ): unknown;
}

/** How Bun reads the code of a file. */
export type BunLoader = "js" | "jsx" | "ts" | "tsx";

/** A plugin of Bun. */
export interface BunPlugin {
  /** Its name. */
  name: string;
  /** Called by Bun, once for each build. */
  setup(build: BunBuilder): void;
}

/**
 * Makes the plugin, which is for one build, or for all that the process loads from now on.
 *
 * @throws TypeError if an option has a value that does not exist
 */
export default function preempt(options: PluginOptions = {}): BunPlugin {
  noteOptions(options);
  const files = new SingleFiles(options, process.cwd());
  return {
    name: "preempt",
    setup(build) {
      const isBuild = build.config !== undefined;
      files.forget();
      const say = options.summary === false ? () => {} : sayLater(() => files.summary.news().forEach(toStandardError));
      build.onLoad({ filter: isBuild ? sourceFile : moduleOf(files.packages, options) }, ({ path }) => {
        const code = readFileSync(path, "utf8");
        if (!isBuild && saysCommonJs(path, code)) process.emitWarning(commonJs(path), { type: "PreemptWarning" });
        const result = transformModule(files, options, code, path, processContext);
        say();
        if (result !== undefined) return { contents: withMap(result), loader: path.endsWith("x") ? "jsx" : "js" };
        // Without a build Bun wants an answer for each file that it asks for.
        return isBuild ? undefined : { contents: code, loader: /[jt]sx?$/.exec(path)?.[0] as BunLoader };
      });
    },
  };
}

const sourceFile = /\.[cm]?[jt]sx?$/;

/**
 * Without a build Bun makes a module of each file that a plugin has answered for. So it is asked for the project's own alone, and
 * for those of packages that are to be transformed, and not for what is CommonJS by its name.
 */
function moduleOf(packages: readonly string[], options: PluginOptions): RegExp {
  if (wholeFiles(options).some((pattern) => typeof pattern !== "string")) return /\.m?[jt]sx?$/;
  const named = packages.map((name) => `|.*/node_modules/${name.replaceAll(".", "\\.")}/`);
  return new RegExp(`^(?:(?!.*/node_modules/)${named.join("")}).*\\.m?[jt]sx?$`.replaceAll("/", "[/\\\\]"));
}

function commonJs(path: string): string {
  return `bun_commonjs: ${path} is CommonJS, which Bun takes for a module where a plugin has loaded it. Call it .cjs if it is yours; leave its package out of \`packages\`, or build with Bun.build.`;
}
