/** The table of docs/tool-chains.md. */
import type { Tried } from "./try-chain.ts";

export function table(all: readonly Tried[]): string {
  const rows = all.map(({ title, version, steps, minutes, where, preemptions, problem }) => {
    const seen =
      preemptions === undefined ? `not seen: ${problem?.split("\n")[0]}` : `${where}: preempted ${preemptions} times`;
    return `| ${title} | ${version} | ${steps} | ${minutes.toFixed(1)} | ${seen} |`;
  });
  return ["| tool chain | version | steps | minutes | seen in |", "|:--|:--|--:|--:|:--|", ...rows, ""].join("\n");
}
