/** Projects for an empty folder. */
import { basename } from "node:path";
import { runtimePackage, transformerPackage } from "@preempt/abi";
import type { TemplateName } from "../../arguments.ts";
import type { FileChange } from "../prepared.ts";
import { nodeFiles } from "./node.ts";
import { pageFiles } from "./page.ts";

export interface Template {
  /** What it shows, for people. */
  readonly about: string;
  /** The script of package.json that shows it. */
  readonly script: string;
  readonly files: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

export const templates: Readonly<Record<TemplateName, Template>> = {
  page: {
    about: "a page, with Vite and TypeScript: a job beside an animation",
    script: "dev",
    files: pageFiles,
    scripts: { dev: "vite", build: "tsc && vite build", preview: "vite preview" },
    devDependencies: { typescript: "^7.0.2", vite: "^8.3.8" },
  },
  node: {
    about: "a server, with Node and TypeScript: urgent requests beside bulky ones",
    script: "try",
    files: nodeFiles,
    scripts: {
      start: "node --import @preempt/transformer/register src/server.ts",
      try: "node --import @preempt/transformer/register src/try.ts",
      types: "tsc",
    },
    devDependencies: { "@types/node": "^24.0.0", typescript: "^7.0.2" },
  },
};

/**
 * The files of the template, for a project in the folder.
 *
 * @param range the range of Preempt's packages
 */
export function templateChanges(name: TemplateName, folder: string, range: string): FileChange[] {
  const { files, scripts, devDependencies } = templates[name];
  const manifest = {
    name: packageName(folder),
    private: true,
    type: "module",
    scripts,
    dependencies: { [runtimePackage]: range },
    devDependencies: { [transformerPackage]: range, ...devDependencies },
  };
  const all = {
    "package.json": `${JSON.stringify(manifest, undefined, 2)}\n`,
    ".gitignore": "node_modules/\ndist/\n",
    ...files,
  };
  return Object.entries(all).map(([file, after]) => ({ name: file, before: undefined, after }));
}

/** A name that npm accepts. */
function packageName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return name === "" ? "preempt-app" : name;
}
