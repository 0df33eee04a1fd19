/** The options that say in which files every function becomes preemptable, in one list, and what is told of their former name. */
import { packageName } from "../shared/options.ts";

export interface WholeFileOptions {
  /** Names of npm packages in which every function becomes preemptable. */
  packages?: readonly string[];
  /** Globs, paths and regular expressions of such files. */
  include?: readonly (string | RegExp)[];
  /** Of files in which none does. */
  exclude?: readonly (string | RegExp)[];
  /** @deprecated The former name of `packages` and `include`. */
  all?: readonly (string | RegExp)[];
}

/** Names of packages, globs, paths and regular expressions: what looks like a name is one, so a path that does has a dot before it. */
export function wholeFiles({ packages = [], include = [], all = [] }: WholeFileOptions): readonly (string | RegExp)[] {
  return [...packages, ...asPaths(include), ...all];
}

export function asPaths(patterns: readonly (string | RegExp)[]): readonly (string | RegExp)[] {
  return patterns.map((one) => (typeof one === "string" && packageName.test(one) ? `./${one}` : one));
}

const told = new Set<string>();

/** Says once what to write in place of an option's former name. */
export function tellFormerNames({ all }: WholeFileOptions, write: (entry: string) => string = (entry) => entry): void {
  if (all === undefined) return;
  const isPackage = (one: string | RegExp) => typeof one === "string" && packageName.test(one);
  const lists = { packages: all.filter(isPackage), include: all.filter((one) => !isPackage(one)) };
  const entries = Object.entries(lists).filter(([, list]) => list.length > 0);
  const instead = entries.map(([name, list]) => `${name}: [${list.map(shown).join(", ")}]`).join(", ");
  const text = `option_renamed: the option all is now packages and include. Write ${write(instead || "packages: []")} in its place; it means the same.`;
  if (told.has(text)) return;
  told.add(text);
  process.emitWarning(text, { type: "PreemptWarning", code: "option_renamed" });
}

const shown = (one: string | RegExp) => (typeof one === "string" ? JSON.stringify(one) : String(one));
