/**
 * JetStream 3: its driver lists the programs, each a few classic scripts that define a class `Benchmark`. Those of plain
 * JavaScript are taken: not WebAssembly, nor programs that load further files while they run. Its copy of Octane is left out.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import type { Program, Script } from "../program.ts";
import type { Suite } from "./suite.ts";

const driver = "JetStreamDriver.js";
/** It reads its own source with `toString`, and so has more to do when it is preemptable. */
const readsItself = "js-tokens";

export const jetstream: Suite = {
  name: "jetstream",
  title: "JetStream",
  howToGet: "git clone https://github.com/WebKit/JetStream",
  isIn: (checkout) => existsSync(join(checkout, driver)),
  programs(checkout) {
    const text = readFileSync(join(checkout, driver), "utf8");
    const there = (file: string) => file.endsWith(".js") && existsSync(join(checkout, file));
    return plansOf(text)
      .filter(({ name, files }) => name !== readsItself && files.length > 0 && files.every(there))
      .map(({ name, files, isAsync }): Program => {
        const scripts = files.map((file): Script => ({ name: file, text: readFileSync(join(checkout, file), "utf8") }));
        const run = { name: "run.js", text: runner(isAsync) };
        return { suite: "jetstream", name, code: { kind: "scripts", scripts: [shell, ...scripts, run] } };
      });
  },
};

interface Plan {
  readonly name: string;
  readonly files: readonly string[];
  readonly isAsync: boolean;
}

/** The programs that the driver makes out of literals. */
function plansOf(text: string): Plan[] {
  const plans: Plan[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && ts.isIdentifier(node.expression)) {
      const kind = node.expression.text;
      const [plan] = node.arguments ?? [];
      if ((kind === "DefaultBenchmark" || kind === "AsyncBenchmark") && plan && ts.isObjectLiteralExpression(plan)) {
        plans.push(...planOf(plan, kind === "AsyncBenchmark"));
      }
    }
    // SunSpider's names stand in a list of their own.
    if (ts.isVariableDeclaration(node) && node.name.getText() === "SUNSPIDER_TESTS") {
      const names = stringsOf(node.initializer);
      plans.push(...names.map((name) => ({ name: `${name}-SP`, files: [`SunSpider/${name}.js`], isAsync: false })));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(driver, text, ts.ScriptTarget.ESNext, true));
  return plans;
}

function planOf(literal: ts.ObjectLiteralExpression, isAsync: boolean): Plan[] {
  const value = (key: string) =>
    literal.properties.find((p): p is ts.PropertyAssignment => ts.isPropertyAssignment(p) && p.name.getText() === key)
      ?.initializer;
  const name = value("name");
  const files = stringsOf(value("files"));
  const isWhole = value("preload") === undefined && !stringsOf(value("tags")).includes("Wasm");
  const isCopy = files.some((file) => file.startsWith("./Octane/"));
  return name !== undefined && ts.isStringLiteral(name) && isWhole && !isCopy
    ? [{ name: name.text, files, isAsync }]
    : [];
}

function stringsOf(node: ts.Expression | undefined): string[] {
  if (node === undefined || !ts.isArrayLiteralExpression(node)) return [];
  return node.elements.filter((element) => ts.isStringLiteral(element)).map(({ text }) => text);
}

/** What the driver and the shells of engines have. Chance is the same in each run. */
const shell: Script = {
  name: "shell.js",
  isFrame: true,
  text: `globalThis.print = () => {};
globalThis.self = globalThis;
globalThis.isInBrowser = false;
globalThis.JetStream = { isInBrowser: false, isD8: false };
{
  let seed = 0;
  Math.random = () => {
    seed = (seed + 0x7ed55d16 + (seed << 12)) & 0xffffffff;
    seed = (seed ^ 0xc761c23c ^ (seed >>> 19)) & 0xffffffff;
    seed = (seed + 0x165667b1 + (seed << 5)) & 0xffffffff;
    seed = ((seed + 0xd3a2646c) ^ (seed << 9)) & 0xffffffff;
    seed = (seed + 0xfd7046c5 + (seed << 3)) & 0xffffffff;
    seed = (seed ^ 0xb55a4f09 ^ (seed >>> 16)) & 0xffffffff;
    return (seed >>> 0) / 0x100000000;
  };
  Math.random.__resetSeed = () => {
    seed = 49734321;
  };
}
`,
};

/** The programs' own checks want a certain number of runs. In place of them, what the benchmark holds in the end is compared. */
function runner(isAsync: boolean): string {
  const waits = isAsync ? "await " : "";
  return `{
  let benchmark;
  let runs = 0;
  globalThis.program = {
    ${isAsync ? "async " : ""}run(times) {
      if (benchmark === undefined) {
        benchmark = new Benchmark({});
        ${waits}benchmark.init?.();
      }
      for (let i = 0; i < times; i++) {
        ${waits}benchmark.prepareForNextIteration?.();
        Math.random.__resetSeed();
        ${waits}benchmark.runIteration(runs++);
      }
      return benchmark;
    },
  };
}
`;
}
