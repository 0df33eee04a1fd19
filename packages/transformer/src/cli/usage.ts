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
  readonly shared: boolean;
  readonly propagate: boolean;
  readonly quiet: boolean;
}

export type Command =
  | { readonly name: "help" }
  | { readonly name: "version" }
  | { readonly name: "check"; readonly args: CheckArguments };

export const help = `Usage: preempt check [options] [file or folder…]

Says which functions of a TypeScript or JavaScript project the transform makes
preemptable, and where it does not do what was hoped for. Writes nothing.

The project is that of the nearest tsconfig.json, or all those that it refers to
if it names no files. Settings of the plugin @preempt/transformer in it
(functions, all, propagate) count. Files and folders limit what is shown, not
what is looked at; without a tsconfig.json they are the project.

Options:
  -p, --project <path>  a tsconfig.json, or a folder that holds one
      --propagate       as if whatever an annotated function reaches were
                        annotated, too
      --list            show each function: preemptable and why, or left alone
                        and why
      --explain         show what is made of each preemptable function and
                        loop, why, and what would make it faster
      --shared          show the state of each file that outlives calls, and
                        in which functions jobs run one at a time because of it
      --json            print a JSON array of findings (with --list: of
                        functions, with --explain: of functions and loops,
                        with --shared: of files) and nothing else
  -q, --quiet           warnings and errors only: no suggestions, no summary
  -h, --help            this text
  -v, --version         the version

Exit code:
  0  nothing found, or suggestions only
  1  warnings or errors
  2  the command could not be carried out

Examples:
  preempt check                              the project around this folder
  preempt check -p packages/app src/solver   findings in one folder of a project
  preempt check --propagate --list           what propagation would add
  preempt check --explain src/solver         what the output looks like, and why
  preempt check --shared                     which state jobs have in common
  preempt check --json > findings.json

Each finding is explained in docs/diagnostics.md of the project.
`;

/** @throws UsageError */
export function parseCommand(argv: readonly string[]): Command {
  const { values, positionals } = parse(argv);
  if (values.help) return { name: "help" };
  if (values.version) return { name: "version" };
  const [command, ...files] = positionals;
  if (command === undefined) throw new UsageError('no command given. Say "preempt check".');
  if (command !== "check") throw new UsageError(`there is no command "${command}". Say "preempt check".`);
  const { project, json = false, list = false, explain = false, shared = false, propagate = false, quiet = false } = values;
  return { name: "check", args: { project, files, json, list, explain, shared, propagate, quiet } };
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
        shared: { type: "boolean" },
        json: { type: "boolean" },
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
