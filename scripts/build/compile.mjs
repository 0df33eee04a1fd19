/**
 * Compiles the package in a folder into its dist/ with TypeScript, a file a file, and prints which files it wrote:
 * `node compile.mjs FOLDER`.
 *
 * The private packages that it uses are compiled into `dist/inlined/`: see inline.mjs.
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { inlining } from "./inline.mjs";
import { privatePackages } from "./private-packages.mjs";

/** @typedef {import("typescript").CompilerOptions} CompilerOptions */
/** @typedef {import("typescript").Program} Program */
/** @typedef {import("typescript").SourceFile} SourceFile */

const folder = resolve(process.argv[2] ?? ".");
/** @type {typeof import("typescript")} */
const ts = createRequire(join(folder, "package.json"))("typescript");

const { options, fileNames } = settings("tsconfig.build.json");
/** @type {Map<string, SourceFile | undefined>} Those of the language: read once */
const libraries = new Map();

/** @type {Map<string, import("./inline.mjs").Inlined>} */
const inlined = new Map();
for (const { name, folder: source } of privatePackages(folder)) {
  const outDir = join(folder, "dist/inlined", basename(source));
  const index = join(outDir, "index.js");
  emit([join(source, "src/index.ts")], { ...options, rootDir: join(source, "src"), outDir });
  inlined.set(name, { index, values: await import(pathToFileURL(index).href) });
}
const paths = Object.fromEntries([...inlined].map(([name, { index }]) => [name, [index.replace(/js$/, "d.ts")]]));
emit(fileNames, { ...options, paths }, (program) => inlining(ts, program, inlined));
// What runs in pages sees the browser's types, and not Node's.
if (existsSync(join(folder, "tsconfig.page.json"))) {
  const page = settings("tsconfig.page.json");
  emit(page.fileNames, page.options);
}

/** @param {string} name */
function settings(name) {
  const file = join(folder, name);
  const { config, error } = ts.readConfigFile(file, ts.sys.readFile);
  if (error) fail([error]);
  const parsed = ts.parseJsonConfigFileContent(config, ts.sys, folder, undefined, file);
  if (parsed.errors.length > 0) fail(parsed.errors);
  return parsed;
}

/**
 * @param {readonly string[]} files
 * @param {CompilerOptions} options
 * @param {(program: Program) => import("typescript").CustomTransformers} [transformers]
 */
function emit(files, options, transformers) {
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) => {
    if (!basename(name).startsWith("lib.")) return getSourceFile(name, ...rest);
    if (!libraries.has(name)) libraries.set(name, getSourceFile(name, ...rest));
    return libraries.get(name);
  };
  const program = ts.createProgram(files, options, host);
  const write = (/** @type {string} */ file, /** @type {string} */ text) => {
    ts.sys.writeFile(file, text);
    console.log(resolve(file));
  };
  const found = ts.getPreEmitDiagnostics(program);
  if (found.length > 0) fail(found);
  const { diagnostics } = program.emit(undefined, write, undefined, false, transformers?.(program));
  if (diagnostics.length > 0) fail(diagnostics);
}

/**
 * @param {readonly import("typescript").Diagnostic[]} diagnostics
 * @returns {never}
 */
function fail(diagnostics) {
  const host = {
    getCurrentDirectory: () => folder,
    getCanonicalFileName: (/** @type {string} */ name) => name,
    getNewLine: () => "\n",
  };
  console.error(ts.formatDiagnosticsWithColorAndContext(diagnostics, host));
  process.exit(1);
}
