/**
 * The folders of fixtures/emitted: an input each, beside what the transform makes of it. The input, and `options.json` where
 * there is one, are written by hand; everything else is renewed by `npm run fixtures`.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TransformOptions } from "../../../src/index.ts";
import { type Optimizations, optimizationsOf } from "../../../src/shared/optimize.ts";

export const emittedRoot: string = fileURLToPath(new URL("../../fixtures/emitted", import.meta.url));

export interface Fixture {
  /** Group and folder: `statements/for-of`. */
  readonly name: string;
  readonly folder: string;
  /** Name of the input file, whose extension says the language. */
  readonly fileName: string;
  readonly input: string;
  readonly options: Partial<TransformOptions>;
  /** What calls the input, where that has no `main` of its own: the text of `main.ts`. */
  readonly main: string | undefined;
  /** The optimisation that the fixture shows; its files exist twice, with and without it. */
  readonly optimization: keyof Optimizations | undefined;
}

const inputName = /^input\.(?:[cm]?[jt]s|[jt]sx|vue)$/;
const optimizations = new Set(Object.keys(optimizationsOf("speed")));

/** In the order of their names. */
export function readFixtures(root: string = emittedRoot): Fixture[] {
  return foldersIn(root).flatMap((group) =>
    foldersIn(join(root, group)).map((name) => readFixture(`${group}/${name}`, join(root, group, name))),
  );
}

function foldersIn(path: string): string[] {
  const entries = readdirSync(path, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** @throws Error if the folder holds no input, or more than one */
function readFixture(name: string, folder: string): Fixture {
  const inputs = readdirSync(folder).filter((file) => inputName.test(file));
  const [fileName] = inputs;
  if (fileName === undefined || inputs.length > 1) {
    throw new Error(`fixtures/emitted/${name} holds ${inputs.length} inputs. Give it one: input.ts, input.js, ...`);
  }
  const options = readIfThere(join(folder, "options.json"));
  const [group, last = ""] = name.split("/");
  return {
    name,
    folder,
    fileName,
    input: readFileSync(join(folder, fileName), "utf8"),
    options: options === undefined ? {} : JSON.parse(options),
    main: readIfThere(join(folder, "main.ts")),
    optimization: group === "optimizations" && optimizations.has(last) ? (last as keyof Optimizations) : undefined,
  };
}

/** The text of a file beside the input, which it imports; undefined if there is none. */
export function importFrom({ folder }: Fixture, specifier: string): string | undefined {
  return specifier.startsWith("./") ? readIfThere(join(folder, specifier)) : undefined;
}

function readIfThere(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** The files that stand in the fixture's folder now, but for those that are written by hand. */
export function renewedFiles({ folder, fileName, input }: Fixture): Map<string, string> {
  const isByHand = (name: string) =>
    [fileName, "main.ts", "options.json"].includes(name) || input.includes(`"./${name}"`);
  const names = readdirSync(folder).filter((name) => !isByHand(name));
  return new Map(names.sort().map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}
