/** `preempt record`: notes which functions take long in real runs, so that a build leaves all others as they are. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { recordingVariable } from "@preempt/abi";
import type { CpuProfile } from "../profiles/cpu-profile.ts";
import { readProfiles } from "../profiles/read-profiles.ts";
import { type Profile, parseProfile } from "../project/profile-file.ts";
import type { RecordArguments } from "./arguments.ts";
import { assemble, merge } from "./record/assemble.ts";
import { UsageError } from "./usage.ts";

/** Microseconds between two looks at the stack. */
const interval = 200;

export interface Recorded {
  readonly profile: Profile;
  /** How the command ended, if that was not well. */
  readonly failure: string | undefined;
}

/** @throws UsageError if nothing was recorded */
export async function record(args: RecordArguments, cwd: string): Promise<Recorded> {
  const { out, limit, from, command, isMerged, site } = args;
  const given = from.flatMap((file) => profilesIn(file, cwd));
  const run = command.length > 0 ? await recordRun(command, cwd) : { profiles: [], failure: undefined };
  const made = assemble([...given, ...run.profiles], { root: cwd, site: resolve(cwd, site), limit });
  if (Object.keys(made.files).length === 0) {
    const reason = run.failure === undefined ? "no file of the project was on the stack" : `the command ${run.failure}`;
    throw new UsageError(`nothing was recorded: ${reason}. Run a program of this folder, for some seconds of work.`);
  }
  const path = resolve(cwd, out);
  const before = isMerged && existsSync(path) ? parseProfile(readFileSync(path, "utf8"), out) : undefined;
  const profile = before === undefined ? made : merge(before, made);
  writeFileSync(path, textOf(profile));
  return { profile, failure: run.failure };
}

/** A list to a line: two recordings can be compared by eye. */
function textOf({ version, limit, files, names }: Profile): string {
  const lists = ({ long, short }: Profile["names"], indent: string) =>
    `{\n${indent}  "long": ${JSON.stringify(long)},\n${indent}  "short": ${JSON.stringify(short)}\n${indent}}`;
  const each = Object.entries(files).map(([name, file]) => `    ${JSON.stringify(name)}: ${lists(file, "    ")}`);
  return `{\n  "version": ${version},\n  "limit": ${limit},\n  "files": {\n${each.join(",\n")}\n  },\n  "names": ${lists(names, "  ")}\n}\n`;
}

function profilesIn(file: string, cwd: string): CpuProfile[] {
  const path = resolve(cwd, file);
  if (!existsSync(path)) throw new UsageError(`there is no file ${file}.`);
  const profiles = readProfiles(readFileSync(path, "utf8"));
  if (profiles !== undefined) return profiles;
  throw new UsageError(`${file} holds no profile. Give a .cpuprofile, or a trace of the performance panel.`);
}

async function recordRun(command: readonly string[], cwd: string) {
  const folder = mkdtempSync(join(tmpdir(), "preempt-record-"));
  try {
    const failure = await runToEnd(command, cwd, folder);
    const files = readdirSync(folder).filter((name) => name.endsWith(".cpuprofile"));
    return { profiles: files.flatMap((name) => profilesIn(join(folder, name), cwd)), failure };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Child processes and worker threads are recorded as well. Returns how it ended, if not well. */
function runToEnd([program, ...args]: readonly string[], cwd: string, folder: string): Promise<string | undefined> {
  const sampling = `--cpu-prof --cpu-prof-interval=${interval} --cpu-prof-dir=${JSON.stringify(folder)}`;
  const { NODE_OPTIONS = "" } = process.env;
  const env = { ...process.env, NODE_OPTIONS: `${NODE_OPTIONS} ${sampling}`, [recordingVariable]: "1" };
  const child = spawn(program as string, args, { cwd, env, stdio: "inherit", shell: process.platform === "win32" });
  // Ctrl+C ends the program, which is how a server is recorded; its profile is written then.
  const wait = () => {};
  process.on("SIGINT", wait);
  return new Promise<string | undefined>((done, fail) => {
    child.on("error", (error) => fail(new UsageError(`${program} cannot be run: ${error.message}.`)));
    child.on("close", (code, signal) => {
      if (signal !== null) done(signal === "SIGINT" ? undefined : `was ended by ${signal}`);
      else done(code === 0 || code === 130 ? undefined : `ended with code ${code}`);
    });
  }).finally(() => process.off("SIGINT", wait));
}
