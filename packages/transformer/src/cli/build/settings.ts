/** What a build is to do: the plugin's entry in a tsconfig.json, and what the command line adds. */
import { dirname, resolve } from "node:path";
import { transformerPackage } from "@preempt/abi";
import * as ts from "typescript";
import type { PluginConfig } from "../../integrations/ts-plugin.ts";
import type { PluginOptions } from "../../project/plugin-options.ts";
import { checkSettings } from "../../project/settings.ts";
import { tellFormerNames } from "../../project/whole-files.ts";
import type { Optimize } from "../../shared/optimize.ts";
import { packageName, propagatesByDefault } from "../../shared/options.ts";
import type { CommonBuildArguments } from "../arguments.ts";

export interface BuildSettings {
  /** The plugin's entry. */
  readonly said: PluginConfig;
  readonly options: PluginOptions;
  /** What types and JSX become where Node runs it. */
  readonly meaning: ts.CompilerOptions;
}

/** The settings for sources below `base`, which has a tsconfig.json, or a folder above it. */
export function settingsAround(args: CommonBuildArguments, base: string, cwd: string): BuildSettings {
  const path = ts.findConfigFile(base, ts.sys.fileExists);
  const { config = {} } = path === undefined ? {} : ts.readConfigFile(path, ts.sys.readFile);
  const folder = path === undefined ? cwd : dirname(path);
  const parsed = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, folder, undefined, path).options;
  const said = pluginEntry(parsed);
  const options = mergedOptions(args, said, folder, cwd);
  const all = said.functions === "all" ? [`${base}/**`] : [];
  return {
    said,
    options: { ...options, include: [...(options.include ?? []), ...all] },
    meaning: meaningInNode(parsed),
  };
}

/** @throws TypeError if it says what does not exist */
export function pluginEntry(options: ts.CompilerOptions): PluginConfig {
  const entries = (options as { plugins?: readonly (PluginConfig & { transform?: unknown })[] }).plugins ?? [];
  const said: PluginConfig = entries.find(({ transform }) => transform === transformerPackage) ?? {};
  checkSettings(said);
  return said;
}

/**
 * The entry and the command line together. Paths are absolute.
 *
 * @param folder Where those of the entry start
 */
export function mergedOptions(
  args: CommonBuildArguments,
  said: PluginConfig,
  folder: string,
  cwd: string,
): PluginOptions {
  tellFormerNames(said);
  if (args.all.length > 0) tellFormerNames(args);
  type Name = "include" | "exclude" | "exclusive" | "reentrant" | "all";
  const list = (name: Name, resolved = absolute) => [
    ...(said[name] ?? []).map((p) => resolved(p, folder)),
    ...args[name].map((p) => resolved(p, cwd)),
  ];
  const paths = (name: Name) => list(name, (pattern, from) => resolve(from, pattern));
  const former = list("all");
  const optimize = args.optimize ?? said.optimize;
  const options = {
    packages: [...(said.packages ?? []), ...args.packages, ...former.filter((p) => packageName.test(p))],
    include: [...paths("include"), ...former.filter((p) => !packageName.test(p))],
    exclude: paths("exclude"),
    exclusive: list("exclusive"),
    reentrant: list("reentrant"),
    jobs: [...(said.jobs ?? []), ...args.jobs],
    propagate: args.propagate ?? said.propagate ?? propagatesByDefault,
    ...(args.profile !== undefined && { profile: resolve(cwd, args.profile) }),
  };
  const { strategy } = said;
  return {
    ...options,
    ...(optimize !== undefined && { optimize: optimize as Optimize }),
    ...(strategy !== undefined && { strategy }),
  };
}

function absolute(pattern: string, folder: string): string {
  return packageName.test(pattern) ? pattern : resolve(folder, pattern);
}

/** What a tsconfig.json says of the code's meaning, in the newest JavaScript. Node reads no JSX. */
export function meaningInNode(parsed: ts.CompilerOptions): ts.CompilerOptions {
  const { jsx, jsxFactory, jsxFragmentFactory, jsxImportSource } = parsed;
  const { experimentalDecorators, emitDecoratorMetadata, useDefineForClassFields, verbatimModuleSyntax } = parsed;
  const isKept = jsx === undefined || jsx === ts.JsxEmit.Preserve || jsx === ts.JsxEmit.ReactNative;
  const given = {
    ...{ jsxFactory, jsxFragmentFactory, jsxImportSource, experimentalDecorators, emitDecoratorMetadata },
    ...{ useDefineForClassFields, verbatimModuleSyntax },
  };
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    jsx: isKept ? ts.JsxEmit.ReactJSX : jsx,
  };
}
