/** What libraries' own tools do to their sources before a test: TypeScript and modules become CommonJS. */
import { existsSync, statSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";

export function compileToCommonJs(file: string, text: string): string {
  const compilerOptions: ts.CompilerOptions = {
    module: ts.ModuleKind.CommonJS,
    target: ts.ScriptTarget.ES2023,
    esModuleInterop: true,
    // Fields that only declare a type have no meaning at run time.
    useDefineForClassFields: false,
    allowJs: true,
    ignoreDeprecations: "6.0",
  };
  const { outputText } = ts.transpileModule(text, { compilerOptions, fileName: file });
  // As Babel does: a file that imports and writes to `exports` itself is no module to those that import it.
  return /^export\b/m.test(text) ? outputText : outputText.replace(esModuleMark, "");
}

const esModuleMark = 'Object.defineProperty(exports, "__esModule", { value: true });';

/** @returns the address of the file that a relative specifier means: without an extension, or with that of the compiled file */
export function sourceOf(specifier: string, parentUrl: string): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  const path = join(dirname(fileURLToPath(parentUrl)), specifier);
  const stem = extname(path) === ".js" ? path.slice(0, -".js".length) : path;
  const found = [path, `${path}.js`, `${stem}.ts`, join(path, "index.js"), join(path, "index.ts")].find(isFile);
  return found === undefined ? undefined : pathToFileURL(found).href;
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();
