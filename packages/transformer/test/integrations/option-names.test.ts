/** Options with names or values that do not exist are refused, with what was probably meant. */
import { expect, test } from "vitest";
import { transform } from "../../src/index.ts";
import { SingleFiles } from "../../src/integrations/single-files.ts";
import { createTransformer } from "../../src/jest.ts";
import preemptNext from "../../src/next.ts";
import { checkNames, settingNames } from "../../src/shared/option-names.ts";

test.for([
  [{ al: ["x"] }, "there is no option al. Give all."],
  [{ strategie: "paper" }, "there is no option strategie. Give strategy."],
  [{ strategy: "captur" }, 'strategy is "captur". Give "capture".'],
  [{ strategy: "fast" }, 'strategy is "fast". Give "capture" or "paper".'],
  [{ all: "papaparse" }, 'all is "papaparse". Give a list, such as ["papaparse"].'],
  [{ all: [1] }, "1 in all. Give names of packages, globs and regular expressions."],
  [{ propagate: "yes" }, 'propagate is "yes". Give true or false.'],
  [{ onDiagnostic: "log" }, 'onDiagnostic is "log". Give a function.'],
  [
    { zebra: 1 },
    "there is no option zebra. Give one of all, propagate, jobs, exclusive, reentrant, strategy, optimize, accesses, summary, onDiagnostic.",
  ],
] as const)("a plugin refuses %j", ([options, message]) => {
  expect(() => new SingleFiles(options as object, "/")).toThrow(message);
});

test("each integration refuses them", () => {
  expect(() => preemptNext({ propagat: true } as object)).toThrow("Give propagate.");
  expect(() => createTransformer({ nxt: false } as object)).toThrow("no option nxt");
  expect(() => transform("", { fileName: "a.js", funktions: "all" } as never)).toThrow("Give functions.");
  expect(() => transform("", { fileName: "a.js", strategy: "papr" as never })).toThrow('Give "paper".');
  expect(() => checkNames({ transform: "x", reports: "all" }, settingNames, true)).toThrow("Give report.");
  checkNames({ transform: "x", import: "default", type: "program" }, settingNames, true);
  new SingleFiles({ all: undefined, strategy: undefined } as object, "/");
});
