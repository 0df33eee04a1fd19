/** Tools whose configuration has a list of plugins. */
import type { Addition, Imported } from "../edit-config.ts";
import { type ConfigSetUp, type Prepared, prepareConfig } from "../prepared.ts";
import type { Project } from "../project.ts";
import type { ToolChain } from "./tool-chain.ts";

interface PluginConfig {
  /** The names that the configuration may have. */
  readonly files: RegExp;
  /** The entry point: "vite" for `@preempt/transformer/vite`. */
  readonly integration: string;
  /** Where the list is. */
  readonly path: readonly string[];
  /** What a new configuration says. Without it there has to be one. */
  readonly created?: (project: Project) => { readonly name: string; readonly text: string };
  /** Names of the calls that take the configuration, in a program that builds. */
  readonly calls?: readonly string[];
}

export const preemptFrom = (integration: string, name = "preempt"): Imported => ({
  name,
  module: `@preempt/transformer/${integration}`,
});

export const pluginAt = (path: readonly string[], value = "preempt()"): Addition => ({ path, value, isElement: true });

/** How `path: [preempt()]` is added to the configuration. */
export function preparePlugin(project: Project, { files, integration, path, created, calls }: PluginConfig): Prepared {
  const setUp: ConfigSetUp = {
    edit: {
      imports: [preemptFrom(integration)],
      additions: [pluginAt(path)],
      ...(calls !== undefined && { calls }),
    },
    lines: pluginLines(integration, path),
    ...(created !== undefined && { created: created(project) }),
  };
  return prepareConfig(project, project.named(files), setUp);
}

export function pluginLines(integration: string, path: readonly string[]): string {
  const list = path.reduceRight((inner, key) => (inner === "" ? `${key}: [preempt()]` : `${key}: { ${inner} }`), "");
  return `import preempt from "@preempt/transformer/${integration}";\n\n${list},`;
}

/** A new configuration: `export default { plugins: [preempt()] }`. */
const newConfig =
  (base: string, integration: string, list = "plugins") =>
  (project: Project) => ({
    name: `${base}.config.${project.isTypeScript ? "ts" : project.isModule ? "js" : "mjs"}`,
    text: `import preempt from "@preempt/transformer/${integration}";\n\nexport default {\n  ${list}: [preempt()],\n};\n`,
  });

export const vite: ToolChain = {
  id: "vite",
  title: "Vite",
  package: "vite",
  isUsed: (project) =>
    project.uses("vite", "@sveltejs/kit", "@react-router/dev") || project.named(viteConfig) !== undefined,
  prepare: (project) =>
    preparePlugin(project, {
      files: viteConfig,
      integration: "vite",
      path: ["plugins"],
      created: newConfig("vite", "vite"),
    }),
  proof: "vite",
  exampleFolder: (project) => (project.uses("@sveltejs/kit") ? "src/lib" : project.has("src") ? "src" : "."),
};

const viteConfig = /^vite\.config\.[cm]?[jt]s$/;

export const vitest: ToolChain = {
  id: "vitest",
  title: "Vitest",
  package: "vitest",
  isUsed: (project) => project.uses("vitest") || project.named(vitestConfig) !== undefined,
  prepare: (project) => {
    const config = project.named(vitestConfig);
    // One that is merged with Vite's has its plugins.
    const isMerged = /["'][^"']*\/vite\.config[^"']*["']/.test((config && project.read(config)) ?? "");
    if (isMerged || (config === undefined && project.named(viteConfig) !== undefined))
      return { changes: [], byHand: [] };
    return preparePlugin(project, {
      files: vitestConfig,
      integration: "vite",
      path: ["plugins"],
      created: newConfig("vitest", "vite"),
    });
  },
  proof: "vite",
};

const vitestConfig = /^vitest\.config\.[cm]?[jt]s$/;

export const astro: ToolChain = {
  id: "astro",
  title: "Astro",
  package: "astro",
  isUsed: (project) => project.uses("astro"),
  prepare: (project) =>
    preparePlugin(project, {
      files: /^astro\.config\.[cm]?[jt]s$/,
      integration: "vite",
      path: ["vite", "plugins"],
      created: () => ({
        name: "astro.config.mjs",
        text: `import preempt from "@preempt/transformer/vite";
import { defineConfig } from "astro/config";

export default defineConfig({
  vite: { plugins: [preempt()] },
});
`,
      }),
    }),
  proof: "node",
  place: "in a <script> of a page",
};

/** Bundlers that are configured alike. A program that is called without a configuration needs one for plugins. */
function bundler(
  id: string,
  title: string,
  packages: readonly string[],
  integration: string,
  path = ["plugins"],
): ToolChain {
  return {
    id,
    title,
    ...(packages[0] !== undefined && { package: packages[0] }),
    isUsed: (project) => project.uses(...packages),
    prepare: (project) => {
      const files = new RegExp(`^${id}\\.config\\.[cm]?[jt]s$`);
      if (project.named(files) !== undefined) return preparePlugin(project, { files, integration, path });
      return {
        changes: [],
        byHand: [
          {
            name: `${id}.config.js`,
            isMissing: true,
            reason: "plugins need a configuration",
            lines: pluginLines(integration, path),
          },
        ],
      };
    },
    proof: "node",
  };
}

export const rspack: ToolChain = {
  ...bundler("rspack", "Rspack", ["@rspack/core", "@rspack/cli"], "rspack"),
  isStrictAboutModules: true,
};
export const rsbuild = bundler("rsbuild", "Rsbuild", ["@rsbuild/core"], "rspack", ["tools", "rspack", "plugins"]);
export const webpack: ToolChain = {
  ...bundler("webpack", "webpack", ["webpack"], "webpack"),
  isStrictAboutModules: true,
};
export const rollup = bundler("rollup", "Rollup", ["rollup"], "rollup");
export const rolldown = bundler("rolldown", "Rolldown", ["rolldown"], "rollup");
export const tsdown: ToolChain = {
  ...bundler("tsdown", "tsdown", ["tsdown"], "rollup"),
  prepare: (project) =>
    preparePlugin(project, {
      files: /^tsdown\.config\.[cm]?[jt]s$/,
      integration: "rollup",
      path: ["plugins"],
      created: newConfig("tsdown", "rollup"),
    }),
};
export const tsup: ToolChain = {
  ...bundler("tsup", "tsup", ["tsup"], "esbuild", ["esbuildPlugins"]),
  prepare: (project) =>
    preparePlugin(project, {
      files: /^tsup\.config\.[cm]?[jt]s$/,
      integration: "esbuild",
      path: ["esbuildPlugins"],
      created: newConfig("tsup", "esbuild", "esbuildPlugins"),
    }),
};
