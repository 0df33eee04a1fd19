/** The options with which a project is built: what its bundler's configuration says, and what the command line adds. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { transformerPackage } from "@preempt/abi";
import { listenForOptions } from "../../integrations/noted-options.ts";
import { configurationsAmong, optionsInText } from "../../project/config-text.ts";
import { isOfPackage } from "../../project/packages.ts";
import type { PluginOptions } from "../../project/plugin-options.ts";
import { pluginOptions } from "../../shared/options.ts";
import type { CheckArguments } from "../arguments.ts";

export interface BuildOptions {
  readonly options: PluginOptions;
  /** Where globs and paths start. */
  readonly root: string;
  /** The configuration; undefined if only the command line says something. */
  readonly config: string | undefined;
  /** Why its options could not be read. */
  readonly problem?: string;
}

/**
 * What the project is built with; undefined if neither a configuration nor the command line says something. A promise where a
 * configuration has to be run.
 */
export function buildOptionsOf(args: CheckArguments, cwd: string): BuildOptions | undefined | Promise<BuildOptions> {
  const { given, isOfBuild } = ofCommandLine(args);
  const root = rootOf(cwd);
  for (const config of configsIn(root)) {
    const said = optionsInText(config, readFileSync(config, "utf8"));
    if (said === "computed") return ofRun(config, root, given);
    if (said !== undefined) return { options: joined(said, given), root, config };
  }
  const isPackageNamed = args.files.some((file) => isOfPackage(`${resolve(cwd, file)}/`));
  return isOfBuild || isPackageNamed ? { options: given, root, config: undefined } : undefined;
}

/** The nearest folder that has a package.json. */
function rootOf(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return folder;
    if (folder === dirname(folder)) return cwd;
  }
}

function configsIn(root: string): string[] {
  return configurationsAmong(readdirSync(root))
    .map((name) => join(root, name))
    .filter((file) => readFileSync(file, "utf8").includes(transformerPackage));
}

async function ofRun(config: string, root: string, given: PluginOptions): Promise<BuildOptions> {
  let said: object | undefined;
  let problem: string | undefined;
  const note = (options: object) => {
    said ??= options;
  };
  try {
    await listenForOptions(note, async () => {
      const { default: made } = (await import(pathToFileURL(config).href)) as { readonly default?: unknown };
      // Vite's, and Next's: functions that make the configuration.
      if (said === undefined && typeof made === "function") await made({ command: "build", mode: "production" }, {});
    });
  } catch (error) {
    problem = (error as Error).message;
  }
  if (said === undefined) problem ??= "it does not call the plugin";
  return { options: joined(said ?? {}, given), root, config, ...(problem !== undefined && { problem }) };
}

/** Without `--include` and its like nothing is said of packages: then the question is about the project as its tsconfig.json has it. */
function ofCommandLine(args: CheckArguments): { readonly given: PluginOptions; readonly isOfBuild: boolean } {
  const { packages, include, exclude, all, jobs, exclusive, reentrant, propagate } = args;
  const lists = Object.entries({ packages, include, exclude, all, jobs, exclusive, reentrant });
  const given = Object.fromEntries(lists.filter(([, list]) => list.length > 0));
  const isOfBuild = packages.length + all.length + jobs.length + exclusive.length + reentrant.length > 0;
  return { given: { ...given, ...(propagate !== undefined && { propagate }) }, isOfBuild };
}

/** Options that decide what is made of a file. */
function joined(said: object, given: PluginOptions): PluginOptions {
  const known = Object.entries(said).filter(([name]) => Object.hasOwn(pluginOptions, name) && name !== "onDiagnostic");
  const options = Object.fromEntries(known) as Record<string, unknown>;
  for (const [name, value] of Object.entries(given)) {
    options[name] = Array.isArray(value) ? [...((options[name] as unknown[] | undefined) ?? []), ...value] : value;
  }
  return options as PluginOptions;
}
