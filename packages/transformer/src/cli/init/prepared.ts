/** What is to be done to a project, before anything is written. */
import { transformerPackage } from "@preempt/abi";
import { type ConfigEdit, editConfig } from "./edit-config.ts";
import { editJson, type Setting } from "./edit-json.ts";
import type { Project } from "./project.ts";

/** A file of the project, before and after. */
export interface FileChange {
  /** Relative to the project's folder. */
  readonly name: string;
  /** Undefined: the file is new. */
  readonly before: string | undefined;
  readonly after: string;
}

/** What a person has to do, because the file is not understood. */
export interface ByHand {
  readonly name: string;
  readonly reason: string;
  /** Whether there is no such file. */
  readonly isMissing?: boolean;
  /** The lines to add. */
  readonly lines: string;
}

/** What adds Preempt to a tool. */
export interface Prepared {
  readonly changes: readonly FileChange[];
  readonly byHand: readonly ByHand[];
  /** What is set in package.json, which several tools change. */
  readonly manifest?: readonly Setting[];
}

export const nothing: Prepared = { changes: [], byHand: [] };

/** Everything of several. */
export function together(all: readonly Prepared[]): Prepared {
  return {
    changes: all.flatMap(({ changes }) => changes),
    byHand: all.flatMap(({ byHand }) => byHand),
    manifest: all.flatMap(({ manifest = [] }) => manifest),
  };
}

/** A script of package.json. */
export function script(name: string, command: string): Setting {
  return { path: ["scripts", name], value: JSON.stringify(command) };
}

/** A package that package.json names, where people expect it. */
export function dependency(kind: "dependencies" | "devDependencies", name: string, range: string): Setting {
  return { path: [kind, name], value: JSON.stringify(range), sorted: true };
}

/** How a configuration in JavaScript or TypeScript is set up. */
export interface ConfigSetUp {
  readonly edit: ConfigEdit;
  /** What a person would add. */
  readonly lines: string;
  /** The file to write if there is none. Without it there has to be one. */
  readonly created?: { readonly name: string; readonly text: string };
}

/** Changes the configuration, or writes one. A configuration that names the transformer already stays as it is. */
export function prepareConfig(project: Project, name: string | undefined, setUp: ConfigSetUp): Prepared {
  const { edit, lines, created } = setUp;
  if (name === undefined) {
    return created
      ? { changes: [{ name: created.name, before: undefined, after: created.text }], byHand: [] }
      : nothing;
  }
  const before = project.read(name) ?? "";
  if (before.includes(transformerPackage)) return nothing;
  const edited = editConfig(name, before, edit);
  return "text" in edited
    ? { changes: [{ name, before, after: edited.text }], byHand: [] }
    : { changes: [], byHand: [{ name, reason: edited.reason, lines }] };
}

/** Sets values in a file of JSON. */
export function prepareJson(project: Project, name: string, settings: readonly Setting[], lines: string): Prepared {
  const before = project.read(name);
  if (before === undefined)
    return { changes: [], byHand: [{ name, isMissing: true, reason: "a setting is needed in it", lines }] };
  const after = editJson(name, before, settings);
  if (after === undefined)
    return { changes: [], byHand: [{ name, reason: "it has another form than expected", lines }] };
  return after === before ? nothing : { changes: [{ name, before, after }], byHand: [] };
}
