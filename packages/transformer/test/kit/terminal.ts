/** The surroundings of the `preempt` command in a test: no colours, and what it prints is kept. */
import type { Surroundings } from "../../src/cli/main.ts";

export function terminalIn(cwd: string): {
  readonly around: Surroundings;
  readonly said: { out: string; err: string };
} {
  const said = { out: "", err: "" };
  const keeping = (stream: "out" | "err") => (text: string) => {
    said[stream] += text;
  };
  return { around: { cwd, isPretty: false, out: keeping("out"), err: keeping("err") }, said };
}
