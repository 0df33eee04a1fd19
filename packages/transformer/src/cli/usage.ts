/** What the command line may say. */
import { parseArgs } from "node:util";
import {
  type AdviseArguments,
  type BuildArguments,
  type Command,
  type InitArguments,
  type RaceArguments,
  type RecordArguments,
  templateNames,
} from "./arguments.ts";
import {
  adviseFlags,
  buildFlags,
  checkFlags,
  commonFlags,
  type Flags,
  flagsText,
  initFlags,
  nearFlag,
  parseOptions,
  raceFlags,
  recordFlags,
} from "./flags.ts";

/** Something is wrong with how the command was called; the message says what was expected. */
export class UsageError extends Error {}

export const help = `Usage: preempt init [options]
       preempt check [options] [file or folder…]
       preempt build [options] [-p tsconfig.json]
       preempt build [options] file or folder… --out <folder>
       preempt race [options] package… --job <file>
       preempt record [options] -- command…
       preempt advise [options] recording…

preempt init

Adds Preempt to the project in this folder: to its package.json, and to the
configuration of its bundler, framework or test runner. Shows the changes, and
writes them on consent. Then it runs a small job, and says whether it was
preempted. An empty folder gets a project to start with.

Options:
${flagsText(initFlags)}
preempt check

Says which functions of a TypeScript or JavaScript project the transform makes
preemptable, and where it does not do what was hoped for. Writes nothing.

The project is that of the nearest tsconfig.json, or all those that it refers to
if it names no files. Settings of the plugin @preempt/transformer in it
(functions, include, exclude, propagate, …) count. Files and folders limit what
is shown, not what is looked at; without a tsconfig.json they are the project.

If a configuration of a bundler (vite.config, next.config, webpack.config, …),
or preempt.mjs, calls a plugin of @preempt/transformer, the project is looked at
as that plugin does, with its options, and so are its packages. The numbers are
those of the build. A folder of a package shows that package.

Options:
${flagsText({ ...checkFlags, ...commonFlags })}
preempt build

Compiles the project of a tsconfig.json, as tsc does, with its preemptable
functions transformed: JavaScript, source maps, and declarations if it asks for
them. Works beside any version of TypeScript, also 7. Types are not checked: say
tsc --noEmit for that. What has not changed since the last build stays as it is.

With files or folders, writes those as they run in Node, for projects without a
bundler: TypeScript as JavaScript, source maps beside them, all other files
copied, and no declarations.

In both, packages named by --packages stand in node_modules of the output,
transformed. What is written needs @preempt/runtime and nothing else of
Preempt. Settings of the plugin @preempt/transformer in the tsconfig.json count.

Options:
${flagsText(buildFlags)}
preempt race

Runs programs that use a package in many interleavings, and shows one whose
results no serial order gives, by source line. A program is a module that
exports a function main, or one by default. The packages, what they depend on
and the programs are transformed whole, in memory; the project has
@preempt/runtime.

Options:
${flagsText(raceFlags)}
preempt record

Runs a command, and notes which functions took long: Node's sampler looks at
the stack all the time. With the option profile: "preempt.profile.json", a build
leaves all other functions that were seen as they are. Annotated functions, and
what is new since, stay preemptable. Files of profiles, as a browser writes
them, can be given with --from.

Options:
${flagsText(recordFlags)}
preempt advise

Reads a trace of the browser's performance panel, a .cpuprofile of Node, or
entries of long animation frames as JSON. Prints the slow interactions, the
functions that took their time, and the change that helps: which handler to make
a job, which package or function to make preemptable. Advice is tried on the
transform before it is given.

Options:
${flagsText(adviseFlags)}
Exit code:
  0  nothing found, or suggestions only
  1  warnings or errors; a race; a slow interaction
  2  the command could not be carried out

Examples:
  preempt init                               shows the changes, and asks
  preempt init --yes                         in a script
  preempt init --template node               a server in an empty folder

  preempt check                              the project around this folder
  preempt check -p packages/app src/solver   findings in one folder of a project
  preempt check --list                       which functions are preemptable
  preempt check --explain src/solver         what the output looks like, and why
  preempt check --list --packages marked     what would become of a package
  preempt check --shared                     which state jobs have in common
  preempt check --json > findings.json

  preempt build -p tsconfig.json             a project, as tsc would write it
  preempt build src --out dist --packages markdown-it
  node dist/main.js                          in production

  preempt race big.js --job divide.mjs       two divisions at a time

  preempt record -- node server.js           Ctrl+C ends it
  preempt record --merge -- npx vitest run   the tests' runs in addition

  preempt advise Trace-20261129.json         saved in the performance panel
  preempt advise --apply trace.json          make the changes, too

Each finding is explained in docs/diagnostics.md of the project.
`;

const flagsOf: Readonly<Record<string, Flags>> = {
  init: initFlags,
  check: checkFlags,
  build: buildFlags,
  race: raceFlags,
  record: recordFlags,
  advise: adviseFlags,
};
const allFlags = {
  ...{ ...initFlags, ...checkFlags, ...buildFlags, ...raceFlags },
  ...{ ...recordFlags, ...adviseFlags, ...commonFlags },
};

/** @throws UsageError */
export function parseCommand(argv: readonly string[]): Command {
  const { values, positionals } = parse(argv);
  if (values.help) return { name: "help" };
  if (values.version) return { name: "version" };
  const [command, ...files] = positionals;
  if (command === undefined) throw new UsageError('no command given. Say "preempt check".');
  const known = flagsOf[command];
  if (known === undefined)
    throw new UsageError(
      `there is no command "${command}". Say "preempt init", "preempt check", "preempt build", "preempt race", "preempt record" or "preempt advise".`,
    );
  const foreign = Object.keys(values).find((name) => !Object.hasOwn(known, name));
  if (foreign !== undefined) throw new UsageError(`preempt ${command} has no option --${foreign}.`);
  if (command === "init") return { name: "init", args: initArguments(values, files) };
  if (command === "race") return { name: "race", args: raceArguments(values, files) };
  if (command === "record") return { name: "record", args: recordArguments(values, files) };
  if (command === "advise") return { name: "advise", args: adviseArguments(values, files) };
  if (command === "build") return { name: "build", args: buildArguments(values, files) };
  const { project, include = [], exclude = [], propagate, json = false, list = false } = values;
  const { explain = false, plan = false, shared = false, quiet = false } = values;
  const { packages = [], all = [], jobs = [], exclusive = [], reentrant = [] } = values;
  const options = { packages, include, exclude, all, jobs, exclusive, reentrant, propagate };
  return { name: "check", args: { project, files, json, list, explain, plan, shared, ...options, quiet } };
}

function initArguments(values: ReturnType<typeof parse>["values"], rest: readonly string[]): InitArguments {
  const { yes = false, template, install = true, undo = false } = values;
  const [surplus] = rest;
  if (surplus !== undefined)
    throw new UsageError(`preempt init takes no "${surplus}". Run it in the project's folder.`);
  const known = templateNames.find((name) => name === template);
  if (template !== undefined && known === undefined) {
    throw new UsageError(`--template is ${template}. Give ${templateNames.join(" or ")}.`);
  }
  return { yes, template: known, install, undo };
}

function buildArguments(values: ReturnType<typeof parse>["values"], files: readonly string[]): BuildArguments {
  const { project, declaration, packages = [], include = [], exclude = [], all = [], exclusive = [] } = values;
  const { reentrant = [], jobs = [], out, profile, optimize, propagate, watch = false, quiet = false } = values;
  if (out === "") throw new UsageError("--out is empty. Give a folder, as --out dist.");
  if (optimize !== undefined && optimize !== "speed" && optimize !== "size") {
    throw new UsageError(`--optimize is ${optimize}. Give speed or size.`);
  }
  const selecting = { packages, include, exclude, all, exclusive, reentrant, jobs };
  const common = { ...selecting, profile, optimize, propagate, watch, quiet };
  if (files.length === 0) return { kind: "project", project, out, declaration, ...common };
  if (project !== undefined) {
    throw new UsageError(`-p builds the project of a tsconfig.json. Leave out ${files.join(", ")}, or -p.`);
  }
  if (declaration !== undefined) {
    throw new UsageError("declarations need a tsconfig.json. Say preempt build -p tsconfig.json, without files.");
  }
  if (out === undefined) throw new UsageError("build needs a folder to write to. Say --out dist.");
  return { kind: "folder", files, out, ...common };
}

function raceArguments(values: ReturnType<typeof parse>["values"], packages: readonly string[]): RaceArguments {
  const { job: jobs = [], replay, json = false } = values;
  if (jobs.length === 0) throw new UsageError("race needs a program. Say --job <file>.");
  const count = (name: "schedules" | "seed" | "budget", byDefault: number, least: number) => {
    const given = Number(values[name] ?? byDefault);
    if (Number.isInteger(given) && given >= least) return given;
    throw new UsageError(`--${name} is ${values[name]}. Give an integer of ${least} or more.`);
  };
  const schedules = count("schedules", 1000, 1);
  return { packages, jobs, schedules, seed: count("seed", 1, 0), budget: count("budget", 0, 0), replay, json };
}

function recordArguments(values: ReturnType<typeof parse>["values"], command: readonly string[]): RecordArguments {
  const { out = "preempt.profile.json", limit = "1", from = [], site = ".", merge = false } = values;
  if (command.length === 0 && from.length === 0) {
    throw new UsageError("record needs something to run. Say preempt record -- node app.js.");
  }
  return { out, limit: milliseconds(limit), from, site, isMerged: merge, command };
}

function adviseArguments(values: ReturnType<typeof parse>["values"], files: readonly string[]): AdviseArguments {
  const { limit = "100", site = ".", packages = [], apply = false, json = false } = values;
  if (files.length === 0) throw new UsageError("advise needs a recording. Say preempt advise trace.json.");
  return { files, limit: milliseconds(limit), site, packages, apply, json };
}

function milliseconds(limit: string): number {
  const ms = Number(limit);
  if (ms > 0 && ms < Infinity) return ms;
  throw new UsageError(`--limit is ${limit}. Give milliseconds above 0.`);
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      allowNegative: true,
      options: parseOptions(allFlags),
    });
  } catch (error) {
    const [sentence = ""] = (error as Error).message.split(". ");
    const [, unknown] = /^Unknown option '(--[^']*)'/.exec(sentence) ?? [];
    const meant = unknown && nearFlag(unknown, allFlags);
    throw new UsageError(`${sentence.replace(/\.$/, "")}.${meant ? ` Give ${meant}.` : ""}`);
  }
}
