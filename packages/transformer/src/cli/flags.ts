/** The options of the command line: what they are called, what `--help` says of them. Those that integrations have say what theirs do. */
import { nearNames, type OptionSchema } from "@preempt/checks";
import { settingOptions } from "../shared/options.ts";

export interface Flag {
  readonly short?: string;
  /** What stands behind it, as help shows it: "<path>". Without one it is on or off. */
  readonly value?: string;
  /** Whether it may be given several times. */
  readonly isMany?: true;
  /** Whether it is on unless the command line says `--no-…`. */
  readonly isOn?: true;
  readonly isHidden?: true;
  readonly about: string;
}

export type Flags = Readonly<Record<string, Flag>>;

const said = (name: keyof typeof settingOptions): string =>
  plainText((settingOptions as OptionSchema)[name]?.about ?? "");
const pattern = { value: "<pattern>", isMany: true } as const;

/** What selects files, as for the plugins. */
const selecting = {
  include: { ...pattern, about: said("include") },
  exclude: { ...pattern, about: said("exclude") },
  propagate: { about: `${said("propagate")} (default; --no-propagate switches it off)` },
} as const satisfies Flags;

/** What decides of functions, as for the plugins. */
const deciding = {
  jobs: { value: "<name>", isMany: true, about: said("jobs") },
  exclusive: { ...pattern, about: said("exclusive") },
  reentrant: { ...pattern, about: said("reentrant") },
  all: { ...pattern, isHidden: true, about: said("all") },
} as const satisfies Flags;

const quiet = { short: "q", about: "warnings and errors only: no suggestions, no summary" } as const;

export const checkFlags = {
  project: { short: "p", value: "<path>", about: "a tsconfig.json, or a folder that holds one" },
  packages: { value: "<name>", isMany: true, about: said("packages") },
  ...selecting,
  ...deciding,
  list: { about: "show each function: preemptable and why, or left alone and why" },
  explain: {
    about: "show what is made of each preemptable function and loop, why, and what would make it faster",
  },
  plan: {
    about: "show the plan of each function: form, start, points, variables, loops, each reason as a code",
  },
  shared: {
    about:
      "show the state of each file that outlives calls, and in which functions jobs run one at a time because of it",
  },
  json: {
    about:
      "print a JSON array of findings (with --list: of functions, with --explain: of functions and loops, with --plan and --shared: of files) and nothing else",
  },
  quiet,
} as const satisfies Flags;

export const buildFlags = {
  project: { short: "p", value: "<path>", about: "a tsconfig.json, or a folder that holds one (the nearest one)" },
  out: { short: "o", value: "<folder>", about: "where to write (outDir of the tsconfig.json)" },
  declaration: { about: "write declarations too, whatever the tsconfig.json says (--no-declaration: none)" },
  packages: { value: "<name>", isMany: true, about: said("packages") },
  ...selecting,
  ...deciding,
  profile: {
    value: "<file>",
    about: "what preempt record has written: functions that never took long stay plain (with files or folders)",
  },
  optimize: { value: "<how>", about: "speed (as without it), or size: shorter output, which is slower" },
  watch: { short: "w", about: "build again when a file changes" },
  quiet,
} as const satisfies Flags;

export const raceFlags = {
  job: {
    value: "<file>",
    isMany: true,
    about: "a program; twice or more for several, once for two jobs of one program",
  },
  schedules: { value: "<n>", about: "how many interleavings are tried at most (1000)" },
  seed: { value: "<n>", about: "the same seed tries the same ones (1)" },
  budget: { value: "<n>", about: "points between two at which a job may be preempted (0)" },
  replay: { value: "<text>", about: 'one schedule, as a report names it: "A12 B* A*"' },
  json: { about: "print the report as JSON" },
} as const satisfies Flags;

export const recordFlags = {
  out: { short: "o", value: "<file>", about: "where to write (preempt.profile.json)" },
  limit: { value: "<ms>", about: "functions are long that were on the stack so long in one go (1)" },
  from: { value: "<file>", isMany: true, about: "a .cpuprofile, or a trace of the browser's performance panel" },
  site: { value: "<folder>", about: "the folder that the addresses of a recorded page start in (.)" },
  merge: { about: "add to what the file says already; what was long once is long" },
} as const satisfies Flags;

export const adviseFlags = {
  limit: { value: "<ms>", about: "interactions are slow that took so long (100)" },
  site: { value: "<folder>", about: "the folder that the addresses of a recorded page start in (.)" },
  packages: { value: "<name>", isMany: true, about: said("packages") },
  apply: { about: "make the changes that can be made automatically" },
  json: { about: "print the report as JSON" },
} as const satisfies Flags;

export const initFlags = {
  yes: { short: "y", about: "write without a question" },
  template: { value: "<name>", about: "what an empty folder gets: page (Vite), or node (a server)" },
  install: { isOn: true, about: "install packages" },
  undo: { about: "restore the files that preempt init has changed" },
} as const satisfies Flags;

export const commonFlags = {
  help: { short: "h", about: "this text" },
  version: { short: "v", about: "the version" },
} as const satisfies Flags;

/** For `parseArgs`. */
export type ParsedOption<F extends Flag> = {
  type: F extends { value: string } ? "string" : "boolean";
  multiple: F extends { isMany: true } ? true : false;
  short?: string;
};

export function parseOptions<F extends Flags>(flags: F): { [K in keyof F]: ParsedOption<F[K]> } {
  const entries = Object.entries(flags).map(([name, { short, value, isMany = false }]) => [
    name,
    { type: value === undefined ? "boolean" : "string", multiple: isMany, ...(short && { short }) },
  ]);
  return Object.fromEntries(entries) as { [K in keyof F]: ParsedOption<F[K]> };
}

/** The flag that was probably meant by one that does not exist. */
export function nearFlag(given: string, flags: Flags): string | undefined {
  const [meant] = nearNames(given.replace(/^--(no-)?/, ""), Object.keys(flags));
  return meant && `--${meant}`;
}

/** Where the sentences start, and the last column. */
const [indent, width] = [24, 80];

/** The flags as `--help` shows them. */
export function flagsText(flags: Flags): string {
  return Object.entries(flags)
    .filter(([, { isHidden }]) => isHidden !== true)
    .map(([name, flag]) => flagText(name, flag))
    .join("");
}

function flagText(name: string, { short, value, isOn, about }: Flag): string {
  const head = `  ${short ? `-${short}, ` : "    "}--${isOn ? "no-" : ""}${name}${value ? ` ${value}` : ""}`;
  const lines = wrapped(isOn ? `not: ${about}` : about);
  const first =
    head.length > indent - 2 ? [head, `${" ".repeat(indent)}${lines[0]}`] : [head.padEnd(indent) + lines[0]];
  return `${[...first, ...lines.slice(1).map((line) => " ".repeat(indent) + line)].join("\n")}\n`;
}

function wrapped(text: string): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && indent + line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}

/** Markdown as a terminal shows it. */
function plainText(markdown: string): string {
  return markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", "");
}
