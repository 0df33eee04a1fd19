/**
 * The program for `propagate`: the files in which it starts, and whatever of the project their imports lead to. It has no declarations of
 * packages, and of the language's library nothing about browsers: calls into packages are not followed, and what cannot be
 * told without their types is left as it is. So it costs what the entries reach, and not what the project, or its node_modules, hold.
 */
import * as ts from "typescript";
import { isOfPackage } from "./packages.ts";
import type { TsConfigs } from "./tsconfig.ts";

/** What says which types come out of arrays, maps, promises and iterators. The rest would take as long again to read. */
const library = [
  ...[
    "es5",
    "es2015.core",
    "es2015.collection",
    "es2015.iterable",
    "es2015.generator",
    "es2015.promise",
    "es2015.symbol",
  ],
  ...["es2015.symbol.wellknown", "es2017.object", "es2018.asynciterable", "es2018.asyncgenerator", "es2019.array"],
];

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  jsx: ts.JsxEmit.Preserve,
  lib: library.map((part) => `lib.${part}.d.ts`),
  types: [],
  allowJs: true,
  allowImportingTsExtensions: true,
  noEmit: true,
};

/** The language's, which are the same for all programs. */
const libraries = new Map<string, ts.SourceFile>();

export function reachedProgram(
  rootNames: readonly string[],
  configs: TsConfigs,
  system: ts.System,
  isPreempts: (fileName: string) => boolean,
  old: ts.Program | undefined,
): ts.Program {
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, directoryExists, getDirectories, realpath } = system;
  const cache = ts.createModuleResolutionCache(system.getCurrentDirectory(), (name) => name);
  const resolve = (specifier: string, importer: string): ts.ResolvedModuleFull | undefined => {
    const own = configs.of(importer)?.options ?? {};
    const { baseUrl, paths, pathsBasePath, customConditions } = own;
    const given = Object.entries({ baseUrl, paths, pathsBasePath, customConditions }).filter(([, value]) => value);
    const asked = { ...options, ...Object.fromEntries(given) };
    const found = ts.resolveModuleName(specifier, importer, asked, system, paths ? undefined : cache).resolvedModule;
    const isOwn = found !== undefined && !isOfPackage(found.resolvedFileName) && !isPreempts(found.resolvedFileName);
    return isOwn ? found : undefined;
  };
  return ts.createProgram({
    rootNames,
    options,
    ...(old && { oldProgram: old }),
    host: {
      ...host,
      fileExists,
      readFile,
      directoryExists,
      getDirectories,
      ...(realpath && { realpath }),
      getSourceFile(fileName, version) {
        const isLibrary = /[\\/]typescript[\\/]lib[\\/]lib\.[^\\/]*$/.test(fileName);
        const known = isLibrary ? libraries.get(fileName) : undefined;
        if (known !== undefined) return known;
        const text = (isLibrary ? ts.sys : system).readFile(fileName);
        const { ParseNone, ParseForTypeInfo } = ts.JSDocParsingMode;
        const reading = typeof version === "object" ? version : { languageVersion: version };
        const how = { ...reading, jsDocParsingMode: isLibrary ? ParseNone : ParseForTypeInfo };
        const made = text === undefined ? undefined : ts.createSourceFile(fileName, text, how);
        if (made !== undefined && isLibrary) libraries.set(fileName, made);
        return made;
      },
      resolveModuleNameLiterals: (literals, importer) =>
        literals.map(({ text }) => ({ resolvedModule: resolve(text, importer) })),
    },
  });
}
