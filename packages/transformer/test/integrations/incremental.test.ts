/** What a file becomes depends on that file alone, so that watching and incremental builds may emit it by itself. */
import ts from "typescript";
import { expect, test } from "vitest";
import preempt, { transform } from "../../src/index.ts";

const sources = new Map([
  [
    "/a.ts",
    'import { count } from "./b.js";\n/** @preempt */ export function twice(n: number): number { return count(n) + count(n); }\n',
  ],
  [
    "/b.ts",
    "/** @preempt */ export function count(n: number): number { let s = 0; for (let i = 0; i < n; i++) s += i; return s; }\n",
  ],
  ["/c.ts", "export const plain = (n: number): number => n + 1;\n"],
]);

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  noLib: true,
  types: [],
  sourceMap: true,
};

function hostOf(files: ReadonlyMap<string, string>): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  return {
    ...host,
    getCurrentDirectory: () => "/",
    fileExists: (name) => files.has(name),
    readFile: (name) => files.get(name),
    // A version for each text, which incremental programs ask for.
    getSourceFile: (name, target) => {
      const text = files.get(name);
      if (text === undefined) return undefined;
      return Object.assign(ts.createSourceFile(name, text, target, true), {
        version: ts.sys.createHash?.(text) ?? text,
      });
    },
  };
}

/** Emits `only`, or everything; the name and text of each file that was written, in that order. */
function emit(program: ts.Program, only?: string): Map<string, string> {
  const written = new Map<string, string>();
  const target = only === undefined ? undefined : program.getSourceFile(only);
  const write: ts.WriteFileCallback = (name, text) => written.set(name, text);
  program.emit(target, write, undefined, false, { before: [preempt(program)] });
  return written;
}

const program = (files: ReadonlyMap<string, string>) => ts.createProgram([...files.keys()], options, hostOf(files));

test("a file emitted by itself is what it is in the whole program, and no other file is written", () => {
  const whole = emit(program(sources));
  expect([...whole.keys()].toSorted()).toEqual(["/a.js", "/a.js.map", "/b.js", "/b.js.map", "/c.js", "/c.js.map"]);
  for (const name of ["a", "b", "c"]) {
    const alone = emit(program(sources), `/${name}.ts`);
    expect([...alone]).toEqual([...whole].filter(([file]) => file.startsWith(`/${name}.`)));
  }
  expect(whole.get("/b.js")).toContain("function count$resumable(");
});

test("emitting a file twice, in any order, gives the same text", () => {
  const one = program(sources);
  const first = emit(one, "/a.ts");
  emit(one, "/b.ts");
  expect([...emit(one, "/a.ts")]).toEqual([...first]);
});

test("annotating a function of another file does not change a file's output", () => {
  const bare = new Map(sources).set("/b.ts", (sources.get("/b.ts") as string).replace("/** @preempt */ ", ""));
  expect([...emit(program(bare), "/a.ts")]).toEqual([...emit(program(sources), "/a.ts")]);
});

test("an incremental program writes again what it would without the plugin", () => {
  const build = (factor: number, usesPlugin: boolean, old?: ts.EmitAndSemanticDiagnosticsBuilderProgram) => {
    // The body of a function changes, not its type.
    const files = new Map(sources).set(
      "/b.ts",
      (sources.get("/b.ts") as string).replace("s += i", `s += i * ${factor}`),
    );
    const builder = ts.createEmitAndSemanticDiagnosticsBuilderProgram([...files.keys()], options, hostOf(files), old);
    const written: string[] = [];
    const before = usesPlugin ? [preempt(builder.getProgram())] : [];
    builder.emit(undefined, (name) => written.push(name), undefined, false, { before });
    return { builder, written: written.filter((name) => name.endsWith(".js")) };
  };
  const history = (usesPlugin: boolean) => {
    const first = build(1, usesPlugin);
    const second = build(2, usesPlugin, first.builder);
    const third = build(3, usesPlugin, second.builder);
    const same = build(3, usesPlugin, third.builder);
    return [first, second, third, same].map(({ written }) => written);
  };
  expect(history(true)).toEqual(history(false));
  expect(history(true).slice(-2)).toEqual([["/b.js"], []]);
});

test("transform gives the same output each time, whatever came between", () => {
  for (const [fileName, code] of sources) {
    const first = transform(code, { fileName });
    transform("/** @preempt */ function count$resumable() { for (;;) count$resumable(); }", { fileName: "other.ts" });
    expect(transform(code, { fileName })).toEqual(first);
  }
});
