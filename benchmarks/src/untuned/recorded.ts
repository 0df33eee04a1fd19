/** The form of a module that a build with a recording makes: the plain program is run by `preempt record` first. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import preempt from "@preempt/transformer/vite";
import { bundleWhole } from "../bundle-whole.ts";
import type { Form } from "./form.ts";

const bin = fileURLToPath(new URL("../bin/preempt.mjs", import.meta.resolve("@preempt/transformer")));
const profile = "preempt.profile.json";
/** Milliseconds for which the program runs while it is recorded. */
const recordedTime = 1500;

/** @returns the text of the module, in which what never took long is plain, and how many functions did take long */
export async function recordedModule({ files }: Form): Promise<{ text: string; long: number }> {
  const [file] = files as [string];
  const root = dirname(file);
  const runner = join(root, "record.mjs");
  writeFileSync(
    runner,
    `const { run } = await import(${JSON.stringify(pathToFileURL(file).href)});
const end = performance.now() + ${recordedTime};
do await run(1); while (performance.now() < end);
`,
  );
  const command = ["record", "--out", profile, "--", process.execPath, basename(runner)];
  execFileSync(process.execPath, [bin, ...command], { cwd: root, stdio: ["ignore", "ignore", "pipe"] });
  const plugin = preempt({ include: [/./], profile, onDiagnostic: () => {}, summary: false });
  const text = await bundleWhole({ entry: file, root, plugins: [plugin] });
  const recorded = JSON.parse(readFileSync(join(root, profile), "utf8")) as {
    files: Record<string, { long: string[] }>;
  };
  return { text, long: recorded.files[basename(file)]?.long.length ?? 0 };
}
