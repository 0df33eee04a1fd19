/**
 * The integration for Next.js 16 and later, with Turbopack and with webpack:
 *
 *   // next.config.ts
 *   import preempt from "@preempt/transformer/next";
 *
 *   export default preempt({ packages: ["markdown-it"] })({ … });
 */

import * as ts from "typescript";
import { noteOptions } from "./integrations/noted-options.ts";
import { linkedFolder } from "./project/packages.ts";
import type { PluginOptions, WithoutExpressions } from "./project/plugin-options.ts";
import { wholeFiles } from "./project/whole-files.ts";
import { checkOptions, nextOptions, packageName } from "./shared/options.ts";
import preemptWebpack from "./webpack.ts";

/** Options for Next.js: those of the other plugins that can be sent to Turbopack's process. */
export interface NextOptions extends WithoutExpressions<Omit<PluginOptions, "advisor" | "onDiagnostic">> {}

/** The part of Next's configuration that the plugin uses. */
export interface NextConfig {
  /** The settings of Turbopack, to which rules are added. */
  readonly turbopack?: { readonly rules?: Readonly<Record<string, unknown>> } | undefined;
  /** The function that changes the configuration of webpack, which is called as well. */
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
  checkOptions(options, nextOptions);
  noteOptions(options);
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
function conditionOf(options: NextOptions): object {
  const packages = wholeFiles(options).filter(
    (pattern): pattern is string => typeof pattern === "string" && packageName.test(pattern),
  );
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
