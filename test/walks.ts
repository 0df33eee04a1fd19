/** Pages that a reader walks through: their commands are run, and print what the page says. */
import { spawnSync } from "node:child_process";
import { delimiter, resolve } from "node:path";

export interface Step {
  /** A script for `sh`. */
  readonly commands: string;
  /** What it prints. */
  readonly says: string;
}

const blocks = /<!-- (walk|says) -->\n```(?:sh|text)\n([\s\S]*?)```/g;

/**
 * The steps of a page: blocks with `<!-- walk -->` over them, up to the block with `<!-- says -->` that has what they print.
 * Blocks after the last one print nothing.
 */
export function walkOf(text: string): Step[] {
  const steps: Step[] = [];
  let commands = "";
  for (const [, kind, block = ""] of text.matchAll(blocks)) {
    if (kind === "walk") commands += block;
    else {
      steps.push({ commands, says: block });
      commands = "";
    }
  }
  return commands === "" ? steps : [...steps, { commands, says: "" }];
}

/**
 * Runs the commands of a step.
 *
 * @param folder Where; the steps of a page share it
 */
export function walk({ commands }: Step, folder: string): { readonly stdout: string; readonly stderr: string } {
  const PATH = `${resolve("node_modules/.bin")}${delimiter}${process.env.PATH}`;
  return spawnSync("sh", ["-e", "-c", commands], {
    cwd: folder,
    encoding: "utf8",
    timeout: 60_000,
    env: { ...process.env, PATH },
  });
}
