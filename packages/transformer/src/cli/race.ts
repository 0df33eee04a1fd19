/** `preempt race`: runs programs that use a package in many interleavings, and shows one that goes wrong. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { register } from "../node.ts";
import type { RaceArguments } from "./arguments.ts";
import { FreshModules } from "./fresh-modules.ts";
import { type RaceReport, sourceLines } from "./race-lines.ts";
import { UsageError } from "./usage.ts";

/** As much as is used of what the project's runtime exports; the transform does not depend on it. */
interface TestingKit {
  findRaces?(options: object): Promise<RaceReport>;
}

type Program = (...args: unknown[]) => unknown;

/** @throws UsageError if there is nothing to run */
export async function race(
  args: RaceArguments,
  cwd: string,
): Promise<{ readonly report: RaceReport; readonly text: string }> {
  const files = args.jobs.map((file) => existing(file, cwd));
  const kit = await testingKit(cwd);
  const packages = args.packages.flatMap((name) => withDependencies(name, cwd));
  const isJob = new RegExp(`^(?:${files.map(quoted).join("|")})$`);
  const hooks = register({
    summary: false,
    packages: [...new Set(packages)],
    include: [isJob],
    accesses: true,
    root: cwd,
    onDiagnostic() {},
  });
  const modules = new FreshModules((url) =>
    /@preempt\/(?:runtime|transformer)\/|\/packages\/(?:runtime|transformer)\//.test(url),
  );
  try {
    const load = async () => {
      modules.start();
      const programs = await Promise.all(files.map(programIn));
      return programs.length > 1 ? programs : [...programs, ...programs];
    };
    const { schedules, seed, budget, replay } = args;
    const options = { schedules, seed, budget, replay };
    const report = await kit.findRaces({ ...options, jobs: await load(), reload: load });
    return { report, text: report.race === undefined ? report.text : sourceLines(report.text, report.race) };
  } finally {
    modules.end();
    hooks.deregister();
  }
}

function existing(file: string, cwd: string): string {
  const path = resolve(cwd, file);
  if (!existsSync(path)) throw new UsageError(`there is no file ${file}.`);
  return path;
}

async function testingKit(cwd: string): Promise<Required<TestingKit>> {
  let file: string;
  try {
    file = createRequire(join(cwd, "package.json")).resolve("@preempt/runtime/testing");
  } catch {
    throw new UsageError(`${cwd} has no @preempt/runtime. Install it there: npm install @preempt/runtime`);
  }
  const { findRaces } = (await import(pathToFileURL(file).href)) as TestingKit;
  if (findRaces === undefined)
    throw new UsageError("the project's @preempt/runtime has no findRaces. Install a newer one.");
  return { findRaces };
}

/** What a file exports as `main` or by default; what `setup` gives, if it exports that, is its argument. */
async function programIn(file: string): Promise<{ fn: Program; args: () => unknown[]; name: string }> {
  const loaded = (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
  const fn = loaded.main ?? loaded.default;
  if (typeof fn !== "function") throw new UsageError(`${file} exports no function main, and none by default.`);
  const { setup } = loaded;
  const args = () => (typeof setup === "function" ? [setup()] : []);
  return { fn: fn as Program, args, name: file.replace(/^.*[\\/]/, "") };
}

/** The names of the package and of those that it needs, as far as they are installed. */
function withDependencies(name: string, cwd: string): string[] {
  const names = new Set<string>();
  const visit = (one: string, from: string) => {
    const manifest = manifestFrom(one, from);
    if (manifest === undefined || names.has(one) || one.startsWith("@preempt/")) return;
    names.add(one);
    const { dependencies = {} } = JSON.parse(readFileSync(manifest, "utf8")) as { dependencies?: object };
    for (const other of Object.keys(dependencies)) visit(other, dirname(manifest));
  };
  visit(name, cwd);
  if (names.size === 0) throw new UsageError(`there is no package "${name}" in ${cwd}. Install it there.`);
  return [...names];
}

function manifestFrom(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const manifest = join(folder, "node_modules", name, "package.json");
    if (existsSync(manifest)) return manifest;
    if (folder === dirname(folder)) return undefined;
  }
}

function quoted(path: string): string {
  return path.replaceAll("\\", "/").replace(/[.*+?^${}()|[\]]/g, "\\$&");
}
