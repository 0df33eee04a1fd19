/**
 * The integration for Next.js 16 and later, with Turbopack and with webpack:
 *
 *   // next.config.ts
 *   import preempt from "@preempt/transformer/next";
 *
 *   export default preempt({ all: ["markdown-it"] })({ … });
 */

import ts from "typescript";
import { noteOptions } from "./integrations/noted-options.ts";
import { linkedFolder, packageName } from "./project/packages.ts";
import type { PluginOptions } from "./project/plugin-options.ts";
import { checkOptimize } from "./shared/optimize.ts";
import { checkPlugin } from "./shared/option-names.ts";
import preemptWebpack from "./webpack.ts";

/** Options for Next.js: those of the other plugins that can be sent to Turbopack's process. */
export interface NextOptions extends Omit<PluginOptions, "all" | "exclusive" | "reentrant" | "onDiagnostic"> {
  /** Packages, and globs and paths from the project's root. */
  all?: readonly string[];
  exclusive?: readonly string[];
  reentrant?: readonly string[];
}

/** The part of Next's configuration that the plugin uses. */
export interface NextConfig {
  readonly turbopack?: { readonly rules?: Readonly<Record<string, unknown>> } | undefined;
  readonly webpack?: unknown;
}

interface WebpackConfig {
  readonly plugins: unknown[];
}

type Webpack = (config: WebpackConfig, context: unknown) => unknown;

const globs = ["*.ts", "*.tsx", "*.mts", "*.cts", "*.js", "*.jsx", "*.mjs", "*.cjs"];

/**
 * Returns a function that adds the transform to a configuration of Next.js, or to a function that makes one.
 *
 * @throws TypeError if an option has a value that does not exist
 */
export default function preempt(options: NextOptions = {}): <Config extends object>(config: Config) => Config {
  checkPlugin(options);
  noteOptions(options);
  for (const name of ["all", "exclusive", "reentrant"] as const) {
    const stranger = options[name]?.find((pattern) => typeof pattern !== "string");
    if (stranger === undefined) continue;
    throw new TypeError(
      `${name}_pattern: ${String(stranger)} cannot be handed to Turbopack. Give packages and globs such as "src/solver/**".`,
    );
  }
  checkOptimize(options.optimize);
  const plugin = preemptWebpack(options);
  const rule = { loaders: [{ loader: "@preempt/transformer/loader", options }], condition: conditionOf(options) };

  const added = (config: NextConfig) => {
    const { turbopack = {}, webpack } = config;
    const rules: Record<string, unknown> = { ...turbopack.rules };
    for (const glob of globs) rules[glob] = glob in rules ? [rule, rules[glob]].flat() : rule;
    const withPlugin: Webpack = (made, context) => {
      made.plugins.push(plugin);
      return typeof webpack === "function" ? (webpack as Webpack)(made, context) : made;
    };
    return { ...config, turbopack: { ...turbopack, rules }, webpack: withPlugin };
  };
  return <Config extends object>(config: Config): Config => {
    if (typeof config !== "function") return added(config) as unknown as Config;
    const make = config as unknown as (...context: unknown[]) => unknown;
    return (async (...context: unknown[]) => added((await make(...context)) as NextConfig)) as unknown as Config;
  };
}

/**
 * Which files the loader is to see: each takes the way into another process. Of the project all, because the text of a file does not
 * say whether another one passes its functions on.
 */
function conditionOf({ all = [] }: NextOptions): object {
  const packages = all.filter((pattern) => packageName.test(pattern));
  const any: unknown[] = [{ not: "foreign" }];
  for (const name of packages) {
    const linked = linkedFolder(name, process.cwd(), ts.sys);
    any.push({ path: new RegExp(`(^|/)node_modules/${escaped(name)}/`) });
    if (linked !== undefined) any.push({ path: new RegExp(escaped(`${linked.slice(linked.lastIndexOf("/"))}/`)) });
  }
  return { any };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
