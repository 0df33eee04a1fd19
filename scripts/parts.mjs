/**
 * What takes long to test is tested in parts: `npm test` runs one of them, drawn from the commit, so that it is the same
 * wherever that commit is tested, and a few commits see them all. `npm run test:all` runs every part.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { specsOf } from "./test-counts.mjs";

/** How many parts there are. */
export const parts = 6;

/**
 * The part to run, from 1; undefined: every one.
 *
 * @param {string | undefined} wanted what PREEMPT_PART says: a number, "all", or nothing, then the commit says it
 * @param {() => string | undefined} commit
 * @throws {RangeError} if it says anything else
 */
export function partToRun(wanted, commit = headOfRepository) {
  if (wanted === "all") return undefined;
  // Files without a repository are tested another part each day.
  if (wanted === undefined) return (Number.parseInt(commit()?.slice(0, 8) ?? today(), 16) % parts) + 1;
  const part = Number(wanted);
  if (Number.isInteger(part) && part >= 1 && part <= parts) return part;
  throw new RangeError(`PREEMPT_PART=${wanted}; expected was an integer from 1 to ${parts}, or all.`);
}

/**
 * Those of a list that a part leaves to others; none without a part. They are dealt out in turn.
 *
 * @param {readonly string[]} names
 * @param {number | undefined} part
 */
export function leftToOthers(names, part) {
  return part === undefined ? [] : names.filter((_, i) => (i % parts) + 1 !== part);
}

/**
 * The browser tests of a part, as Playwright reads them from a file. The same test is of the same part in every browser.
 *
 * @param {any} report Playwright's, of a run or of --list
 * @param {number} part
 */
export function browserTestsOf(report, part) {
  const all = specsOf(report).map(({ titles, spec }) => ({ name: titles.join(" › "), tests: spec.tests }));
  const others = new Set(leftToOthers([...new Set(all.map(({ name }) => name))], part));
  return all
    .filter(({ name }) => !others.has(name))
    .flatMap(({ name, tests }) => tests.map(({ projectName }) => `[${projectName}] › ${name}`));
}

/**
 * The entries of the demo's gallery that browser tests open, which have to be built for them.
 *
 * @param {readonly string[]} tests As {@link browserTestsOf} answers them
 */
export function galleryEntriesOf(tests) {
  return [...new Set(tests.flatMap((test) => / › gallery\.spec\.ts › (\w+):/.exec(test)?.[1] ?? []))];
}

function headOfRepository() {
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  // CI may run as another user than the one who owns the checkout.
  const args = ["-c", "safe.directory=*", "rev-parse", "HEAD"];
  const { status, stdout } = spawnSync("git", args, { cwd, encoding: "utf8" });
  return status === 0 ? stdout : undefined;
}

function today() {
  return Math.floor(Date.now() / 86_400_000).toString(16);
}
