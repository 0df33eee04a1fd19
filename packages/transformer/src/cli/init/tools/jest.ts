/** Jest, whose transformers are named in its configuration or in package.json. */
import { transformerPackage } from "@preempt/abi";
import { nothing, type Prepared, prepareConfig, prepareJson, together } from "../prepared.ts";
import type { Project } from "../project.ts";
import type { ToolChain } from "./tool-chain.ts";

export const jest: ToolChain = {
  id: "jest",
  title: "Jest",
  package: "jest",
  isUsed: (project) => project.uses("jest") || project.named(jestConfig) !== undefined,
  prepare: (project) => together([settingsOf(project), converting(project)]),
  proof: "node",
  isStrictAboutModules: true,
};

/** The runtime consists of modules. Jest's own transformer converts them if Babel is configured to. */
function converting(project: Project): Prepared {
  const hasBabel = project.named(/^(?:babel\.config\.\w+|\.babelrc(?:\.\w+)?)$/) ?? project.manifest?.babel;
  if (hasBabel !== undefined || nextOf(project) !== "babel-jest") return nothing;
  const isThere = project.uses("@babel/preset-env");
  const lines = `${project.isModule ? "export default" : "module.exports ="} { presets: [["@babel/preset-env", { targets: { node: "current" } }]] };`;
  const reason = "Jest has to convert modules, those of the runtime too";
  const installed = isThere ? "" : ", and install @babel/preset-env";
  return { changes: [], byHand: [{ name: "babel.config.js", isMissing: true, reason: reason + installed, lines }] };
}

function settingsOf(project: Project): Prepared {
  const config = project.named(jestConfig);
  const text = (config && project.read(config)) ?? JSON.stringify(project.manifest?.jest ?? {});
  if (/\bpreset\b/.test(text) && !text.includes(transformerPackage)) {
    const reason = "its preset decides what becomes of the code";
    return { changes: [], byHand: [{ name: config ?? "package.json", reason, lines: lines(project) }] };
  }
  if (config?.endsWith(".json")) return prepareJson(project, config, settingsAt([], project), lines(project));
  if (config === undefined && project.manifest?.jest !== undefined) {
    if (JSON.stringify(project.manifest.jest).includes(transformerPackage)) return { changes: [], byHand: [] };
    return inManifest(project);
  }
  return prepareConfig(project, config, {
    edit: {
      imports: [],
      additions: Object.entries(settings(project)).map(([name, value]) => ({
        path: [name],
        value,
        isElement: false,
      })),
    },
    lines: lines(project),
    created: {
      name: "jest.config.js",
      text: `${project.isModule ? "export default" : "module.exports ="} {\n${lines(project)}\n};\n`,
    },
  });
}

const jestConfig = /^jest\.config\.(?:[cm]?[jt]s|json)$/;

/** The transformer that was there before: by default Jest's own. */
function nextOf(project: Project): string {
  return project.uses("@swc/jest") ? "@swc/jest" : "babel-jest";
}

function settings(project: Project): Readonly<Record<string, string>> {
  return {
    transform: `{ "\\\\.[jt]sx?$": ["@preempt/transformer/jest", { "next": "${nextOf(project)}" }] }`,
    transformIgnorePatterns: `["/node_modules/(?!(\\\\.pnpm/)?@preempt[/+])"]`,
  };
}

function lines(project: Project): string {
  return Object.entries(settings(project))
    .map(([name, value]) => `  ${name}: ${value.replace('"next"', "next")},`)
    .join("\n");
}

const settingsAt = (path: readonly string[], project: Project) =>
  Object.entries(settings(project)).map(([name, value]) => ({ path: [...path, name], value }));

/** Settings that are there already are somebody's choice. */
function inManifest(project: Project): Prepared {
  const there = Object.keys((project.manifest?.jest ?? {}) as object);
  const taken = Object.keys(settings(project)).find((name) => there.includes(name));
  if (taken === undefined) return { changes: [], byHand: [], manifest: settingsAt(["jest"], project) };
  const reason = `its settings for Jest have a ${taken} already`;
  return { changes: [], byHand: [{ name: "package.json", reason, lines: lines(project) }] };
}
