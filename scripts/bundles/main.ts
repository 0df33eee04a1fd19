/**
 * `npm run bundles -- --work <folder>`: bundles programs with the npm packages that they use, as they are and transformed whole,
 * with everything that the packages depend on, and runs both. The exit code is 0 if each was preempted and gave the same text:
 * called plainly, as a job of a scheduler, and with each budget. Prints for each which share of its running time is preemptable, and
 * its longest stretch without a preemption.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { Scheduler } from "@preempt/runtime";
import { driveAsync } from "@preempt/runtime/testing";
import type { Optimize } from "@preempt/transformer";
import preempt from "@preempt/transformer/vite";
import type { PluginOption } from "vite";
import { bundleWhole, packagesIn } from "../../benchmarks/src/bundle-whole.ts";
import { installPackages } from "../../benchmarks/src/install-packages.ts";
import { percentOf, stretchesOf } from "../../benchmarks/src/stretches.ts";
import { programs } from "./programs.ts";
import { generated, standaloneAjv } from "./standalone-ajv.ts";

const usage = `npm run bundles -- --work <folder> [--only a,b] [--optimize speed]

  --work     where the packages are, or are put by npm
  --only     names of programs, by default all: ${Object.keys(programs).join(", ")}
  --optimize "speed" (the default) or "size"
`;
const budgets = [0, 1, 2, 6, 49, 1000];

interface Program {
  run(): string | Promise<string>;
}

process.exitCode = await main();

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      work: { type: "string" },
      only: { type: "string" },
      optimize: { type: "string", default: "speed" },
      help: { type: "boolean" },
    },
  });
  const names = values.only?.split(",") ?? Object.keys(programs);
  const unknown = names.filter((name) => programs[name] === undefined);
  const isOption = values.optimize === "speed" || values.optimize === "size";
  if (values.help || values.work === undefined || unknown.length > 0 || !isOption) {
    if (unknown.length > 0) console.error(`no such program: ${unknown.join(", ")}`);
    console.log(usage);
    return values.help ? 0 : 2;
  }
  let failures = 0;
  for (const name of names) {
    const folder = join(resolve(values.work), "bundles", name);
    installPackages(folder, programs[name] ?? {});
    const original = await bundle(name, folder, []);
    const all = packagesIn(folder);
    const bundled = await bundle(name, folder, [
      preempt({
        packages: all,
        include: [generated],
        optimize: values.optimize as Optimize,
        onDiagnostic: () => {},
        summary: false,
      }),
    ]);
    const expected = textOf(original);
    const transformed = (await import(pathToFileURL(bundled).href)) as Program;
    const jobs = await asJobs(transformed);
    const ways = [["called", await transformed.run()], ...jobs.ways] as const;
    const different = ways.filter(([, text]) => text !== expected);
    for (const [way, text] of different) console.log(`${name}, ${way}: ${firstDifference(text, expected)}`);
    const stretches = await stretchesOf(transformed.run);
    const packages = `${String(all.length).padStart(2)} packages, preempted ${jobs.preemptions} times`;
    const preemptable = `${percentOf(stretches)} of its time preemptable, longest stretch ${stretches.longest.toFixed(1)} ms`;
    console.log(`${name.padEnd(16)} ${packages}, ${preemptable}, ${different.length} of ${ways.length} ways different`);
    failures += different.length + (jobs.preemptions > 0 ? 0 : 1);
  }
  return failures > 0 ? 1 : 0;
}

/** At budget 0 a program that is transformed is preempted at each of its points. */
async function asJobs({ run }: Program): Promise<{ ways: [way: string, text: string][]; preemptions: number }> {
  const ways: [string, string][] = [];
  let preemptions = 0;
  for (const budget of budgets) {
    const driven = await driveAsync(run, { budget });
    preemptions = Math.max(preemptions, driven.preemptions);
    ways.push([`budget ${budget}`, driven.value]);
  }
  ways.push(["a job", await new Scheduler().submit(run)]);
  return { ways, preemptions };
}

/** What the program gives in a process of its own: packages such as zod keep functions in global variables, which the other one would call. */
function textOf(file: string): string {
  const code = `import { run } from ${JSON.stringify(pathToFileURL(file).href)}; process.stdout.write(await run());`;
  const args = ["--input-type=module", "--eval", code];
  return execFileSync(process.execPath, args, {
    encoding: "utf8",
    maxBuffer: 2 ** 30,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Writes the program into one module, with its packages. */
async function bundle(name: string, folder: string, plugins: PluginOption[]): Promise<string> {
  const entry = fileURLToPath(new URL(`programs/${name}.mjs`, import.meta.url));
  const kind = plugins.length > 0 ? "transformed" : "original";
  const file = join(folder, `${kind}.mjs`);
  writeFileSync(file, await bundleWhole({ entry, root: folder, plugins: [standaloneAjv(folder), ...plugins] }));
  return file;
}

function firstDifference(text: string, expected: string): string {
  let i = 0;
  while (i < expected.length && text[i] === expected[i]) i++;
  return `at ${i} ${JSON.stringify(text.slice(i, i + 80))} in place of ${JSON.stringify(expected.slice(i, i + 80))}`;
}
