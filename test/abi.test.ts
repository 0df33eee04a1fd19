/**
 * What emitted code and the runtime must agree on stands in packages/abi, and nowhere else. Each number is changed there, and both
 * sides have to follow: the emitted code, and the runtime that runs it.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as abi from "@preempt/abi";
import ts from "typescript";
import { afterEach, describe, expect, test, vi } from "vitest";
import { publicFolders } from "../scripts/api/entry-points.mjs";
import { readSources } from "../scripts/import-directions.mjs";

afterEach(() => {
  vi.doUnmock("@preempt/abi");
  vi.resetModules();
});

/** Both sides, loaded with other values in the abi. */
async function sidesWith(changed: Partial<Record<keyof typeof abi, unknown>>) {
  vi.resetModules();
  vi.doMock("@preempt/abi", async (original) => ({ ...(await original<typeof abi>()), ...changed }));
  const { load, transformProgram } = await import("../packages/transformer/test/kit/harness.ts");
  const runtime = await import("@preempt/runtime/abi");
  const protocol = await import("../packages/runtime/src/protocol/protocol.ts");
  const emit = (code: string) => transformProgram({ code, extension: "js" }).code;
  const mainOf = (code: string) => load({ code, extension: "js" }, emit(code)).main;
  return { ...protocol, runtime, emit, mainOf };
}

function* generator() {}

describe("changed in the abi, changed on both sides:", () => {
  const recursion = "/** @preempt */ function main(n) { return n === 0 ? 0 : 1 + main(n - 1); }";

  test("depthLimit", async () => {
    const { emit, runtime } = await sidesWith({ depthLimit: 50 });
    expect(emit(recursion)).toContain("$depth > 50");
    const isDeep = (depth: number) => {
      runtime.run(generator(), depth);
      const { isDeep } = runtime.state;
      Object.assign(runtime.state, { isDeep: false, captured: undefined });
      return isDeep;
    };
    const most = 50 - abi.generatorWeight;
    expect([most, most + 1].map(isDeep)).toEqual([false, true]);
  });

  const names = Array.from({ length: 20 }, (_, i) => `v${i}`);
  const large = `/** @preempt */ function main(n) { let ${names.join(" = n, ")} = n;
    const rest = n === 0 ? 0 : 1 + main(n - 1); for (;;) return rest + 0 * (${names.join(" + ")}); }`;

  // The runtime puts frames for functions that left none where a body is deeper than the one that called it makes it.
  test.for([
    ["variableShift", 1],
    ["variableShift", 2],
    ["variableShift", 9],
    ["bodyWeight", 2],
    ["bodyWeight", 9],
  ] as const)("%s = %i", async ([name, value]) => {
    const { activate, emit, mainOf, resume } = await sidesWith({ [name]: value });
    const variables = 20 + 2;
    const weight = name === "bodyWeight" ? value : abi.bodyWeight;
    const shift = name === "variableShift" ? value : abi.variableShift;
    expect(emit(large)).toContain(`$depth + ${weight + (variables >> shift)},`);
    const activation = activate(mainOf(large), undefined, [9]);
    expect(resume(activation, 4)).toBe("preempted");
    // Of main(9) to main(4), and of the one that calls main.
    expect(activation.depth).toBe(6 + 1);
  });

  test("roundShift", async () => {
    const { emit } = await sidesWith({ roundShift: 5 });
    const emitted = emit(
      "/** @preempt */ function main(n) { let s = 0; for (let i = 0; i < n; i++) s += i; return s; }",
    );
    expect(emitted).toContain("state.budget << 5");
    expect(emitted).toContain(">> 5");
  });

  test("abiSymbol", async () => {
    const { mainOf } = await sidesWith({ abiSymbol: "another" });
    expect(mainOf(recursion)(9)).toBe(9);
    expect(Symbol.for("another") in globalThis).toBe(true);
  });
});

describe("a frame has its parts where the abi says that they are", () => {
  /** The frame that was saved last, and the one in the place of its value. */
  function taken(frame: abi.Captured | undefined) {
    const list = frame as unknown[];
    const at = (fromEnd: number) => list[list.length - fromEnd];
    return {
      run: list[abi.runAt],
      self: list[abi.selfAt],
      variables: list.slice(abi.variablesAt, -abi.pointFromEnd),
      point: at(abi.pointFromEnd),
      inner: at(abi.valueFromEnd),
      depth: at(abi.depthFromEnd),
    };
  }

  test("as emitted code saves it", async () => {
    const { mainOf, runtime } = await sidesWith({});
    const code =
      "/** @preempt */ function inner(a) { for (;;) if (a) return a; } /** @preempt */ function main(b, c) { let d = b + c; return d + inner(d); }";
    const { state } = runtime;
    state.budget = 0;
    const self = {};
    expect(runtime.held(mainOf(code), 0, "main")(7, self, 1, 2)).toBe(runtime.signal);
    const { captured } = state;
    state.captured = undefined;
    const outer = taken(captured);
    expect(outer).toMatchObject({ run: expect.any(Function), self, point: expect.any(Number), depth: 7 });
    expect(outer.variables).toEqual([1, 2, 3]);
    const inner = taken(outer.inner as abi.Captured);
    expect(inner).toMatchObject({ self: undefined, variables: [3], inner: undefined, depth: 8 });
    expect(captured).toHaveLength(abi.fixedElements + 3);
  });

  test("as the runtime saves it, of a generator", async () => {
    const { runtime } = await sidesWith({});
    const { state } = runtime;
    function* lock(): Generator<object> {
      yield self;
    }
    const self = {};
    const [first, second] = [lock(), lock()];
    expect([runtime.run(first), runtime.run(second)]).toEqual([runtime.signal, runtime.signal]);
    const outer = taken(state.captured);
    state.captured = undefined;
    expect(outer).toMatchObject({ variables: [], depth: self });
    expect(outer.run).toBe(second);
    expect(taken(outer.inner as abi.Captured)).toMatchObject({ run: first, inner: undefined });
  });
});

test("budgets are small integers, also where they count light rounds", () => {
  const isSmall = (value: number) => Number.isInteger(value) && value >= -(2 ** 30) && value < 2 ** 30;
  const counter = 2 ** 28;
  for (const budget of [abi.takenAway - 1, abi.usedUp, abi.largestBudget])
    expect(isSmall(budget * 2 ** abi.roundShift + counter)).toBe(true);
  expect(abi.usedUp >> abi.roundShift).toBe(abi.usedUp);
});

describe("neither side has for itself what stands in the abi:", () => {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const sources = readSources(root).filter(({ file }) => /^packages\/(?:runtime|transformer)\/src\//.test(file));
  /** The numbers and strings of both, with the places where they stand. `2 ** 25` is a number, too. */
  const found = sources.flatMap(({ file, text }) => {
    const values: { value: unknown; place: string }[] = [];
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      values.push({ value: literalOf(node), place: `${file}: ${node.getText(source)}` });
      ts.forEachChild(node, visit);
    };
    visit(source);
    return values.filter(({ value }) => value !== undefined);
  });
  const placesOf = (values: readonly unknown[]) =>
    found.filter((one) => values.includes(one.value)).map((one) => one.place);

  function literalOf(node: ts.Node): unknown {
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isNumericLiteral(node)) return Number(node.text);
    const isPower = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AsteriskAsteriskToken;
    return isPower ? Number(literalOf(node.left)) ** Number(literalOf(node.right)) : undefined;
  }

  test("names", () => {
    const names = Object.values(abi).filter((value) => typeof value === "string");
    expect(names.length).toBeGreaterThan(4);
    expect(placesOf(names)).toEqual([]);
  });

  test("places in a frame", () => {
    const ofFrames = ["protocol/activation.ts", "language/iterate.ts"].map((name) => `packages/runtime/src/${name}`);
    const own = ofFrames.flatMap((file) => {
      const text = sources.find((one) => one.file === file)?.text ?? "no such file: x[0]";
      return [
        ...text.matchAll(
          /\b(?:frame|captured)\b[^\s[]*(?: as unknown\[\]\))?\[\d+\]|\b(?:frame|captured)\.length - \d+/g,
        ),
      ].map(([place]) => `${file}: ${place}`);
    });
    expect(own).toEqual([]);
  });

  test("budgets", () => {
    expect(placesOf([abi.largestBudget, -abi.takenAway])).toEqual([]);
  });
});

test("the version is that of the public packages", () => {
  for (const name of publicFolders) {
    const { version } = JSON.parse(readFileSync(new URL(`../packages/${name}/package.json`, import.meta.url), "utf8"));
    expect(version, name).toBe(abi.version);
  }
});
