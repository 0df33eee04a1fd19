/** A debugger session through a preempted function: it looks as if nothing had been done to it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transform } from "../../src/index.ts";
import { DebugSession, type Lookup, type Paused } from "../kit/inspector.ts";

const source = `type N = number;
/** @preempt */
export function work(limit: N): N {
  let sum = 0;
  for (let i = 0; i < limit; i++) {
    const square = i * i;
    if (square % 2 === 0) {
      sum += square;
    } else {
      sum -= plus(square);
    }
  }
  const names = ["a", "b"];
  for (const name of names) {
    sum += name.length;
  }
  try {
    sum = checked(sum);
  } catch {
    sum = 0;
  }
  return sum;
}

function plus(n: N): N {
  return n + 1;
}

function checked(n: N): N {
  if (n < 100) throw new Error("small");
  return n;
}

/** @preempt */
export function outer(n: N): N {
  const first = triangle(n);
  const second = 1 + triangle(first);
  return first + second;
}

/** @preempt */
function triangle(n: N): N {
  let sum = 0;
  for (let i = 1; i <= n; i++) sum += i;
  return sum;
}
`;

const root = mkdtempSync(join(dirname(fileURLToPath(import.meta.url)), "../projects/debug-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const maps: Record<string, object> = {};

beforeAll(() => {
  const { code, map } = transform(source, { fileName: "work.ts" });
  const generators = transform(source, { fileName: "work.ts", optimize: { plainBodies: false } });
  const plain = ts.transpileModule(source, {
    fileName: "work.ts",
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, sourceMap: true },
  });
  writeFileSync(join(root, "work.mjs"), code);
  writeFileSync(join(root, "generators.mjs"), generators.code);
  writeFileSync(join(root, "original.mjs"), plain.outputText);
  maps["work.mjs"] = map as object;
  maps["generators.mjs"] = generators.map as object;
  maps["original.mjs"] = JSON.parse(plain.sourceMapText as string) as object;
  const drive = 'import { drive } from "@preempt/runtime/testing";\nimport { outer, work } from "./work.mjs";\n';
  const scripts = {
    plain: 'import { outer, work } from "./original.mjs";\nwork(3);\nouter(2);\n',
    "unannotated-caller": 'import { work } from "./work.mjs";\nwork(3);\n',
    "budget-0": `${drive}drive(work, { args: [3], budget: 0 });\ndrive(outer, { args: [2], budget: 0 });\n`,
    "in-generators": `${drive.replace("./work", "./generators")}drive(work, { args: [3], budget: 0 });\ndrive(outer, { args: [2], budget: 0 });\n`,
    "in-generators-1": `${drive.replace("./work", "./generators")}drive(work, { args: [3], budget: 1 });\n`,
    "budget-1": `${drive}drive(work, { args: [3], budget: 1 });\n`,
  };
  for (const [name, text] of Object.entries(scripts)) writeFileSync(join(root, `${name}.mjs`), text);
});

/** The lines on which stepping stops, from the next breakpoint to the function's end; one for each stay on a line. */
async function linesOfSteps(session: DebugSession): Promise<number[]> {
  const lines: number[] = [];
  let paused: Paused | undefined = await session.resume();
  for (let i = 0; i < 200 && paused?.isInside; i++) {
    if (paused.line !== undefined && paused.line !== lines.at(-1)) lines.push(paused.line);
    paused = await session.stepOver();
  }
  return lines;
}

async function debug<T>(script: string, use: (session: DebugSession) => Promise<T>, lookup?: Lookup): Promise<T> {
  const file = script === "plain" ? "original.mjs" : script.startsWith("in-generators") ? "generators.mjs" : "work.mjs";
  const session = await DebugSession.start(join(root, `${script}.mjs`), join(root, file), maps[file] as object, lookup);
  try {
    return await use(session);
  } finally {
    session.close();
  }
}

/** The line, from 1, that starts with `text`. */
function lineOf(text: string): number {
  return source.split("\n").findIndex((line) => line.trimStart().startsWith(text)) + 1;
}

// A session waits for its debuggee most of the time: they go on side by side.
test.concurrent("stepping over stops at the original's statements in their order, across preemptions", async () => {
  const step = async (session: DebugSession) => {
    await session.breakAt(lineOf("let sum = 0"));
    return linesOfSteps(session);
  };
  const [plain, generators, singly, seen] = await Promise.all([
    debug("plain", step),
    debug("in-generators", step),
    debug("in-generators-1", step, "file"),
    debug("budget-0", step),
  ]);
  expect(plain).toEqual([4, 5, 6, 7, 8, 5, 6, 7, 10, 5, 6, 7, 8, 5, 13, 14, 15, 14, 15, 14, 18, 20, 22]);
  expect(generators).toEqual(plain);
  expect(singly).toEqual(plain);
  // A plain body returns when it is preempted, and is called again: its head and its end are seen in between.
  let at = 0;
  for (const line of seen) if (line === plain[at]) at++;
  expect([at, seen]).toEqual([plain.length, expect.anything()]);
});

test.concurrent("a breakpoint stops the suspended and resumed frame each time round, with the values of its variables", async () => {
  const visit = async (session: DebugSession) => {
    await session.breakAt(8);
    const seen: unknown[] = [];
    for (let paused = await session.resume(); paused?.isInside; paused = await session.resume()) {
      seen.push([
        paused.line,
        await paused.evaluate("sum"),
        await paused.evaluate("i"),
        await paused.evaluate("square"),
      ]);
    }
    return seen;
  };
  const expected = [
    [8, 0, 0, 0],
    [8, -2, 2, 4],
  ];
  expect(await debug("budget-0", visit)).toEqual(expected);
  // The original body, which an un-annotated caller runs, has the same breakpoint.
  expect(await debug("unannotated-caller", visit)).toEqual(expected);
});

test.concurrent("a step over a call that is preempted many times ends on the next statement of the caller", async () => {
  const step = async (session: DebugSession) => {
    await session.breakAt(lineOf("const first"));
    return linesOfSteps(session);
  };
  const [plain, generators, seen] = await Promise.all(
    ["plain", "in-generators", "budget-0"].map((s) => debug(s, step)),
  );
  const outer = [lineOf("const first"), lineOf("const second"), lineOf("return first")];
  expect(plain).toEqual(outer);
  expect(generators).toEqual(outer);
  // A plain body returns when it is preempted: what is stepped over goes on before it, and may be seen.
  const own = (seen ?? []).filter((line) => outer.includes(line));
  expect(own.filter((line, i) => line !== own[i - 1])).toEqual(outer);
});
