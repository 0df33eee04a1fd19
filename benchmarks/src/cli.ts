/**
 * `preempt-lab`: the commands of the laboratory, and one for each benchmark. What a command needs is loaded when it is
 * asked for: help comes at once, and without packages that are built.
 */
import { readFileSync } from "node:fs";
import { nearNames } from "@preempt/checks";
import { benchmarkHelp, benchmarkNames, benchmarkSummary } from "./benchmark-help.ts";
import { labNames, labSummary, runLabCommand } from "./lab/commands.ts";
import { notReady } from "./not-ready.ts";

const usage = `preempt-lab: the schedulability laboratory and the benchmarks of Preempt

${labSummary}

Benchmarks:

${benchmarkSummary}

  --help, -h     this text; "preempt-lab COMMAND --help" and "preempt-lab help COMMAND" tell more of a command
  --version, -v

Examples:
  preempt-lab generate --utilisation 0.9 --sets 100 --out sets.json
  preempt-lab analyze sets.json
  preempt-lab micro --quick
`;

/** @returns the exit code: 0, or 2 for words it does not know; that of a command of the laboratory */
export async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args[0] === "help" && args.length > 1 ? [...args.slice(1), "--help"] : args;
  switch (name) {
    case undefined:
      console.error(usage);
      return 2;
    case "help":
    case "--help":
    case "-h":
      console.log(usage);
      return 0;
    case "--version":
    case "-v":
      console.log(version());
      return 0;
  }
  try {
    if (labNames.includes(name)) return await runLabCommand(name, rest);
    if (benchmarkNames.includes(name)) return await benchmark(name, rest);
  } catch (error) {
    const why = notReady(error);
    if (why === undefined) throw error;
    console.error(`preempt-lab ${name}: ${why}`);
    return 2;
  }
  const near = nearNames(name, [...labNames, ...benchmarkNames]).map((known) => `"${known}"`);
  const meant = near.length === 0 ? "" : ` Did you mean ${near.join(" or ")}?`;
  console.error(`preempt-lab: there is no command "${name}".${meant} "preempt-lab --help" lists all.`);
  return 2;
}

async function benchmark(name: string, args: readonly string[]): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    console.log(benchmarkHelp(name));
    return 0;
  }
  const { runBenchmark } = await import("./benchmark-commands.ts");
  return runBenchmark(name, args);
}

function version(): string {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  return version;
}
