/** The commands of an experiment, one after the other, in its folder. */
import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import type { Step } from "./experiment.ts";
import { root } from "./files.ts";

/**
 * Runs steps until one fails.
 *
 * @param signal Ends the command that runs: by SIGINT first, since some keep what they have
 * @returns why it failed; undefined: all steps are done
 */
export async function runSteps(
  steps: readonly Step[],
  folder: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (const [i, step] of steps.entries()) {
    const why = await runStep(step, folder, i === 0, signal);
    if (why !== undefined) return why;
  }
  return undefined;
}

/** The words as this process starts them: the project's own engine, whatever is on the path. */
export function wordsOf(command: string): readonly string[] {
  const [program, ...words] = command.split(" ");
  if (program === "preempt-lab") return [join(root, "benchmarks/bin/preempt-lab.mjs"), ...words];
  const [file = "", ...rest] = words;
  return [join(root, file), ...rest.map((word) => word.replace("$NPTEST", process.env.NPTEST ?? ""))];
}

async function runStep(
  { command, into = "output.txt", allowed = [0] }: Step,
  folder: string,
  isFirst: boolean,
  signal: AbortSignal,
): Promise<string | undefined> {
  const child = spawn(process.execPath, wordsOf(command), { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const out = createWriteStream(join(folder, into));
  const log = createWriteStream(join(folder, "log.txt"), { flags: isFirst ? "w" : "a" });
  log.write(`$ ${command}\n`);
  child.stdout.pipe(out);
  child.stderr.pipe(log);
  const interrupt = () => child.kill("SIGINT");
  signal.addEventListener("abort", interrupt);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", resolve);
    });
    await Promise.all([finished(out), finished(log)]);
    if (signal.aborted) return "interrupted";
    if (code !== null && allowed.includes(code)) return undefined;
    return `\`${command}\` ended with ${code === null ? "a signal" : `exit code ${code}`}: see log.txt`;
  } finally {
    signal.removeEventListener("abort", interrupt);
  }
}
