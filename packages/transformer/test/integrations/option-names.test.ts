/** Options with names or values that do not exist are refused by every integration, with what was probably meant. */

import type { OptionSchema } from "@preempt/checks";
import ts from "typescript";
import { expect, test } from "vitest";
import preemptBun from "../../src/bun.ts";
import { preempt } from "../../src/bundler.ts";
import { parseCommand } from "../../src/cli/usage.ts";
import preemptPlugin, { transform } from "../../src/index.ts";
import { createTransformer } from "../../src/jest.ts";
import loader from "../../src/loader.ts";
import preemptNext from "../../src/next.ts";
import { register } from "../../src/node.ts";
import {
  jestOptions,
  nextOptions,
  pluginOptions,
  registerOptions,
  settingOptions,
  transformOptions,
} from "../../src/shared/options.ts";

type Give = (options: object) => unknown;

function load(options: object): void {
  let refused: Error | null = null;
  const done = (error: Error | null) => {
    refused = error;
  };
  const context = { resourcePath: "/a.ts", getOptions: () => options, addDependency() {}, emitWarning() {} };
  loader.call({ ...context, async: () => done } as never, "");
  if (refused !== null) throw refused;
}

/** What takes options, and which. */
const integrations: Readonly<Record<string, { schema: OptionSchema; give: Give }>> = {
  ...Object.fromEntries(
    (["vite", "rollup", "webpack", "rspack", "esbuild"] as const).map((framework) => [
      framework,
      // Some look at the options only when they are applied to a compiler.
      { schema: pluginOptions, give: (options: object) => preempt.raw(options, { framework } as never) },
    ]),
  ),
  bun: { schema: pluginOptions, give: (options) => preemptBun(options) },
  loader: { schema: pluginOptions, give: load },
  next: { schema: nextOptions, give: (options) => preemptNext(options) },
  jest: { schema: jestOptions, give: (options) => createTransformer(options) },
  register: { schema: registerOptions, give: (options) => register({ cache: false, ...options }).deregister() },
  tspc: { schema: settingOptions, give: (options) => preemptPlugin(ts.createProgram([], { noLib: true }), options) },
  transform: { schema: transformOptions, give: (options) => transform("", { fileName: "a.js", ...options }) },
};

/** A slip of the keyboard: without the last letter but one. */
const slip = (name: string) => name.slice(0, -2) + name.slice(-1);

for (const [integration, { schema, give }] of Object.entries(integrations)) {
  for (const [name, { takes }] of Object.entries(schema)) {
    // "al" might be several names, "roo" is too short to tell.
    if (name.length > 4) {
      test(`${integration}: a name like ${name} is refused, and ${name} named`, () => {
        expect(() => give({ [slip(name)]: 1 })).toThrow(`there is no option ${slip(name)}. Give ${name}.`);
      });
    }
    if (name === "fileName") continue;
    test(`${integration}: ${name} refuses what it does not take, and says what was given`, () => {
      const wrong = takes.accepts(17) ? "17" : 17;
      expect(() => give({ [name]: wrong })).toThrow(/17.*Give .+\.$/s);
    });
    test(`${integration}: ${name} may be undefined`, () => {
      expect(() => give({ [name]: undefined })).not.toThrow();
    });
  }
}

const refused: readonly (readonly [object, string])[] = [
  [{ al: ["x"] }, "there is no option al. Give all."],
  [{ strategie: "paper" }, "there is no option strategie. Give strategy."],
  [{ strategy: "captur" }, 'strategy is "captur". Give "capture".'],
  [{ strategy: "fast" }, 'strategy is "fast". Give "capture" or "paper".'],
  [{ optimize: "sise" }, 'optimize is "sise". Give "size".'],
  [{ packages: "papaparse" }, 'packages is "papaparse". Give a list, such as ["papaparse"].'],
  [{ packages: 1 }, "packages is 1. Give a list of names of packages."],
  [{ packages: ["src/**"] }, '"src/**" in packages is no name of a package. Give globs and paths in include.'],
  [{ packages: [/x/] }, "/x/ in packages is no name of a package. Give globs and paths in include."],
  [{ include: "src/**" }, 'include is "src/**". Give a list, such as ["src/**"].'],
  [{ include: [1] }, "1 in include. Give globs, paths and regular expressions."],
  [{ all: "papaparse" }, 'all is "papaparse". Give a list, such as ["papaparse"].'],
  [{ all: [1] }, "1 in all. Give names of packages, globs and regular expressions."],
  [{ propagate: "yes" }, 'propagate is "yes". Give true or false.'],
  [{ onDiagnostic: "log" }, 'onDiagnostic is "log". Give a function.'],
  [
    { zebra: 1 },
    "there is no option zebra. Give one of packages, include, exclude, propagate, jobs, exclusive, reentrant, profile, optimize, strategy, summary, advisor, onDiagnostic.",
  ],
];

test.for(refused)("a plugin refuses %j", ([options, message]) => {
  expect(() => preempt.rollup(options)).toThrow(message);
});

test("what others read in the same entry of a tsconfig.json is theirs, unless it is like a name of ours", () => {
  const { tspc } = integrations;
  tspc?.give({ transform: "x", import: "default", type: "program", zebra: 1 });
  expect(() => tspc?.give({ transform: "x", reports: "all" })).toThrow("Give report.");
});

test("the command line names the nearest option", () => {
  expect(() => parseCommand(["build", "src", "--package", "x"])).toThrow(
    "Unknown option '--package'. Give --packages.",
  );
  expect(() => parseCommand(["check", "--propagat"])).toThrow("Give --propagate.");
  expect(() => parseCommand(["check", "--out", "x"])).toThrow("preempt check has no option --out.");
});
