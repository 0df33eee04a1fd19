/** A module of work as the page's build makes it, for tests: every variant, with the packages that it imports. */
import { fileURLToPath } from "node:url";
import { build, type Rolldown } from "vite";
import { preemptablePackages } from "../build/preemptable-packages.ts";
import { variants } from "../build/variants.ts";
import type { Variant } from "../src/scenarios/scenario.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** `path` from the package's folder. The module has a runtime of its own, which shares its state with the test's. */
export async function buildWork<W>(path: string, variant: Variant): Promise<W> {
  const entry = "virtual:work";
  const query = variant === "capture" ? "" : `?${variant}`;
  const output = (await build({
    configFile: false,
    root,
    logLevel: "silent",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === entry ? entry : null),
        load: (id) => (id === entry ? `export * from ${JSON.stringify(`${root}${path}${query}`)};` : null),
      },
      variants({ packages: preemptablePackages }),
    ],
    build: {
      write: false,
      minify: false,
      target: "es2023",
      rolldownOptions: { input: entry, preserveEntrySignatures: "strict", output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  const [chunk] = output.output;
  return import(`data:text/javascript;base64,${Buffer.from(chunk.code).toString("base64")}`) as Promise<W>;
}
