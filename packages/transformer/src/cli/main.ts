/** The `preempt` command. */
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { count } from "../report/build-summary.ts";
import { planText } from "../report/plan-text.ts";
import type { Diagnostic, Severity } from "../shared/diagnostics.ts";
import { advise } from "./advise.ts";
import type {
  AdviseArguments,
  BuildArguments,
  CheckArguments,
  InitArguments,
  RaceArguments,
  RecordArguments,
} from "./arguments.ts";
import type { Built } from "./build/built.ts";
import { build, watchAndBuild } from "./build.ts";
import { type BuildOptions, buildOptionsOf } from "./check/build-options.ts";
import { lookAtBuilt } from "./check/built.ts";
import { aboutPatchedCompiler } from "./check/patched-compiler.ts";
import { type Checked, check, checkBuilt, type Listed, type PlannedFile, type Shown } from "./check.ts";
import { plain, pretty } from "./frame.ts";
import { openPrograms, projectFiles } from "./open.ts";
import { race } from "./race.ts";
import { record } from "./record.ts";
import { sharedListing } from "./shared.ts";
import { help, parseCommand, UsageError } from "./usage.ts";

/** The process around the command. */
export interface Surroundings {
  readonly cwd: string;
  /** Whether to show colours and code. */
  readonly isPretty: boolean;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Asks the person at the terminal; undefined if there is none. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
}

/** Carries out a command line. Returns the exit code: 0 nothing to mend, 1 warnings or errors, 2 could not be done. */
export function main(argv: readonly string[], around: Surroundings): 0 | 1 | 2 | Promise<0 | 1 | 2> {
  try {
    const command = parseCommand(argv);
    if (command.name === "init") return initialise(command.args, around).catch((error) => refused(error, around));
    if (command.name === "check") return checkAndPrint(command.args, around);
    if (command.name === "build") return buildAndPrint(command.args, around);
    if (command.name === "race") return raceAndPrint(command.args, around).catch((error) => refused(error, around));
    if (command.name === "record") return recordAndPrint(command.args, around).catch((error) => refused(error, around));
    if (command.name === "advise") return adviseAndPrint(command.args, around).catch((error) => refused(error, around));
    around.out(command.name === "help" ? help : `${version()}\n`);
    return 0;
  } catch (error) {
    return refused(error, around);
  }
}

/** @throws what nobody can mend by another command line */
function refused(error: unknown, around: Surroundings): 2 {
  // A TypeError comes from a setting in tsconfig.json, a PreemptError from the race finder; an older Node has no hooks.
  const { name, message } = error as Error;
  const isTold =
    name === "TypeError"
      ? /\bGive\b/.test(message)
      : name === "PreemptError" || /^(?:node|engine)_too_old/.test(message);
  if (!(error instanceof UsageError) && !isTold) throw error;
  around.err(`preempt: ${message}\nSee preempt --help.\n`);
  return 2;
}

/** Other commands start without it. */
async function initialise(args: InitArguments, around: Surroundings): Promise<0 | 1 | 2> {
  const { init } = await import("./init/init.ts");
  return init(args, { ...around, version: version() });
}

async function raceAndPrint(args: RaceArguments, around: Surroundings): Promise<0 | 1> {
  const { report, text } = await race(args, around.cwd);
  around.out(args.json ? `${JSON.stringify(report, undefined, 2)}\n` : text);
  return report.race === undefined ? 0 : 1;
}

async function recordAndPrint(args: RecordArguments, around: Surroundings): Promise<0 | 1> {
  const { profile, failure } = await record(args, around.cwd);
  const files = Object.values(profile.files);
  const long = files.reduce((sum, file) => sum + file.long.length, 0);
  const all = files.reduce((sum, file) => sum + file.long.length + file.short.length, 0);
  const what = `${long} of ${count(all, "function")} in ${count(files.length, "file")} took ${profile.limit} ms or longer, or are annotated`;
  around.out(
    `${args.out}: ${what}.\nUse it in builds: profile: ${JSON.stringify(args.out)} among the options of Preempt.\n`,
  );
  if (failure !== undefined) around.err(`preempt: the command ${failure}. What it did until then is recorded.\n`);
  return failure === undefined ? 0 : 1;
}

async function adviseAndPrint(args: AdviseArguments, around: Surroundings): Promise<0 | 1> {
  const { report, text } = await advise(args, around.cwd);
  around.out(args.json ? `${JSON.stringify(report, undefined, 2)}\n` : text);
  return report.slow.length === 0 ? 0 : 1;
}

function buildAndPrint(args: BuildArguments, around: Surroundings): 0 | 1 | Promise<0> {
  const print = (built: Built): 0 | 1 => {
    for (const d of built.diagnostics) around.out(plain(shownFrom(d, around.cwd)));
    for (const error of built.errors) around.out(error);
    if (!args.quiet) around.out(builtSummary(built));
    return built.errors.length > 0 || built.diagnostics.some((d) => d.severity === "error") ? 1 : 0;
  };
  if (!args.watch) return print(build(args, around.cwd));
  return watchAndBuild(args, around.cwd, { built: print, failed: (error) => refused(error, around) });
}

function shownFrom(d: Diagnostic, cwd: string): Diagnostic {
  return { ...d, fileName: relative(cwd, d.fileName).replaceAll("\\", "/") };
}

function builtSummary({ files, transformed, upToDate, packages, ofPackages, numbers, out }: Built): string {
  const others = packages.length === 0 ? "" : `; ${count(ofPackages, "file")} of ${packages.join(", ")} transformed`;
  const kept = upToDate === 0 ? "" : ` (${upToDate} ${upToDate === 1 ? "was" : "were"} up to date)`;
  const own = `${count(files, "file")} written to ${out}, ${transformed} of them transformed${kept}`;
  return `${own}${others}.\n${numbers.map((line) => `${line}.\n`).join("")}`;
}

function checkAndPrint(args: CheckArguments, around: Surroundings): 0 | 1 | 2 | Promise<0 | 1 | 2> {
  const patched = aboutPatchedCompiler(args.project, around.cwd);
  if (patched !== undefined && !args.quiet) around.err(`preempt: ${patched}\n`);
  const asBuilt = buildOptionsOf(args, around.cwd);
  if (!(asBuilt instanceof Promise)) return checkAs(asBuilt, args, around);
  return asBuilt.then((built) => checkAs(built, args, around)).catch((error) => refused(error, around));
}

function checkAs(asBuilt: BuildOptions | undefined, args: CheckArguments, around: Surroundings): 0 | 1 {
  const { cwd } = around;
  if (asBuilt === undefined) {
    const checked = check(openPrograms(args, cwd), args, cwd);
    return print(checked, args, around, summary(checked));
  }
  const { options, root, config, problem } = asBuilt;
  const name = config && relative(cwd, config);
  if (problem !== undefined) {
    around.err(
      `preempt: the options in ${name} cannot be read (${problem}). Give them here, as --packages markdown-it.\n`,
    );
  }
  const { files, packages } = projectFiles(args, cwd, root);
  const built = lookAtBuilt(files, {
    ...asBuilt,
    options: { ...options, packages: [...(options.packages ?? []), ...packages] },
  });
  const checked = checkBuilt(built, cwd);
  const numbers = built.numbers.map((line) => line.replace(/^preempt: (.*)\. To list them: .*$/, "preempt: $1"));
  const end = [`${numbers.join(".\n")}${name === undefined ? "" : ` (options of ${name})`}`, ...countsOf(checked)].join(
    "; ",
  );
  return print(checked, args, around, `${end}.\n`);
}

function print(checked: Checked, args: CheckArguments, around: Surroundings, end: string): 0 | 1 {
  const shown = checked.diagnostics.filter((d) => !args.quiet || d.severity !== "info");
  const listed = listedIn(checked, args) ?? shown;
  if (args.json) around.out(`${JSON.stringify(listed, undefined, 2)}\n`);
  else {
    if (args.list) around.out(listing(checked.functions));
    if (args.explain) around.out(explanation(checked.explained));
    if (args.plan) around.out(plans(checked.planned));
    if (args.shared) around.out(sharedListing(checked.shared));
    for (const d of shown) around.out(around.isPretty ? pretty(d, checked.sourceOf(d)) : plain(d));
    if (!args.quiet) around.out(end);
  }
  return checked.diagnostics.some((d) => d.severity !== "info") ? 1 : 0;
}

/** What was asked for besides the findings. */
function listedIn(checked: Checked, args: CheckArguments): readonly object[] | undefined {
  if (args.shared) return checked.shared;
  if (args.plan) return checked.planned;
  if (args.explain) return checked.explained;
  return args.list ? checked.functions : undefined;
}

/** Each file with the plan of its functions below it. */
function plans(files: readonly PlannedFile[]): string {
  return files.map(({ fileName, functions }) => `${fileName}\n\n${planText(functions)}\n`).join("");
}

/** Each file with its functions below it, in columns. */
function listing(functions: readonly Listed[]): string {
  const files = new Map<string, Listed[]>();
  for (const f of functions) files.set(f.fileName, [...(files.get(f.fileName) ?? []), f]);
  const width = Math.max(0, ...functions.map((f) => f.name.length));
  let text = "";
  for (const [file, inFile] of files) {
    text += `${file}\n`;
    for (const { line, column, name, preemptable, why } of inFile) {
      const state = preemptable ? `preemptable  ${why}` : `left alone   ${why}`;
      text += `${`${line}:${column}`.padStart(8)}  ${name.padEnd(width)}  ${state}\n`;
    }
  }
  return text === "" ? "" : `${text}\n`;
}

/** Each file with its functions below it, and their loops below them. */
function explanation(explained: readonly Shown[]): string {
  let text = "";
  let file: string | undefined;
  for (const { fileName, line, column, name, form, why, advice } of explained) {
    if (fileName !== file) text += `${text === "" ? "" : "\n"}${fileName}\n`;
    file = fileName;
    const indent = name === "" ? "    " : "";
    const what = [name === "" ? form : `${name}: ${form}`, why].filter((part) => part !== "").join(": ");
    text += `${`${line}:${column}`.padStart(8)}  ${indent}${what.replace(": generator: ", ": generator, because ")}\n`;
    if (advice !== "") text += `${" ".repeat(10)}${indent}  faster: ${advice}\n`;
  }
  return text === "" ? "" : `${text}\n`;
}

function summary({ diagnostics, functions }: Checked): string {
  const preemptable = functions.filter((f) => f.preemptable).length;
  const misplaced = diagnostics.filter((d) => d.name === "not_annotatable").length;
  const refused = functions.filter((f) => !f.preemptable && !f.why.includes("not_annotatable")).length;
  const first = `${count(preemptable, "function")} preemptable, ${refused + misplaced} left alone`;
  return `${[first, ...countsOf({ diagnostics })].join("; ")}.\n`;
}

function countsOf({ diagnostics }: Pick<Checked, "diagnostics">): string[] {
  const severities = ["error", "warning", "info"] as const;
  return severities.map((severity) => counted(diagnostics, severity)).filter((text) => text !== "");
}

function counted(diagnostics: readonly Diagnostic[], severity: Severity): string {
  const n = diagnostics.filter((d) => d.severity === severity).length;
  return n === 0 ? "" : count(n, severity === "info" ? "suggestion" : severity);
}

function version(): string {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
