/** `preempt-lab` as a process of its own, on the built packages. */
import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const bin = fileURLToPath(new URL("../../bin/preempt-lab.mjs", import.meta.url));
/** One that reads TypeScript, so that no further process stands between. */
const engine = process.features.typescript ? process.execPath : createRequire(bin).resolve("node/bin/node");

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Spawned {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** Whatever happens, it does not last longer. */
const longest = 60_000;

/** @param output A descriptor; "pipe": what comes out is collected */
export function startCli(words: readonly string[], input = "", output: number | "pipe" = "pipe"): Spawned {
  const child = spawn(engine, [bin, ...words], {
    stdio: ["pipe", output, "pipe"],
    timeout: longest,
    killSignal: "SIGKILL",
  });
  let [out, err] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (text) => {
    out += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text) => {
    err += text;
  });
  // It may have refused before it read anything.
  child.stdin?.on("error", () => {});
  child.stdin?.end(input);
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out, err }));
  });
  return { process: child, ended };
}

export function runCli(words: readonly string[], input?: string): Promise<Ended> {
  return startCli(words, input).ended;
}

export const jsonLines = (text: string): unknown[] =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
