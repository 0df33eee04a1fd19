/**
 * What imports lead to, for integrations that see one file at a time: whether a function of another file is so short that calls of
 * it stay plain. With a program, the checker tells more (targets-by-type.ts).
 *
 * A wrong answer costs coverage, never correctness: a call that stays plain runs the function as it was written.
 *
 * It is long because one search follows a name through declarations, exports, re-exports and imports.
 */
import * as ts from "typescript";
import { functionLiteral } from "../1-resolve/target.ts";
import { noPassing, type Passing } from "../2-find/passing.ts";
import type { FileProfile } from "../2-find/profiled.ts";
import type { Exclusivity } from "../4-plan/shared-state/exclusive-unit.ts";
import { Asked, Reads } from "../project/reads.ts";
import { memo } from "../shared/memo.ts";
import { isAsync, isGenerator, isPreemptable } from "../syntax/nodes.ts";
import { unlessTooDeep } from "../syntax/too-deep.ts";
import { type Inspection, inspectFile } from "./inspect.ts";

/** A file that an import leads to. */
export interface ImportedFile {
  /** Its absolute name. */
  readonly fileName: string;
  /** Its text. */
  readonly code: string;
}

/** What `specifier` leads to in the file `importer`; undefined if that is not known. */
export type ReadImport = (specifier: string, importer: string) => ImportedFile | undefined;

/** What options and other files say of a file that is imported. */
export interface AboutFiles {
  /** Whether all of its functions are made preemptable. */
  isWhole(fileName: string): boolean;
  /** Whether one job at a time may be in it. */
  exclusivityOf(fileName: string): Exclusivity;
  /** The names by which it exports functions that are preemptable because others pass them on. */
  passedIn(fileName: string): readonly string[];
  /** What recorded runs say of it. */
  profileOf(fileName: string): FileProfile | undefined;
  /** Preemptable accessors of other files, and whether one of these has a preemptable `toJSON`. */
  membersOf(fileName: string): Pick<Passing, "accessors" | "toJSON">;
}

const nothingKnown: AboutFiles = {
  isWhole: () => false,
  exclusivityOf: () => undefined,
  passedIn: () => [],
  profileOf: () => undefined,
  membersOf: () => noPassing,
};

export class ImportedFiles {
  readonly #read: ReadImport;
  readonly #modules = new Map<string, Module>();
  readonly about: AboutFiles;
  readonly reads: Reads;

  constructor(read: ReadImport, about: Partial<AboutFiles> = {}, reads: Reads = new Reads(false)) {
    this.#read = read;
    this.about = { ...nothingKnown, ...about };
    this.reads = reads;
  }

  /** Whether `declaration`, an import of `importer`, is a function without a preemption point. */
  isShort(declaration: ts.ImportSpecifier | ts.ImportClause, importer: string): boolean {
    const imported = ts.isImportClause(declaration) ? "default" : (declaration.propertyName ?? declaration.name).text;
    const clause = ts.isImportClause(declaration) ? declaration : declaration.parent.parent;
    return this.exportsShort((clause.parent as ts.ImportDeclaration).moduleSpecifier, importer, imported);
  }

  /** Whether it is a generator function. */
  isGenerator(declaration: ts.ImportSpecifier | ts.ImportClause, importer: string): boolean {
    const imported = ts.isImportClause(declaration) ? "default" : (declaration.propertyName ?? declaration.name).text;
    const clause = ts.isImportClause(declaration) ? declaration : declaration.parent.parent;
    return this.exportsGenerator((clause.parent as ts.ImportDeclaration).moduleSpecifier, importer, imported);
  }

  /** Whether what `specifier` leads to exports such a function as `name`. */
  exportsGenerator(specifier: ts.Expression, importer: string, name: string): boolean {
    const file = ts.isStringLiteral(specifier) ? this.#read(specifier.text, importer) : undefined;
    return file !== undefined && this.#module(file).exportsGenerator(name);
  }

  /** Whether it is a function with preemption points that nobody makes preemptable. */
  isLeftPlain(declaration: ts.ImportSpecifier | ts.ImportClause, importer: string): boolean {
    const imported = ts.isImportClause(declaration) ? "default" : (declaration.propertyName ?? declaration.name).text;
    const clause = ts.isImportClause(declaration) ? declaration : declaration.parent.parent;
    const { moduleSpecifier } = clause.parent as ts.ImportDeclaration;
    const file = ts.isStringLiteral(moduleSpecifier) ? this.#read(moduleSpecifier.text, importer) : undefined;
    if (file === undefined || this.about.isWhole(file.fileName)) return false;
    return !this.about.passedIn(file.fileName).includes(imported) && this.#module(file).exportsPlain(imported);
  }

  /** Whether what `specifier` leads to exports such a function as `name`. */
  exportsShort(specifier: ts.Expression, importer: string, name: string): boolean {
    const file = ts.isStringLiteral(specifier) ? this.#read(specifier.text, importer) : undefined;
    return file !== undefined && this.#module(file).exportsShort(name);
  }

  #module(file: ImportedFile): Module {
    const known = this.#modules.get(file.fileName);
    if (known?.code === file.code) return known;
    const made = new Module(file, this);
    this.#modules.set(file.fileName, made);
    return made;
  }
}

class Module {
  readonly code: string;
  readonly #fileName: string;
  readonly #files: ImportedFiles;
  readonly #answers = new Map<string, boolean>();
  /** What the answers rest on: whoever gets one that is known has asked the same. */
  readonly #asked = new Asked();
  #isLooking = false;
  #looked: { readonly sourceFile: ts.SourceFile; readonly result: Inspection["result"] } | undefined;

  constructor({ fileName, code }: ImportedFile, files: ImportedFiles) {
    this.#fileName = fileName;
    this.code = code;
    this.#files = files;
  }

  exportsShort(name: string): boolean {
    // Files that import each other: until it is known, no.
    if (this.#isLooking) return false;
    return this.#files.reads.within(this.#asked, () =>
      memo(this.#answers, name, () => {
        this.#answers.set(name, false);
        // What is wrong with that file is told where it is transformed.
        return unlessTooDeep(() => this.#inspect().sourceFile.statements.some((s) => this.#exports(s, name)), false);
      }),
    );
  }

  /** Whether a function that the file itself exports as `name` has points, and is neither annotated nor marked as never preemptable. */
  exportsPlain(name: string): boolean {
    if (this.#isLooking) return false;
    return this.#files.reads.within(this.#asked, () =>
      unlessTooDeep(() => this.#inspect().sourceFile.statements.some((s) => this.#isPlainExport(s, name)), false),
    );
  }

  /** Whether a generator function is exported as `name`, by this file or by one whose exports it hands on. */
  exportsGenerator(name: string): boolean {
    if (this.#isLooking) return false;
    return this.#files.reads.within(this.#asked, () =>
      unlessTooDeep(() => {
        const { statements } = this.#inspect().sourceFile;
        this.#isLooking = true;
        try {
          return statements.some((s) => this.#exportsGenerator(s, name));
        } finally {
          this.#isLooking = false;
        }
      }, false),
    );
  }

  #exportsGenerator(statement: ts.Statement, name: string): boolean {
    if (ts.isFunctionDeclaration(statement)) {
      const flags = ts.getCombinedModifierFlags(statement);
      const exported = (flags & ts.ModifierFlags.Default) !== 0 ? "default" : statement.name?.text;
      return (flags & ts.ModifierFlags.Export) !== 0 && exported === name && isSyncGenerator(statement);
    }
    if (!ts.isExportDeclaration(statement)) return false;
    const { exportClause, moduleSpecifier } = statement;
    if (exportClause === undefined)
      return moduleSpecifier !== undefined && this.#files.exportsGenerator(moduleSpecifier, this.#fileName, name);
    if (!ts.isNamedExports(exportClause)) return false;
    const element = exportClause.elements.find((e) => e.name.text === name);
    if (element === undefined) return false;
    const local = (element.propertyName ?? element.name).text;
    if (moduleSpecifier !== undefined) return this.#files.exportsGenerator(moduleSpecifier, this.#fileName, local);
    const { statements } = this.#inspect().sourceFile;
    return statements.some((s) => ts.isFunctionDeclaration(s) && s.name?.text === local && isSyncGenerator(s));
  }

  #isPlainExport(statement: ts.Statement, name: string): boolean {
    const flags = ts.canHaveModifiers(statement)
      ? ts.getCombinedModifierFlags(statement as unknown as ts.Declaration)
      : 0;
    if ((flags & ts.ModifierFlags.Export) === 0) return false;
    const isDefault = (flags & ts.ModifierFlags.Default) !== 0;
    if (ts.isFunctionDeclaration(statement)) {
      return (isDefault ? "default" : statement.name?.text) === name && this.#isPlain(statement);
    }
    if (!ts.isVariableStatement(statement)) return false;
    return statement.declarationList.declarations.some((d) => {
      const value = ts.isIdentifier(d.name) && d.name.text === name ? functionLiteral(d.initializer) : undefined;
      return value !== undefined && this.#isPlain(value);
    });
  }

  #isPlain(f: ts.Node): boolean {
    const { result } = this.#inspect();
    if (result === undefined || !isPreemptable(f)) return false;
    return result.checked.kept.get(f)?.why === "all" && !result.bounded.has(f);
  }

  #inspect(): { readonly sourceFile: ts.SourceFile; readonly result: Inspection["result"] } {
    if (this.#looked !== undefined) return this.#looked;
    const sourceFile = ts.createSourceFile(this.#fileName, this.code, ts.ScriptTarget.ESNext, true);
    const imports = this.#files;
    const { about } = imports;
    const how = {
      functions: "all",
      script: false,
      imports,
      exclusivity: about.exclusivityOf(this.#fileName),
      passing: { ...noPassing, ...about.membersOf(this.#fileName) },
      profile: about.profileOf(this.#fileName),
    } as const;
    this.#isLooking = true;
    try {
      this.#looked = { sourceFile, result: inspectFile(sourceFile, {}, how).result };
    } finally {
      this.#isLooking = false;
    }
    return this.#looked;
  }

  /** Whether the statement exports a short function as `name`. */
  #exports(statement: ts.Statement, name: string): boolean {
    if (ts.isExportDeclaration(statement)) return this.#reexports(statement, name);
    if (ts.isExportAssignment(statement)) return name === "default" && this.#isShortValue(statement.expression);
    const flags = ts.canHaveModifiers(statement)
      ? ts.getCombinedModifierFlags(statement as unknown as ts.Declaration)
      : 0;
    if ((flags & ts.ModifierFlags.Export) === 0) return false;
    if (ts.isFunctionDeclaration(statement)) {
      const exported = (flags & ts.ModifierFlags.Default) === 0 ? statement.name?.text : "default";
      if (exported !== name) return false;
      return statement.name === undefined ? this.#hasNoPoint(statement) : this.#isShort(statement);
    }
    return ts.isVariableStatement(statement) && this.#declares(statement, name);
  }

  #reexports({ moduleSpecifier, exportClause }: ts.ExportDeclaration, name: string): boolean {
    if (exportClause === undefined)
      return moduleSpecifier !== undefined && this.#files.exportsShort(moduleSpecifier, this.#fileName, name);
    if (!ts.isNamedExports(exportClause)) return false;
    const element = exportClause.elements.find((e) => e.name.text === name);
    if (element === undefined) return false;
    const local = (element.propertyName ?? element.name).text;
    return moduleSpecifier === undefined
      ? this.#isShortName(local)
      : this.#files.exportsShort(moduleSpecifier, this.#fileName, local);
  }

  #isShortValue(value: ts.Expression): boolean {
    if (ts.isIdentifier(value)) return this.#isShortName(value.text);
    const literal = functionLiteral(value);
    return literal !== undefined && this.#hasNoPoint(literal);
  }

  /** Whether the file's own `name` is a short function, or an import that is one. */
  #isShortName(name: string): boolean {
    return this.#inspect().sourceFile.statements.some((s) => {
      if (ts.isFunctionDeclaration(s)) return s.name?.text === name && this.#isShort(s);
      if (ts.isVariableStatement(s)) return this.#declares(s, name);
      const clause = ts.isImportDeclaration(s) ? s.importClause : undefined;
      if (clause?.name?.text === name) return this.#files.isShort(clause, this.#fileName);
      const named =
        clause?.namedBindings && ts.isNamedImports(clause.namedBindings) ? clause.namedBindings.elements : [];
      const element = named.find((e) => e.name.text === name);
      return element !== undefined && this.#files.isShort(element, this.#fileName);
    });
  }

  #declares(statement: ts.VariableStatement, name: string): boolean {
    return statement.declarationList.declarations.some(
      (d) => ts.isIdentifier(d.name) && d.name.text === name && this.#isShort(d),
    );
  }

  #isShort(declaration: ts.FunctionDeclaration | ts.VariableDeclaration): boolean {
    const binding = this.#inspect().result?.checked.scopes.declaredBy(declaration);
    if (binding === undefined || binding.assigned || binding.declarations.length !== 1) return false;
    const value = ts.isFunctionDeclaration(declaration) ? declaration : functionLiteral(declaration.initializer);
    return value !== undefined && this.#hasNoPoint(value);
  }

  #hasNoPoint(f: ts.Node): boolean {
    const { result } = this.#inspect();
    if (result === undefined || !isPreemptable(f)) return false;
    // It may have to wait until another job has left the exclusive unit.
    if (result.exclusive?.asking.has(f)) return false;
    return result.bounded.has(f) || !(result.checked.kept.has(f) || result.checked.refused.has(f));
  }
}

function isSyncGenerator(f: ts.FunctionDeclaration): boolean {
  return isGenerator(f) && !isAsync(f);
}

const extensions = [".ts", ".tsx", ".mts", ".js", ".jsx", ".mjs"];

/** Reads what a relative specifier leads to on disk. `import "./a.js"` may mean a.ts. */
export function readRelative(
  specifier: string,
  importer: string,
  system: ts.System = ts.sys,
): ImportedFile | undefined {
  if (!/^\.\.?\//.test(specifier)) return undefined;
  const folder = importer.slice(0, Math.max(importer.lastIndexOf("/"), importer.lastIndexOf("\\")) + 1);
  const path = system.resolvePath(`${folder}${specifier}`);
  const stem = path.replace(/\.([cm]?)js(x?)$/, ".$1ts$2");
  const candidates = [path, stem, ...extensions.map((e) => path + e), ...extensions.map((e) => `${path}/index${e}`)];
  const fileName = candidates.find((name) => extensions.some((e) => name.endsWith(e)) && system.fileExists(name));
  const code = fileName === undefined ? undefined : system.readFile(fileName);
  return fileName === undefined || code === undefined ? undefined : { fileName, code };
}
