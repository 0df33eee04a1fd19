/** Shows how an output differs from what the transform of another commit, the last one by default, makes of the same file. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { emittedRoot, readFixtures } from "../../packages/transformer/test/kit/emitted/folder.ts";
import { modes, outputOf } from "../../packages/transformer/test/kit/emitted/hashes.ts";
import { libraries, workloads } from "../../packages/transformer/test/kit/emitted/whole-files.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const cache = join(root, ".cache", "emitted");
/** Lines of a difference that are printed, and characters of a line; all of it stands in the files. */
const longest = 200;
const widest = 200;

/** Returns the exit code: 2 if there is nothing of that name. */
export async function show(name: string, commit: string): Promise<0 | 2> {
  if (readFixtures().some((fixture) => fixture.name === name)) {
    spawnSync("git", ["--no-pager", "diff", commit, "--", join(emittedRoot, name)], { stdio: "inherit" });
    return 0;
  }
  const file = [...libraries, ...workloads].find((other) => other.name.split(" ")[0] === name);
  if (file === undefined) {
    console.error(`There is no fixture, library or workload named ${name}.`);
    return 2;
  }
  const { transform } = await transformerOf(commit);
  for (const mode of Object.keys(modes)) {
    const [before, after] = ["before", "after"].map((when) => join(cache, `${name}.${mode}.${when}.js`)) as [
      string,
      string,
    ];
    writeFileSync(before, outputOf(file, mode, transform).code);
    writeFileSync(after, outputOf(file, mode).code);
    printDifference(before, after);
  }
  return 0;
}

function printDifference(before: string, after: string): void {
  const { stdout } = spawnSync("git", ["diff", "--no-index", before, after], {
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  const lines = stdout.trimEnd().split("\n");
  console.log(
    `${after}\n${
      stdout === ""
        ? "  is as it was"
        : lines
            .slice(0, longest)
            .map((line) => line.slice(0, widest))
            .join("\n")
    }`,
  );
  if (lines.length > longest)
    console.log(`... ${lines.length - longest} more lines: git diff --no-index ${before} ${after}`);
}

/** Its sources and those of the private packages that are built into it, beside the packages that are installed. */
function transformerOf(commit: string): Promise<typeof import("@preempt/transformer")> {
  const folder = join(cache, "before");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const tree = execFileSync("git", ["ls-tree", "--name-only", commit, "packages/"], { cwd: root, encoding: "utf8" });
  const own = tree.split("\n").filter((path) => /\/(?:abi|checks|transformer)$/.test(path));
  const archive = execFileSync("git", ["archive", commit, ...own], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  const packages = join(folder, "packages/transformer/node_modules");
  mkdirSync(join(packages, "@preempt"), { recursive: true });
  for (const path of own) symlinkSync(join(folder, path), join(packages, "@preempt", basename(path)), "junction");
  const installed = join(root, "packages/transformer/node_modules");
  for (const name of readdirSync(installed)) {
    if (/^[@.]/.test(name)) continue;
    symlinkSync(join(installed, name), join(packages, name), "junction");
  }
  return import(pathToFileURL(join(folder, "packages/transformer/src/index.ts")).href);
}
