/**
 * esbuild: the tests of scripts/end-to-end-tests.js, each built as it says and put into one file; and each test of
 * scripts/decorator-tests.ts, its decorators lowered.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";
import { textOf } from "../files.ts";
import type { Candidate, Kind } from "../program.ts";

export const esbuild: Kind = {
  about: "esbuild: scripts/end-to-end-tests.js and scripts/decorator-tests.ts",
  collect: (root, work) => [
    ...buildsIn("scripts/end-to-end-tests.js", textOf(root, "scripts/end-to-end-tests.js"), work),
    ...decoratorsIn("scripts/decorator-tests.ts", textOf(root, "scripts/decorator-tests.ts"), work),
  ],
};

const require = createRequire(new URL("../../../packages/transformer/package.json", import.meta.url));
const binary = createRequire(require.resolve("esbuild/package.json")).resolve(
  process.platform === "win32"
    ? `@esbuild/win32-${process.arch}/esbuild.exe`
    : `@esbuild/${process.platform}-${process.arch}/bin/esbuild`,
);

/** Calls of `test(args, files, options)` whose arguments and files stand there as they are. */
function buildsIn(path: string, text: string, work: string): Candidate[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  const found: Candidate[] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node) || node.expression.getText() !== "test") return;
    const [args, files, options] = node.arguments;
    const words = args === undefined ? undefined : wordsOf(args);
    const texts = files === undefined ? undefined : textsOf(files);
    if (words === undefined || texts === undefined) return;
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    const isAsync = options !== undefined && /\basync: true\b/.test(options.getText());
    const folder = join(work, `build-${line + 1}`);
    found.push({
      name: `${path}:${line + 1}`,
      form: "commonjs",
      hosts: ["require"],
      load: () => {
        const code = build(folder, words, texts);
        return code !== undefined && isAsync ? `${code}\nmodule.exports.async();` : code;
      },
    });
  };
  visit(file);
  return found;
}

/** The words of `[...]` or `[...].concat(...)`: what is added in loops is left out. */
function wordsOf(node: ts.Expression): string[] | undefined {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    return node.expression.name.text === "concat" ? wordsOf(node.expression.expression) : undefined;
  }
  if (!ts.isArrayLiteralExpression(node)) return undefined;
  const words = node.elements.filter(ts.isStringLiteralLike);
  return words.length === node.elements.length ? words.map((word) => word.text) : undefined;
}

function textsOf(node: ts.Expression): Map<string, string> | undefined {
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const texts = new Map<string, string>();
  for (const property of node.properties) {
    if (!ts.isPropertyAssignment(property) || !ts.isStringLiteralLike(property.initializer)) return undefined;
    if (!ts.isStringLiteralLike(property.name) && !ts.isIdentifier(property.name)) return undefined;
    texts.set(property.name.text, property.initializer.text);
  }
  return texts;
}

/** The test's own build, and then everything that node.js needs in one file. */
function build(folder: string, words: readonly string[], texts: ReadonlyMap<string, string>): string | undefined {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, text] of texts) {
    const path = resolve(folder, name);
    if (relative(folder, path).startsWith("..")) return undefined;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const hasFormat = words.some((word) => word.startsWith("--format"));
  const run = (...args: string[]) =>
    spawnSync(binary, [...args, "--log-level=silent"], { cwd: folder, timeout: 20_000 }).status === 0;
  const all = "program.cjs";
  const built = run(...words, ...(hasFormat ? [] : ["--format=cjs"]));
  // As Node has it, only requires of the language's own modules remain.
  const isOne =
    built && run("node.js", "--bundle", "--format=cjs", "--platform=node", "--target=esnext", `--outfile=${all}`);
  const code = isOne ? readFileSync(join(folder, all), "utf8") : undefined;
  rmSync(folder, { recursive: true, force: true });
  return code;
}

/** Each property of `const tests = {...}` with the rest of the file. */
function decoratorsIn(path: string, text: string, work: string): Candidate[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TS);
  const tests = file.statements
    .flatMap((s) => (ts.isVariableStatement(s) ? s.declarationList.declarations : []))
    .find(({ name }) => name.getText() === "tests")?.initializer;
  if (tests === undefined || !ts.isObjectLiteralExpression(tests)) return [];
  return tests.properties.map((property, i) => ({
    name: `${path} ${property.name?.getText().slice(1, -1)}`,
    form: "script",
    hosts: ["require"],
    load: () => {
      const one = `${text.slice(0, tests.getStart() + 1)}${property.getText()}${text.slice(tests.end - 1)}`;
      const from = join(work, `decorators-${i}.ts`);
      writeFileSync(from, one);
      const args = [from, "--target=es2022", "--log-level=silent"];
      const { status, stdout } = spawnSync(binary, args, { encoding: "utf8", maxBuffer: 2 ** 26, timeout: 20_000 });
      rmSync(from);
      return status === 0 ? stdout : undefined;
    },
  }));
}
