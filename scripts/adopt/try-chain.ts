/** Does the steps of one tool chain in an empty folder, and takes the time. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import type { Browser } from "playwright";
import type { Chain, Step } from "./chain.ts";
import { installedVersion } from "./environment.ts";
import { preemptionsIn, seeInPage } from "./seen.ts";

export interface Tried {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly steps: number;
  readonly minutes: number;
  /** What ran the job: "Chromium", "Node". */
  readonly where: string;
  /** How often the job was preempted; undefined: it was not seen. */
  readonly preemptions: number | undefined;
  /** Why it was not seen. */
  readonly problem?: string;
}

interface Surroundings {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly browser: () => Promise<Browser>;
  readonly log: (text: string) => void;
}

/** A command that takes longer has failed. */
const mostMilliseconds = 9 * 60_000;

export async function tryChain(chain: Chain, around: Surroundings): Promise<Tried> {
  const start = performance.now();
  let preemptions: number | undefined;
  let { where = "Node" } = chain;
  let problem: string | undefined;
  const place = join(around.folder, chain.folder ?? "");
  for (const [i, step] of chain.steps.entries()) {
    around.log(`  ${i + 1}. ${describe(step)}`);
    const folder = i === 0 && chain.folder !== undefined ? around.folder : place;
    try {
      const seen = await doStep(step, { ...around, folder });
      preemptions = seen.preemptions ?? preemptions;
      if ("serve" in step || "open" in step) where = "Chromium";
    } catch (error) {
      problem = (error as Error).message;
      break;
    }
  }
  const minutes = (performance.now() - start) / 60_000;
  const { name, title, steps } = chain;
  if (preemptions === undefined) problem ??= "no output tells of a preempted job";
  const version = problem === undefined ? versionOf(chain, place) : "";
  return {
    name,
    title,
    version,
    steps: steps.length,
    minutes,
    where,
    preemptions,
    ...(problem !== undefined && { problem }),
  };
}

function versionOf({ version }: Chain, folder: string): string {
  return version === "node" ? process.versions.node : installedVersion(folder, version);
}

function describe(step: Step): string {
  if ("run" in step) return step.run;
  if ("serve" in step) return `${step.serve}, and open the page`;
  if ("open" in step) return `open ${step.open}`;
  return "edit" in step ? `edit ${step.edit}` : `write ${Object.keys(step.write).join(", ")}`;
}

interface StepSeen {
  readonly preemptions?: number | undefined;
}

async function doStep(step: Step, around: Surroundings): Promise<StepSeen> {
  const { folder, browser } = around;
  if ("write" in step) {
    for (const [name, text] of Object.entries(step.write)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return {};
  }
  if ("edit" in step) {
    const name = join(folder, step.edit);
    const before = readFileSync(name, "utf8");
    const after = before.replace(step.from, step.to);
    if (after === before) throw new Error(`${step.edit} does not contain ${step.from}`);
    writeFileSync(name, after);
    return {};
  }
  if ("run" in step) {
    const output = await runToEnd(step.run, around);
    // What init verifies is no run of the user's own.
    return /\binit\b/.test(step.run) ? {} : { preemptions: preemptionsIn(output) };
  }
  if ("open" in step) return seenOn(await seeInPage(await browser(), pathToFileURL(join(folder, step.open)).href));
  return serveAndSee(step.serve, around);
}

function seenOn({
  preemptions,
  errors,
}: {
  readonly preemptions: number | undefined;
  readonly errors: readonly string[];
}): StepSeen {
  if (preemptions === undefined)
    throw new Error(`the page says nothing of a job${errors.map((e) => `; ${e}`).join("")}`);
  return { preemptions };
}

/** @throws Error if the command fails */
async function runToEnd(command: string, around: Surroundings): Promise<string> {
  const { child, output } = start(command, around);
  const timer = setTimeout(() => end(child), mostMilliseconds);
  const code = await new Promise<number | null>((ended) => child.on("close", ended));
  clearTimeout(timer);
  if (code !== 0)
    throw new Error(`${command} ended with code ${code}: ${output().trim().split("\n").slice(-12).join("\n")}`);
  return output();
}

async function serveAndSee(command: string, around: Surroundings): Promise<StepSeen> {
  const { child, output } = start(command, around);
  try {
    const url = await addressIn(child, output, command);
    return seenOn(await seeInPage(await around.browser(), url));
  } finally {
    end(child);
  }
}

/** The first address of this machine that the server prints. */
async function addressIn(child: ChildProcess, output: () => string, command: string): Promise<string> {
  for (const last = performance.now() + mostMilliseconds; performance.now() < last; ) {
    const [url] = /http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]):\d+\S*/.exec(output()) ?? [];
    if (url !== undefined) return url;
    if (child.exitCode !== null) break;
    await new Promise((later) => setTimeout(later, 100));
  }
  throw new Error(`${command} printed no address: ${output().trim().split("\n").slice(-12).join("\n")}`);
}

function start(command: string, { folder, env, log }: Surroundings) {
  // A group of its own: servers start processes that have to end with them.
  const child = spawn(command, { cwd: folder, env, shell: true, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      if (process.env.ADOPT_LOG) log(part);
    });
  }
  // Colours stand inside of addresses.
  return { child, output: () => stripVTControlCharacters(text) };
}

function end(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
