/**
 * What takes long to test is tested in parts: `npm test` runs one of them, drawn from the commit, so that it is the same
 * wherever that commit is tested, and a few commits see them all. `npm run test:all` runs every part.
 */
import { spawnSync } from "node:child_process";

/** How many parts there are. */
export const parts = 4;

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
 * Those of a list, the longest first, that a part leaves to others; none without a part.
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
 * @param {{ suites?: Suite[] }} report Playwright's, of a run or of --list
 * @param {number} part
 */
export function browserTestsOf({ suites = [] }, part) {
  return suites
    .flatMap((file) => linesOf(file, []))
    .flatMap(({ name, line }) => (hash(name) % parts === part - 1 ? [line] : []));
}

/**
 * @typedef {{ title: string, tests: { projectName: string }[] }} Spec
 * @typedef {{ title: string, specs?: Spec[], suites?: Suite[] }} Suite
 *
 * @param {Suite} suite
 * @param {string[]} around titles
 * @returns {{ name: string, line: string }[]}
 */
function linesOf({ title, specs = [], suites = [] }, around) {
  const path = [...around, title];
  const own = specs.flatMap((spec) => {
    const name = [...path, spec.title].join(" › ");
    return spec.tests.map(({ projectName }) => ({ name, line: `[${projectName}] › ${name}` }));
  });
  return [...own, ...suites.flatMap((suite) => linesOf(suite, path))];
}

/** @param {string} text */
function hash(text) {
  let sum = 0;
  for (const letter of text) sum = (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return sum;
}

function headOfRepository() {
  // CI may run as another user than the one who owns the checkout.
  const { status, stdout } = spawnSync("git", ["-c", "safe.directory=*", "rev-parse", "HEAD"], { encoding: "utf8" });
  return status === 0 ? stdout : undefined;
}

function today() {
  return Math.floor(Date.now() / 86_400_000).toString(16);
}
