/** `preempt init`: adds Preempt to a project, or starts one in an empty folder. Shows what it would do, and does it on consent. */
import { spawnSync } from "node:child_process";
import * as util from "node:util";
import { count } from "../../report/build-summary.ts";
import { type InitArguments, type TemplateName, templateNames } from "../arguments.ts";
import { UsageError } from "../usage.ts";
import { unifiedDiff } from "./diff.ts";
import { packageManagerOf } from "./package-manager.ts";
import { type Plan, planFor, planTemplate } from "./plan.ts";
import { Project } from "./project.ts";
import { recordAgain, restore, undoingOf, writeAndRecord } from "./record.ts";
import { templates } from "./templates/template.ts";
import { verify } from "./verify.ts";

/** The process around the command. */
export interface InitSurroundings {
  readonly cwd: string;
  readonly isPretty: boolean;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Asks a person; undefined if there is none. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  /** The version of the transformer, which the other packages have too. */
  readonly version: string;
}

/**
 * Returns the exit code: 0 done, or nothing to do; 1 not all of it is done; 2 could not be done.
 *
 * @throws UsageError if the folder is no project, and not empty
 */
export async function init(args: InitArguments, around: InitSurroundings): Promise<0 | 1 | 2> {
  if (typeof util.diff !== "function") {
    throw new UsageError(`node_too_old: this is Node ${process.version}. Use Node 22.15 or later for preempt init.`);
  }
  if (args.undo) return undo(args, around);
  const plan = await planOf(args, around);
  if (plan === undefined) return 0;
  around.out(`Found: ${plan.found}.\n\n`);
  showByHand(plan, around);
  if (plan.changes.length > 0) {
    if (plan.isNew) around.out(`${plan.changes.map(({ name }) => `  + ${name}\n`).join("")}\n`);
    else showChanges(plan.changes, around);
    const isToInstall = args.install && plan.needsInstall;
    const install = isToInstall ? `, and run ${plan.manager.install.join(" ")}` : "";
    const question = `Write ${count(plan.changes.length, "file")}${install}?`;
    if (!(await consents(question, args, around))) return 0;
    writeAndRecord(around.cwd, plan.changes);
    around.out(`Wrote ${namesOf(plan.changes)}. To undo it: ${undoCommand(plan)}.\n`);
  } else if (plan.byHand.length === 0) around.out("Preempt is set up. Nothing was changed.\n");
  if (plan.needsInstall) {
    if (!args.install) return left(plan, around, `Install the packages: ${plan.manager.install.join(" ")}.`);
    if (!install(plan, around)) return 1;
    if (plan.changes.some(({ name }) => name === "package.json")) recordAgain(around.cwd, "package.json");
  }
  return verified(plan, around);
}

const namesOf = (files: readonly { readonly name: string }[]) => files.map(({ name }) => name).join(", ");

const undoCommand = ({ manager }: Plan) => manager.exec("preempt init --undo");

function left({ byHand }: Plan, around: InitSurroundings, what: string): 0 | 1 {
  around.out(`${what}\n`);
  return byHand.length > 0 ? 1 : 0;
}

async function planOf(args: InitArguments, around: InitSurroundings): Promise<Plan | undefined> {
  const { cwd, version } = around;
  const project = new Project(cwd);
  if (project.manifest !== undefined) {
    if (args.template === undefined) return planFor(cwd, version);
    throw new UsageError(
      "--template starts a project in an empty folder, and this folder has a package.json. Leave it out.",
    );
  }
  if (project.has("package.json")) throw new UsageError("package.json is not an object of JSON. Correct it.");
  if (!project.isEmpty) {
    throw new UsageError("this folder has files, and no package.json. Run npm init first, or take an empty folder.");
  }
  const template = args.template ?? (await chosenTemplate(args, around));
  return template && planTemplate(template, cwd, version);
}

async function chosenTemplate(args: InitArguments, { ask, out }: InitSurroundings): Promise<TemplateName | undefined> {
  out("This folder is empty. A project to start with:\n\n");
  for (const name of templateNames) out(`  ${name.padEnd(6)}${templates[name].about}\n`);
  out("\n");
  if (args.yes) return "page";
  if (ask === undefined) {
    out("Nothing was written. Say preempt init --template page --yes, or --template node --yes.\n");
    return undefined;
  }
  const answer = (await ask(`Which one? (${templateNames.join(", ")}) `)).trim().toLowerCase();
  const chosen = templateNames.find((name) => answer !== "" && name.startsWith(answer));
  if (chosen === undefined) out("Nothing was written.\n");
  return chosen;
}

async function consents(question: string, { yes }: InitArguments, around: InitSurroundings): Promise<boolean> {
  const { ask, out } = around;
  if (yes) return true;
  if (ask === undefined) {
    out("Nothing was written. Say preempt init --yes to write it.\n");
    return false;
  }
  const isAgreed = /^y(?:es)?$/i.test((await ask(`${question} (y/N) `)).trim());
  if (!isAgreed) out("Nothing was written.\n");
  return isAgreed;
}

type Shown = { readonly name: string; readonly before: string | undefined; readonly after: string | undefined };

function showChanges(changes: readonly Shown[], { out, isPretty }: InitSurroundings): void {
  for (const { name, before, after } of changes) {
    const diff = unifiedDiff(name, before, after);
    out(`${isPretty ? coloured(diff) : diff}\n`);
  }
}

function coloured(diff: string): string {
  return diff.replace(/^(?:(\+.*)|(-.*)|(@@.*))$/gm, (line, added?: string, removed?: string) =>
    util.styleText(added !== undefined ? "green" : removed !== undefined ? "red" : "cyan", line, {
      validateStream: false,
    }),
  );
}

function showByHand({ byHand }: Plan, { out }: InitSurroundings): void {
  for (const { name, reason, isMissing, lines } of byHand) {
    out(
      `${name} ${isMissing ? "is missing" : "stays as it is"}: ${reason}. Add:\n\n${lines.replace(/^(?=.)/gm, "    ")}\n\n`,
    );
  }
}

function install({ manager }: Pick<Plan, "manager">, { cwd, out, err }: InitSurroundings): boolean {
  const [command = "npm", ...args] = manager.install;
  out(`Running ${manager.install.join(" ")} …\n`);
  // On Windows package managers are scripts, which only a shell finds.
  const { status, error } = spawnSync(command, args, { cwd, stdio: "inherit", shell: process.platform === "win32" });
  if (status === 0) return true;
  err(
    `preempt: ${manager.install.join(" ")} failed${error ? `: ${error.message}` : ""}. Correct it, and say preempt init again.\n`,
  );
  return false;
}

function verified(plan: Plan, { cwd, out, err }: InitSurroundings): 0 | 1 {
  const { byHand, example, chain, next } = plan;
  if (!plan.isReady) {
    out("Add the lines that are shown above. Then say preempt init again, and it runs a job.\n");
    return 1;
  }
  const project = new Project(cwd);
  if (!project.has(example)) {
    out("There is no example to run. To see which functions are preemptable: preempt check --list.\n");
    return byHand.length > 0 ? 1 : 0;
  }
  const { preemptions, by, problem } = verify(project, example, chain);
  if (preemptions === undefined) {
    err(`preempt: ${example} could not be run by ${by}: ${problem}\n`);
    return 1;
  }
  if (preemptions === 0) {
    err(`preempt: the job of ${example} ran to its end, and was never preempted. It was run by ${by}.\n`);
    return 1;
  }
  out(`Verified: a job of ${example} was preempted ${count(preemptions, "time")}. It was run by ${by}.\n${next}\n`);
  return byHand.length > 0 ? 1 : 0;
}

async function undo(args: InitArguments, around: InitSurroundings): Promise<0 | 1> {
  const { cwd, out, err } = around;
  const undoing = undoingOf(cwd);
  if (undoing === undefined) throw new UsageError("there is nothing to undo: preempt init has written nothing here.");
  const { files, edited } = undoing;
  if (edited.length > 0) {
    err(`preempt: ${namesOf(edited)} changed since preempt init. Nothing was undone.\n`);
    out("To undo it by hand, take back these changes:\n\n");
    showChanges(
      edited.map(({ name, before, after }) => ({ name, before: before ?? undefined, after })),
      around,
    );
    return 1;
  }
  if (files.length === 0) {
    restore(cwd, undoing);
    out("Everything is as it was before preempt init.\n");
    return 0;
  }
  showChanges(files, around);
  const manager = packageManagerOf(cwd);
  const isToInstall = args.install && files.some(({ name, after }) => name === "package.json" && after !== undefined);
  const running = isToInstall ? `, and run ${manager.install.join(" ")}` : "";
  if (!(await consents(`Restore ${count(files.length, "file")}${running}?`, args, around))) return 0;
  restore(cwd, undoing);
  const [gone, back] = [
    files.filter(({ after }) => after === undefined),
    files.filter(({ after }) => after !== undefined),
  ];
  if (back.length > 0) out(`Restored ${namesOf(back)}.\n`);
  if (gone.length > 0) out(`Removed ${namesOf(gone)}.\n`);
  if (!new Project(cwd).has("package.json")) out("What was installed stays: node_modules, and the lockfile.\n");
  return isToInstall && !install({ manager }, around) ? 1 : 0;
}
