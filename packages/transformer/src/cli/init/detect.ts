/** Which tools a project uses. */
import { type PackageManager, packageManagerOf } from "./package-manager.ts";
import type { Project } from "./project.ts";
import { angular, next, nuxt } from "./tools/frameworks.ts";
import { jest } from "./tools/jest.ts";
import {
  astro,
  rolldown,
  rollup,
  rsbuild,
  rspack,
  tsdown,
  tsup,
  vite,
  vitest,
  webpack,
} from "./tools/plugin-configs.ts";
import { bun, esbuild, node, tsc } from "./tools/programs.ts";
import type { ToolChain } from "./tools/tool-chain.ts";

export interface Detected {
  /** What builds or loads the code. */
  readonly chain: ToolChain;
  /** What tests it, if that has to be set up as well. */
  readonly runner: ToolChain | undefined;
  /** "React", "SvelteKit": for people. */
  readonly framework: string | undefined;
  readonly manager: PackageManager;
}

/** Those that bring another one come first: Next.js has webpack, Vite has esbuild. Tools for packages come before bare bundlers. */
const builders: readonly ToolChain[] = [
  ...[next, nuxt, astro, angular, rsbuild, vite, rspack, webpack],
  ...[tsup, tsdown, rolldown, rollup, esbuild, bun],
];
const runners: readonly ToolChain[] = [vitest, jest];

const frameworks: readonly (readonly [name: string, title: string])[] = [
  ["@sveltejs/kit", "SvelteKit"],
  ["@react-router/dev", "React Router"],
  ["react", "React"],
  ["vue", "Vue"],
  ["svelte", "Svelte"],
  ["solid-js", "Solid"],
  ["preact", "Preact"],
  ["lit", "Lit"],
];

export function detect(project: Project, userAgent?: string): Detected {
  const builder = builders.find(({ isUsed }) => isUsed(project));
  const runner = runners.find(({ isUsed }) => isUsed(project));
  // A library that is only compiled and tested has no bundler. Plain Node is what is left.
  const others = [...(tsc.isUsed(project) ? [tsc] : []), ...(runner ? [runner] : []), node];
  const chain = builder ?? (others[0] as ToolChain);
  const isServed = ["Next.js", "Nuxt", "Angular"].includes(chain.title);
  const framework = isServed ? undefined : frameworks.find(([name]) => project.uses(name))?.[1];
  return {
    chain,
    runner: runner === chain ? undefined : runner,
    framework,
    manager: packageManagerOf(project.folder, userAgent),
  };
}

/** "Vite 8.4.0 with React, Vitest, TypeScript; packages by npm (package-lock.json)." */
export function describe(project: Project, { chain, runner, framework, manager }: Detected): string {
  const version = chain.package && project.versionOf(chain.package)?.replace(/^[\^~]/, "");
  const main = `${chain.title}${version ? ` ${version}` : ""}${framework ? ` with ${framework}` : ""}`;
  const others = [runner?.title, project.isTypeScript && chain.id !== "tsc" ? "TypeScript" : undefined];
  return `${[main, ...others.filter((one) => one !== undefined)].join(", ")}; packages by ${manager.name} (${manager.because})`;
}
