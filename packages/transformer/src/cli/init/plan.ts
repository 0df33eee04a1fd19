/** Everything that the command would do to a project. */
import { join } from "node:path";
import { runtimePackage, transformerPackage } from "@preempt/abi";
import * as ts from "typescript";
import { manifestOf } from "../../project/packages.ts";
import type { TemplateName } from "../arguments.ts";
import { type Detected, describe, detect } from "./detect.ts";
import { editJson, type Setting } from "./edit-json.ts";
import { exampleName, exampleText } from "./example.ts";
import { type PackageManager, packageManagerOf } from "./package-manager.ts";
import { type ByHand, dependency, type FileChange, nothing, type Prepared, together } from "./prepared.ts";
import { Project } from "./project.ts";
import { templateChanges, templates } from "./templates/template.ts";
import { vite } from "./tools/plugin-configs.ts";
import { node, tsc } from "./tools/programs.ts";
import type { ToolChain } from "./tools/tool-chain.ts";

export interface Plan {
  /** What was found, for people. */
  readonly found: string;
  /** Whether all files are those of a template. */
  readonly isNew: boolean;
  readonly changes: readonly FileChange[];
  readonly byHand: readonly ByHand[];
  /** Whether the example can be run by the tool: nothing is left to do by hand for it. */
  readonly isReady: boolean;
  readonly manager: PackageManager;
  /** Whether package.json names packages that are not installed. */
  readonly needsInstall: boolean;
  /** The tool that runs the example. */
  readonly chain: ToolChain;
  /** A file that exports `preempted` or `countPrimes`. */
  readonly example: string;
  /** What to do next, for people. */
  readonly next: string;
}

/** @throws SyntaxError if package.json is no JSON object */
export function planFor(folder: string, version: string): Plan {
  const project = new Project(folder);
  const detected = detect(project);
  const { chain, runner, manager } = detected;
  const own = chain.prepare(project);
  const prepared = together([own, runner?.prepare(project) ?? nothing]);
  const example = exampleName(project, chain);
  const isNew = !project.has(example);
  const changes = [...manifestChanges(project, prepared, `^${version}`), ...prepared.changes];
  // A project that has Preempt already, and lacks only the example, may have deleted it.
  const withExample = isNew && (changes.length > 0 || prepared.byHand.length > 0);
  return {
    found: describe(project, detected),
    isNew: false,
    changes: withExample
      ? [...changes, { name: example, before: undefined, after: exampleOf(project, chain, example) }]
      : changes,
    byHand: prepared.byHand,
    isReady: own.byHand.length === 0,
    manager,
    needsInstall: !isInstalled(project) || changes.some(({ name }) => name === "package.json"),
    chain,
    example,
    next: nextSteps(project, detected, example),
  };
}

/** webpack and its like, and Jest, take the files of a package for what its type says. Vite and esbuild take all for modules. */
function exampleOf(project: Project, { isStrictAboutModules = false }: ToolChain, name: string): string {
  const isCommonJs = isStrictAboutModules && project.manifest?.type === "commonjs";
  return exampleText(name, isCommonJs && name.endsWith(".js"));
}

/** For an empty folder. */
export function planTemplate(name: TemplateName, folder: string, version: string): Plan {
  const manager = packageManagerOf(folder);
  return {
    found: "an empty folder",
    isNew: true,
    changes: templateChanges(name, folder, `^${version}`),
    byHand: [],
    isReady: true,
    manager,
    needsInstall: true,
    chain: name === "page" ? vite : node,
    example: "src/primes.ts",
    next: `Run ${manager.run(templates[name].script)}.`,
  };
}

function manifestChanges(project: Project, { manifest = [] }: Prepared, range: string): FileChange[] {
  const before = project.read("package.json") ?? "";
  const missing = (name: string) => !project.uses(name);
  const settings: Setting[] = [
    ...(missing(runtimePackage) ? [dependency("dependencies", runtimePackage, range)] : []),
    ...(missing(transformerPackage) ? [dependency("devDependencies", transformerPackage, range)] : []),
    ...manifest,
  ];
  const after = editJson("package.json", before, settings);
  if (after === undefined) throw new SyntaxError("package.json is not an object of JSON, or its parts are none");
  return after === before ? [] : [{ name: "package.json", before, after }];
}

function isInstalled(project: Project): boolean {
  const place = join(project.folder, "package.json");
  return [runtimePackage, transformerPackage].every((name) => manifestOf(name, place, ts.sys) !== undefined);
}

function nextSteps(project: Project, { chain, manager }: Detected, example: string): string {
  if (chain.id === "node") return `Run node --import @preempt/transformer/register ${example}.`;
  if (chain.id === tsc.id) return `Build, and run the output of ${example}.`;
  if (chain.id === "vitest" || chain.id === "jest")
    return `Import ${example} in a test, and look at its line of output.`;
  const start = ["dev", "start", "serve"].find((name) => project.manifest?.scripts?.[name] !== undefined);
  const run = start ? `run ${manager.run(start)}` : "build";
  const { place = "where your program starts" } = chain;
  return `Import ${example} ${place}, ${run}, and look at the console.`;
}
