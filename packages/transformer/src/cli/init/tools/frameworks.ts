/** Frameworks that are configured in ways of their own. */
import { transformerPackage } from "@preempt/abi";
import { dependency, type Prepared, prepareConfig, prepareJson, script, together } from "../prepared.ts";
import type { Project } from "../project.ts";
import { pluginAt, preemptFrom } from "./plugin-configs.ts";
import type { ToolChain } from "./tool-chain.ts";

export const next: ToolChain = {
  id: "next",
  title: "Next.js",
  package: "next",
  isUsed: (project) => project.uses("next"),
  prepare: (project) =>
    prepareConfig(project, project.named(/^next\.config\.[cm]?[jt]s$/), {
      edit: { imports: [preemptFrom("next")], wrapper: "preempt()" },
      lines:
        'import preempt from "@preempt/transformer/next";\n\nexport default preempt()(/* the configuration as it is */);',
      created: {
        name: "next.config.mjs",
        text: 'import preempt from "@preempt/transformer/next";\n\nexport default preempt()({});\n',
      },
    }),
  proof: "node",
  place: 'in a component with "use client"',
};

export const nuxt: ToolChain = {
  id: "nuxt",
  title: "Nuxt",
  package: "nuxt",
  isUsed: (project) => project.uses("nuxt"),
  prepare: (project) =>
    prepareConfig(project, project.named(/^nuxt\.config\.[cm]?[jt]s$/), {
      edit: {
        imports: [preemptFrom("rollup", "preemptServer"), preemptFrom("vite")],
        additions: [pluginAt(["vite", "plugins"]), pluginAt(["nitro", "rollupConfig", "plugins"], "preemptServer()")],
      },
      lines: nuxtConfig,
      created: { name: "nuxt.config.ts", text: nuxtConfig },
    }),
  proof: "node",
  place: "in app.vue",
  exampleFolder: (project) => (project.has("app") ? "app" : "."),
};

const nuxtConfig = `import preemptServer from "@preempt/transformer/rollup";
import preempt from "@preempt/transformer/vite";

export default defineNuxtConfig({
  vite: { plugins: [preempt()] },
  nitro: { rollupConfig: { plugins: [preemptServer()] } },
});
`;

export const angular: ToolChain = {
  id: "angular",
  title: "Angular",
  package: "@angular/core",
  isUsed: (project) => project.uses("@angular/core") && project.has("angular.json"),
  prepare: (project) => {
    const config = project.has("tsconfig.app.json") ? "tsconfig.app.json" : "tsconfig.json";
    if (project.read(config)?.includes(transformerPackage)) return { changes: [], byHand: [] };
    const lines =
      '"compilerOptions": { "isolatedModules": false, "plugins": [{ "transform": "@preempt/transformer" }] }';
    return together([
      prepareJson(
        project,
        config,
        [
          // With it the builder hands files to esbuild, and no plugin of the compiler runs.
          { path: ["compilerOptions", "isolatedModules"], value: "false" },
          {
            path: ["compilerOptions", "plugins"],
            value: '{ "transform": "@preempt/transformer" }',
            isElement: true,
          },
        ],
        lines,
      ),
      patchedCompiler(project),
    ]);
  },
  proof: "node",
};

/** The builder compiles with the installed TypeScript, which ts-patch gives plugins. */
function patchedCompiler(project: Project): Prepared {
  const prepare = project.manifest?.scripts?.prepare;
  const isThere = prepare?.includes("ts-patch") === true;
  const command = "ts-patch install -s";
  return {
    changes: [],
    byHand: [],
    manifest: [
      ...(project.uses("ts-patch") ? [] : [dependency("devDependencies", "ts-patch", "^4.0.1")]),
      ...(isThere ? [] : [script("prepare", prepare === undefined ? command : `${prepare} && ${command}`)]),
    ],
  };
}
