import type { build, Rolldown } from "vite";

/** What a build that writes nothing made: all of its modules, one after the other. */
export function bundledText(result: Awaited<ReturnType<typeof build>>): string {
  const { output } = (Array.isArray(result) ? result[0] : result) as Rolldown.RolldownOutput;
  return output.map((part) => (part.type === "chunk" ? part.code : "")).join("");
}
