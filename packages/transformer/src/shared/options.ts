/**
 * The options of all integrations. What is checked, `preempt --help` and the tables of docs/setup.md come from here, or are compared with
 * it by a test; so are the TypeScript types.
 */
import {
  aBoolean,
  aFunction,
  anObject,
  aText,
  eitherOf,
  listOf,
  type OptionSchema,
  type OptionSpec,
  oneOfWords,
  problemIn,
  showValue,
  type ValueType,
} from "@preempt/checks";
import type { Diagnostic } from "./diagnostics.ts";
import { type Optimize, optimizationSwitches } from "./optimize.ts";

/** "markdown-it", "@scope/name"; whatever else a string is, it is a glob or a path. */
export const packageName: RegExp = /^(@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*$/;

/** For integrations that see the project. */
export const propagatesByDefault: boolean = true;

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const isPackage = (value: unknown): value is string => isText(value) && packageName.test(value);
const isPattern = (value: unknown): value is string | RegExp => isText(value) || value instanceof RegExp;

const names = listOf("names of packages", isPackage);
const packageNames: typeof names = {
  ...names,
  answer(value, option) {
    const pattern: unknown = Array.isArray(value) && value.find((one) => isPattern(one) && !isPackage(one));
    if (!pattern) return names.answer?.(value, option);
    return { sentence: `${showValue(pattern)} in ${option} is no name of a package. Give globs and paths in include.` };
  },
};
const filePatterns = listOf("globs, paths and regular expressions", isPattern);
const textPatterns = listOf("globs and paths", isText);
const mixed = listOf("names of packages, globs and regular expressions", isPattern);
const mixedTexts = listOf("names of packages, globs and paths", isText);

const switches = new Set<string>(optimizationSwitches);
const goals = oneOfWords("speed", "size");
const optimizeType: ValueType<Optimize> = {
  text: '"speed", "size" or an object',
  accepts: (value): value is Optimize =>
    value === "speed" || value === "size" || (isObject(value) && wrongSwitch(value) === undefined),
  answer(value, option) {
    const name = isObject(value) ? wrongSwitch(value) : undefined;
    if (name === undefined) return goals.answer?.(value, option);
    const given = showValue((value as Readonly<Record<string, unknown>>)[name]);
    return { sentence: `optimize.${name} is ${given}. Give true or false for ${optimizationSwitches.join(", ")}.` };
  },
};

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const wrongSwitch = (value: object) =>
  Object.entries(value).find(([name, on]) => !switches.has(name) || !["boolean", "undefined"].includes(typeof on))?.[0];

const jobs: OptionSpec<readonly string[]> = {
  takes: listOf(
    'names of calls, such as "rt.submit"',
    (value): value is string => isText(value) && /^[\w$]+(?:\.[\w$]+)*$/.test(value),
  ),
  byDefault: "`submit`, `listener`, `task`, `alarm` of schedulers",
  about: 'calls that run the functions passed to them as jobs, as `"queue.add"`',
};

const include = "files in which every function becomes preemptable";
const exclude = "files in which no function becomes preemptable, whatever else selects it";

/** What every integration takes that selects files. Where options are JSON, or go to another process, there are no regular expressions. */
const selecting = {
  packages: {
    takes: packageNames,
    byDefault: "none",
    about:
      'packages in which every function becomes preemptable: `["markdown-it"]`; also CommonJS, and those of the same workspace',
  },
  include: {
    takes: filePatterns,
    byDefault: "none",
    about: `${include}: \`["src/solver/**"]\`, \`["./src/parse.ts"]\``,
  },
  exclude: { takes: filePatterns, byDefault: "none", about: exclude },
  propagate: {
    takes: aBoolean,
    byDefault: `\`${propagatesByDefault}\``,
    about:
      "whether functions of the project that preemptable ones reach become preemptable as well, except those marked `@preempt never`",
  },
  jobs,
  exclusive: {
    takes: mixed,
    byDefault: "none",
    about: "files in which [one job at a time](kernel.md#exclusive-units) may be, whatever the transform finds",
  },
  reentrant: {
    takes: mixed,
    byDefault: "none",
    about: "the same for files in which jobs may interleave; a file in both is exclusive",
  },
  all: {
    takes: mixed,
    byDefault: "none",
    about: "the former name of `packages` and `include`",
    isHidden: true,
  },
} as const satisfies OptionSchema;

const asTexts = {
  ...selecting,
  include: { ...selecting.include, takes: textPatterns },
  exclude: { ...selecting.exclude, takes: textPatterns },
  exclusive: { ...selecting.exclusive, takes: mixedTexts },
  reentrant: { ...selecting.reentrant, takes: mixedTexts },
  all: { ...selecting.all, takes: mixedTexts },
} as const satisfies OptionSchema;

const emitting = {
  optimize: {
    takes: optimizeType,
    byDefault: '`"speed"`',
    about: '`"size"`: [shorter output, which is slower](benchmarks.md#what-preemptability-costs)',
  },
  strategy: {
    takes: oneOfWords("capture", "paper"),
    byDefault: '`"capture"`',
    about: '`"paper"`: the original paper\'s `yield*`, for experiments',
  },
} as const satisfies OptionSchema;

const profile: OptionSpec<string> = {
  takes: aText("the path of a file that preempt record has written"),
  byDefault: "none",
  about: "the path of [recorded runs](setup.md#record): functions that never took long there stay plain",
};

const accesses: OptionSpec<boolean> = {
  takes: aBoolean,
  byDefault: "`false`",
  about: "for tests: whether the output records accesses of shared state for the [race finder](testing.md)",
  isHidden: true,
};

const summary: OptionSpec<boolean> = {
  takes: aBoolean,
  byDefault: "`true`",
  about:
    "whether a line for the project, and one for each package in `packages`, tell how many functions are preemptable",
};

const advisor: OptionSpec<boolean> = {
  takes: aBoolean,
  byDefault: "`false`",
  about: "whether Vite's server shows [the advisor](advisor.md) in the page; builds, and other tools, never do",
};

const onDiagnostic: OptionSpec<(diagnostic: Diagnostic) => void> = {
  takes: aFunction(),
  byDefault: "warnings of the bundler, or of Node",
  about: "receives each [finding](diagnostics.md)",
};

const functions: OptionSpec<"annotated" | "all"> = {
  takes: oneOfWords("annotated", "all"),
  byDefault: '`"annotated"`',
  about: '`"all"`: every function that has a preemption point becomes preemptable',
};

/** Vite, Rollup, webpack, Rspack, esbuild, Bun, and the loader. */
export const pluginOptions = {
  ...selecting,
  profile,
  ...emitting,
  accesses,
  summary,
  advisor,
  onDiagnostic,
} as const satisfies OptionSchema;

/** `register`: for Node without a build. */
export const registerOptions = {
  ...pluginOptions,
  root: {
    takes: aText("the name of a folder"),
    byDefault: "the working directory",
    about: "the folder from which globs and paths start, and in which packages find the runtime",
  },
  cache: {
    takes: eitherOf(aText("the name of a folder"), aBoolean),
    byDefault: "`PREEMPT_CACHE`, or `node_modules/.cache/preempt`",
    about: "whether transformed files are kept on disk, or [the folder for them](#the-cache)",
  },
} as const satisfies OptionSchema;

/** Next.js, which sends its options to another process. */
export const nextOptions = { ...asTexts, profile, ...emitting, accesses, summary } as const satisfies OptionSchema;

export const jestOptions = {
  ...nextOptions,
  next: {
    takes: {
      text: 'the name of a transformer, ["name", options], or false',
      accepts: (value): value is string | readonly [name: string, options?: unknown] | false =>
        isText(value) || value === false || (Array.isArray(value) && isText(value[0])),
    },
    byDefault: '`"babel-jest"`',
    about: "the transformer that receives the code afterwards; `false` for none",
  },
} as const satisfies OptionSchema;

/** The plugin's entry in tsconfig.json: for tspc, `preempt check` and `preempt build`. */
export const settingOptions = {
  functions,
  ...asTexts,
  ...emitting,
  report: {
    takes: oneOfWords("errors", "warnings", "all"),
    byDefault: '`"warnings"`',
    about: 'which findings TypeScript prints; `"all"` adds suggestions',
  },
  summary,
} as const satisfies OptionSchema;

/** `transform(code, options)`: one file, without its project. */
export const transformOptions = {
  fileName: {
    takes: aText("the name of the file, with its extension"),
    byDefault: "must be given",
    about: "the file's name, for diagnostics and the source map; its extension decides between TS, TSX, JS and JSX",
  },
  functions,
  propagate: {
    takes: aBoolean,
    byDefault: "`false`",
    about: "whether functions of this file that preemptable ones reach become preemptable as well",
  },
  jobs,
  exclusive: {
    takes: aBoolean,
    byDefault: "`false`",
    about: "whether one job at a time may be in the functions of the file",
  },
  reentrant: {
    takes: aBoolean,
    byDefault: "`false`",
    about: "whether jobs may interleave at every preemption point of the file",
  },
  ...emitting,
  module: {
    takes: aBoolean,
    byDefault: "`true`",
    about: "whether the output is a module; `false`: a [classic script](#pages-of-classic-scripts)",
  },
  sourceMap: { takes: aBoolean, byDefault: "`true`", about: "whether to make a source map" },
  readImport: {
    takes: aFunction<(specifier: string, importer: string) => { fileName: string; code: string } | undefined>(),
    byDefault: "imports are unknown",
    about: "returns the file that an import leads to, so that calls of its short functions are plain",
  },
  accesses,
  guard: {
    takes: aText("the name of a variable"),
    byDefault: "none",
    about: "for hosts of scripts: the object that code without preemption asks whether it may go on",
    isHidden: true,
  },
  compilerOptions: {
    takes: anObject<object>("an object of TypeScript's options"),
    byDefault: "none",
    about: "TypeScript's options that change what code means (decorators, class fields, JSX)",
  },
} as const satisfies OptionSchema;

/** What ts-patch, and TypeScript for its language services, read in the same object. */
const patchNames: readonly string[] = [
  "name",
  "transform",
  "type",
  "after",
  "afterDeclarations",
  "import",
  "tsConfig",
  "resolvePathAliases",
  "transformProgram",
];

/** For the entry in tsconfig.json, which others read as well. */
export const isOfPatch = (name: string): boolean => patchNames.includes(name);

/** @throws TypeError with what was given, what is expected, and the name that was probably meant */
export function checkOptions(options: object, schema: OptionSchema, isForeign?: (name: string) => boolean): void {
  const problem = problemIn(options, schema, isForeign);
  if (problem !== undefined) throw new TypeError(`${problem.code}: ${problem.sentence}`);
}
