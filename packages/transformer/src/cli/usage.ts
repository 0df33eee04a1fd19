/** What the command line may say. */
import { parseArgs } from "node:util";

/** Something is wrong with how the command was called; the message says what was expected. */
export class UsageError extends Error {}

export interface CheckArguments {
  readonly project: string | undefined;
  readonly files: readonly string[];
  readonly json: boolean;
  readonly list: boolean;
  readonly explain: boolean;
  readonly plan: boolean;
  readonly shared: boolean;
  readonly propagate: boolean;
  /** As if the project were built with these options. */
  readonly all: readonly string[];
  readonly jobs: readonly string[];
  readonly exclusive: readonly string[];
  readonly reentrant: readonly string[];
  readonly quiet: boolean;
}

export interface RaceArguments {
  /** Names of packages. */
  readonly packages: readonly string[];
  /** Files with programs. */
  readonly jobs: readonly string[];
  readonly schedules: number;
  readonly seed: number;
  readonly budget: number;
  readonly replay: string | undefined;
  readonly json: boolean;
}

export interface BuildArguments {
  readonly files: readonly string[];
  readonly out: string;
  readonly all: readonly string[];
  readonly exclusive: readonly string[];
  readonly reentrant: readonly string[];
  readonly propagate: boolean;
  readonly jobs: readonly string[];
  readonly optimize: string | undefined;
  readonly watch: boolean;
  readonly quiet: boolean;
}

export type Command =
  | { readonly name: "help" }
  | { readonly name: "version" }
  | { readonly name: "check"; readonly args: CheckArguments }
  | { readonly name: "build"; readonly args: BuildArguments }
  | { readonly name: "race"; readonly args: RaceArguments };

export const help = `Usage: preempt check [options] [file or folder…]
       preempt build [options] file or folder… --out <folder>
       preempt race [options] package… --job <file>

preempt check

Says which functions of a TypeScript or JavaScript project the transform makes
preemptable, and where it does not do what was hoped for. Writes nothing.

The project is that of the nearest tsconfig.json, or all those that it refers to
if it names no files. Settings of the plugin @preempt/transformer in it
(functions, all, propagate) count. Files and folders limit what is shown, not
what is looked at; without a tsconfig.json they are the project.

If a configuration of a bundler (vite.config, next.config, webpack.config, …),
or preempt.mjs, calls a plugin of @preempt/transformer, the project is looked at
as that plugin does, with its options, packages in "all" included. The numbers
are those of the build. A folder of a package shows that package.

Options:
  -p, --project <path>  a tsconfig.json, or a folder that holds one
      --propagate       as if whatever an annotated function reaches were
                        annotated, too
      --all <name>, --jobs <name>, --exclusive <name>, --reentrant <name>
                        as if the plugin had these options, too; several times
                        for several
      --list            show each function: preemptable and why, or left alone
                        and why
      --explain         show what is made of each preemptable function and
                        loop, why, and what would make it faster
      --plan            show the plan of each function: form, start, points,
                        variables, loops, each reason as a code
      --shared          show the state of each file that outlives calls, and
                        in which functions jobs run one at a time because of it
      --json            print a JSON array of findings (with --list: of
                        functions, with --explain: of functions and loops,
                        with --plan and --shared: of files) and nothing else
  -q, --quiet           warnings and errors only: no suggestions, no summary
  -h, --help            this text
  -v, --version         the version

preempt build

Writes the files of a project as they run in Node, for projects without a
bundler: preemptable functions transformed, TypeScript as JavaScript, source
maps beside them, all other files copied. Packages named by --all stand in
node_modules of the output, transformed. What is written needs
@preempt/runtime and nothing else of Preempt. Settings of the plugin
@preempt/transformer in the nearest tsconfig.json count. Declarations are left
to the project's own compiler.

Options:
  -o, --out <folder>    where to write
      --all <name>      a package, glob or path in which every function becomes
                        preemptable; several times for several
      --propagate       whatever an annotated function reaches is preemptable
      --exclusive <name>, --reentrant <name>
                        files in which one job at a time may be, or any number
      --jobs <name>     a call that runs functions as jobs, as queue.add;
                        several times for several
      --optimize <how>  speed (as without it), or size
  -w, --watch           build again when a file changes
  -q, --quiet           warnings and errors only

preempt race

Runs programs that use a package in many interleavings, and shows one whose
results no serial order gives, by source line. A program is a module that
exports a function main, or one by default. The packages, what they depend on
and the programs are transformed whole, in memory; the project has
@preempt/runtime.

Options:
      --job <file>      a program; twice or more for several, once for two jobs
                        of one program
      --schedules <n>   how many interleavings are tried at most (1000)
      --seed <n>        the same seed tries the same ones (1)
      --budget <n>      points between two at which a job may be preempted (0)
      --replay <text>   one schedule, as a report names it: "A12 B* A*"
      --json            print the report as JSON

Exit code:
  0  nothing found, or suggestions only
  1  warnings or errors; a race
  2  the command could not be carried out

Examples:
  preempt check                              the project around this folder
  preempt check -p packages/app src/solver   findings in one folder of a project
  preempt check --propagate --list           what propagation would add
  preempt check --explain src/solver         what the output looks like, and why
  preempt check --list --all markdown-it     what would become of a package
  preempt check --shared                     which state jobs have in common
  preempt check --json > findings.json

  preempt build src --out dist --all markdown-it
  node dist/main.js                          in production

  preempt race big.js --job divide.mjs       two divisions at a time

Each finding is explained in docs/diagnostics.md of the project.
`;

const ofCheck = new Set([
  "project",
  "propagate",
  "all",
  "jobs",
  "exclusive",
  "reentrant",
  "list",
  "explain",
  "plan",
  "shared",
  "json",
  "quiet",
]);
const ofBuild = new Set(["out", "all", "propagate", "jobs", "exclusive", "reentrant", "optimize", "watch", "quiet"]);
const ofRace = new Set(["job", "schedules", "seed", "budget", "replay", "json"]);

/** @throws UsageError */
export function parseCommand(argv: readonly string[]): Command {
  const { values, positionals } = parse(argv);
  if (values.help) return { name: "help" };
  if (values.version) return { name: "version" };
  const [command, ...files] = positionals;
  if (command === undefined) throw new UsageError('no command given. Say "preempt check".');
  const known = { check: ofCheck, build: ofBuild, race: ofRace }[command];
  const foreign = Object.keys(values).find((name) => known?.has(name) === false);
  if (foreign !== undefined) throw new UsageError(`preempt ${command} has no option --${foreign}.`);
  if (command === "race") return { name: "race", args: raceArguments(values, files) };
  if (command === "build") return { name: "build", args: buildArguments(values, files) };
  if (command !== "check")
    throw new UsageError(`there is no command "${command}". Say "preempt check", "preempt build" or "preempt race".`);
  const {
    project,
    json = false,
    list = false,
    explain = false,
    plan = false,
    shared = false,
    propagate = false,
    all = [],
    jobs = [],
    exclusive = [],
    reentrant = [],
    quiet = false,
  } = values;
  const options = { propagate, all, jobs, exclusive, reentrant };
  return { name: "check", args: { project, files, json, list, explain, plan, shared, ...options, quiet } };
}

function buildArguments(values: ReturnType<typeof parse>["values"], files: readonly string[]): BuildArguments {
  const { out, all = [], exclusive = [], reentrant = [], jobs = [], optimize } = values;
  const { propagate = false, watch = false, quiet = false } = values;
  if (files.length === 0) throw new UsageError("build needs sources. Say preempt build src --out dist.");
  if (out === undefined || out === "") throw new UsageError("build needs a folder to write to. Say --out dist.");
  if (optimize !== undefined && optimize !== "speed" && optimize !== "size") {
    throw new UsageError(`--optimize is ${optimize}. Give speed or size.`);
  }
  return { files, out, all, exclusive, reentrant, jobs, optimize, propagate, watch, quiet };
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

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        project: { type: "string", short: "p" },
        propagate: { type: "boolean" },
        list: { type: "boolean" },
        explain: { type: "boolean" },
        plan: { type: "boolean" },
        shared: { type: "boolean" },
        json: { type: "boolean" },
        out: { type: "string", short: "o" },
        all: { type: "string", multiple: true },
        exclusive: { type: "string", multiple: true },
        reentrant: { type: "string", multiple: true },
        optimize: { type: "string" },
        watch: { type: "boolean", short: "w" },
        jobs: { type: "string", multiple: true },
        job: { type: "string", multiple: true },
        schedules: { type: "string" },
        seed: { type: "string" },
        budget: { type: "string" },
        replay: { type: "string" },
        quiet: { type: "boolean", short: "q" },
        help: { type: "boolean", short: "h" },
        version: { type: "boolean", short: "v" },
      },
    });
  } catch (error) {
    const [sentence = ""] = (error as Error).message.split(". ");
    throw new UsageError(`${sentence.replace(/\.$/, "")}.`);
  }
}
