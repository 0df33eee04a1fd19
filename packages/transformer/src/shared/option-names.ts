/** Options that do not exist, or have values that do not: most often slips of the keyboard, which would change nothing, without a word. */
import { nearNames, oneOf, refusal } from "@preempt/checks";

/** The options of every integration. */
const common = ["propagate", "jobs", "exclusive", "reentrant", "strategy", "optimize"] as const;

export const transformNames: readonly string[] = [
  "fileName",
  "functions",
  ...common,
  "module",
  "sourceMap",
  "readImport",
  "accesses",
  "compilerOptions",
];
export const pluginNames: readonly string[] = ["all", ...common, "accesses", "summary", "onDiagnostic"];
export const settingNames: readonly string[] = ["functions", "all", ...common, "report", "summary"];
/** What ts-patch, and TypeScript for its language services, read in the same object. */
const patchNames: readonly string[] = [
  "name",
  "transform",
  "type",
  "after",
  "afterDeclarations",
  "import",
  "tsConfig",
  "resolvePathAliases",
  "transformProgram",
];
const strategies = ["capture", "paper"];

/**
 * @param isShared Others read the same object: what is like no name of ours is theirs
 * @throws TypeError with the name that was probably meant
 */
export function checkNames(options: object, known: readonly string[], isShared = false): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || known.includes(name) || (isShared && patchNames.includes(name))) continue;
    const [meant] = nearNames(name, known);
    if (meant === undefined && isShared) continue;
    throw new TypeError(`option_unknown: there is no option ${name}. Give ${meant ?? oneOf(known)}.`);
  }
}

/** @throws TypeError if the options of a plugin have names or values that do not exist */
export function checkPlugin(options: object, more: readonly string[] = []): void {
  checkNames(options, [...pluginNames, ...more]);
  const given = options as Record<string, unknown>;
  const { all, propagate, jobs, exclusive, reentrant, strategy, accesses, summary, onDiagnostic } = given;
  checkStrategy(strategy);
  checkAccesses(accesses);
  checkFiles("all", all);
  checkFiles("exclusive", exclusive);
  checkFiles("reentrant", reentrant);
  checkJobs(jobs);
  for (const [name, value] of Object.entries({ propagate, summary })) {
    if (value !== undefined && typeof value !== "boolean")
      throw new TypeError(refusal(name, shown(value), "true or false"));
  }
  if (onDiagnostic !== undefined && typeof onDiagnostic !== "function") {
    throw new TypeError(refusal("onDiagnostic", shown(onDiagnostic), "a function"));
  }
}

/** @throws TypeError if it is no list of names of packages, globs and regular expressions */
export function checkFiles(option: string, files: unknown): void {
  if (files === undefined) return;
  if (!Array.isArray(files)) {
    const said = refusal(option, shown(files), `a list, such as [${shown(files)}]`);
    throw new TypeError(`${option}_not_a_list: ${said}`);
  }
  const stranger = files.find((a) => typeof a !== "string" && !(a instanceof RegExp));
  if (stranger === undefined) return;
  throw new TypeError(
    `${option}_pattern: ${shown(stranger)} in ${option}. Give names of packages, globs and regular expressions.`,
  );
}

const callName = /^[\w$]+(?:\.[\w$]+)*$/;

/** @throws TypeError if it is no list of names of calls */
export function checkJobs(jobs: unknown): void {
  if (jobs === undefined) return;
  if (!Array.isArray(jobs)) throw new TypeError(refusal("jobs", shown(jobs), `a list, such as [${shown(jobs)}]`));
  const stranger = jobs.find((name) => typeof name !== "string" || !callName.test(name));
  if (stranger === undefined) return;
  throw new TypeError(`jobs_name: ${shown(stranger)} in jobs. Give names of calls, such as "rt.submit".`);
}

/** @throws TypeError if it is no boolean */
export function checkAccesses(accesses: unknown): void {
  if (accesses === undefined || typeof accesses === "boolean") return;
  throw new TypeError(`transform_accesses: ${refusal("accesses", shown(accesses), "true or false")}`);
}

/** @throws TypeError if it is none */
export function checkStrategy(strategy: unknown): void {
  if (strategy === undefined || strategies.includes(strategy as string)) return;
  const [meant] = nearNames(String(strategy), strategies);
  const expected = meant === undefined ? '"capture" or "paper"' : `"${meant}"`;
  throw new TypeError(`transform_strategy: ${refusal("strategy", shown(strategy), expected)}`);
}

function shown(value: unknown): string {
  return value instanceof RegExp ? String(value) : (JSON.stringify(value) ?? String(value));
}
