/**
 * `npm run adopt`: how long a new user takes from an empty folder to the first preempted job, with each tool chain. Every chain is
 * installed from its registry with an empty cache, so this takes a while. The exit code is 1 if a job was not seen, or a chain took more
 * than 5 minutes or 6 steps.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Browser } from "playwright";
import { chains } from "./chains.ts";
import { environmentFor, packAll } from "./environment.ts";
import { partOf } from "./part.ts";
import { recipes } from "./recipes.ts";
import { serveRegistry } from "./registry.ts";
import { startChromium } from "./seen.ts";
import { table } from "./table.ts";
import { type Tried, tryChain } from "./try-chain.ts";

const usage = `npm run adopt -- [--only name,… | --part I/N] [--json FILE] [--work FOLDER] [--keep]

  --only   tool chains to try: ${chains.map(({ name }) => name).join(", ")}
           and recipes of docs/frameworks.md: ${recipes.map(({ name }) => name).join(", ")}
  --part   the I-th of N parts of the tool chains, as CI tries one each day
  --json   write the results to this file as well
  --work   the folder for the projects (default: a new one, which is removed)
  --keep   leave the projects where they are
`;

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    part: { type: "string" },
    json: { type: "string" },
    work: { type: "string" },
    keep: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  },
});
if (values.help) {
  console.log(usage);
  process.exit();
}
const known = [...chains, ...recipes];
const names = values.only?.split(",") ?? partOrRefusal().map(({ name }) => name);
const unknown = names.find((name) => !known.some((chain) => chain.name === name));
if (unknown !== undefined) {
  console.error(`There is no tool chain "${unknown}".\n\n${usage}`);
  process.exit(2);
}

const most = { minutes: 5, steps: 6 };
const work = values.work ? resolve(values.work) : mkdtempSync(join(tmpdir(), "preempt-adopt-"));
mkdirSync(work, { recursive: true });
const served = await serveRegistry(packAll(join(work, "packed")));
let browser: Promise<Browser> | undefined;
const tried: Tried[] = [];
try {
  for (const chain of known.filter(({ name }) => names.includes(name))) {
    console.log(chain.title);
    const folder = join(work, chain.name);
    rmSync(folder, { recursive: true, force: true });
    rmSync(`${folder}-cache`, { recursive: true, force: true });
    mkdirSync(folder);
    const tools = chain.needs === undefined ? undefined : toolsFor(chain.needs);
    const env = environmentFor(folder, served.url, tools);
    const result = await tryChain(chain, {
      folder,
      env,
      browser: () => {
        browser ??= startChromium();
        return browser;
      },
      log: (text) => console.log(text),
    });
    tried.push(result);
    if (result.problem !== undefined) console.log(`  ${result.problem}`);
    if (!values.keep) for (const place of [folder, `${folder}-cache`]) rmSync(place, { recursive: true, force: true });
    const isAsPromised = result.preemptions !== undefined && result.preemptions > 0;
    if (!isAsPromised || result.minutes > most.minutes || result.steps > most.steps) process.exitCode = 1;
    if (values.json) writeFileSync(values.json, `${JSON.stringify(tried, undefined, 2)}\n`);
  }
} finally {
  await (await browser)?.close();
  served.close();
  if (values.work === undefined && !values.keep) rmSync(work, { recursive: true, force: true });
}
console.log(`\n${table(tried)}`);

function partOrRefusal() {
  try {
    return partOf(chains, values.part);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}

/** Programs that the user of a chain has already. */
function toolsFor(name: string): string {
  const folder = join(work, `tools-${name}`);
  const bin = join(folder, "node_modules/.bin");
  if (!existsSync(bin)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), "{}\n");
    execFileSync("npm", ["install", "--loglevel=error", name], {
      cwd: folder,
      stdio: "inherit",
      shell: process.platform === "win32",
    });
  }
  return bin;
}
