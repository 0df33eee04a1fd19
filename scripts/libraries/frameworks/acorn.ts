/**
 * Acorn's `test/driver.js`: tests are rows of a table, and `runTests` goes through them. Takes the place of that
 * module; each row becomes a case, for which the real driver runs with that row alone.
 */
import { createRequire } from "node:module";
import { type Body, suite } from "../suite.ts";

interface Row {
  readonly kind: "test" | "testFail" | "testAssert";
  readonly args: readonly [code: string, expected: unknown, options?: object];
}

interface Config {
  readonly filter?: (test: object) => boolean;
  readonly loose?: boolean;
}

type Report = (state: string, code: string, message?: string) => void;
type Driver = Record<Row["kind"], (...args: Row["args"]) => void> & { runTests: Body; misMatch: Body };

const require = createRequire(`${process.cwd()}/`);
const driverFile = require.resolve("./test/driver.js");
const rows: Row[] = [];

/** A driver of its own, whose table is empty. */
function freshDriver(): Driver {
  delete require.cache[driverFile];
  return require(driverFile) as Driver;
}

const collect =
  (kind: Row["kind"]) =>
  (...args: Row["args"]) =>
    void rows.push({ kind, args });

export const test = collect("test");
export const testFail = collect("testFail");
export const testAssert = collect("testAssert");
export const { misMatch } = freshDriver();

let runs = 0;

export function runTests(config: Config): void {
  suite.describe(
    `mode ${++runs}`,
    () => {
      for (const row of rows) addCase(row, config);
    },
    undefined,
  );
}

function addCase({ kind, args }: Row, config: Config): void {
  const [code, , options] = args;
  if (config.filter && !config.filter({ code, options })) return;
  const reports: string[] = [];
  const report: Report = (state, _, message = "") => reports.push(state === "ok" ? "ok" : `${state}: ${message}`);
  const verify = () => {
    const taken = reports.splice(0);
    if (taken.length !== 1 || taken[0] !== "ok") throw new Error(taken.join("; ") || "nothing was reported");
  };
  // Made when the case runs: thousands of drivers at once would be too many.
  const body = () => {
    const driver = freshDriver();
    driver[kind](...args);
    return driver.runTests;
  };
  suite.add(code, { prepare: body }, { verify, args: [config, report] });
}
