/**
 * What becomes of imports of a private package, in the code and the declarations of the package that it is built into:
 *
 *   import { bitOf, depthLimit, type Frame } from "@preempt/abi";      import { bitOf } from "../inlined/abi/index.js";
 *   if (depth > depthLimit) …                                     ⇒    if (depth > 2000) …
 *
 * Numbers and strings become literals: without a bundler an engine reads an import from memory each time.
 */
import { dirname, posix, relative, sep } from "node:path";

/** @typedef {typeof import("typescript")} TypeScript */
/** @typedef {import("typescript").Node} Node */
/** @typedef {import("typescript").SourceFile} SourceFile */
/** @typedef {import("typescript").TransformationContext} Context */

/**
 * @typedef {object} Inlined
 * @property {string} index The compiled module
 * @property {Readonly<Record<string, unknown>>} values What it exports
 */

/**
 * @param {TypeScript} ts
 * @param {import("typescript").Program} program
 * @param {ReadonlyMap<string, Inlined>} packages By their names
 * @returns {import("typescript").CustomTransformers}
 */
export function inlining(ts, program, packages) {
  const checker = program.getTypeChecker();
  const { rootDir = "", outDir = "" } = program.getCompilerOptions();
  return {
    before: [(context) => (file) => (mentionsAny(file) ? inlined(file, context) : file)],
    afterDeclarations: [
      (context) => (file) => (ts.isSourceFile(file) && mentionsAny(file) ? redirectedAll(file, context) : file),
    ],
  };

  /** @param {SourceFile} file */
  function mentionsAny(file) {
    const { text } = /** @type {SourceFile} */ (ts.getOriginalNode(file));
    return [...packages.keys()].some((name) => text.includes(name));
  }

  /**
   * @param {SourceFile} file
   * @param {Context} context
   */
  function inlined(file, context) {
    const { factory: f } = context;
    return ts.visitEachChild(file, visit, context);

    /**
     * @param {Node} node
     * @returns {Node | undefined}
     */
    function visit(node) {
      if (ts.isImportDeclaration(node)) return imported(node);
      if (ts.isExportDeclaration(node)) return redirected(node, file, context);
      if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return node;
      if (ts.isShorthandPropertyAssignment(node)) {
        const value = literal(checker.getShorthandAssignmentValueSymbol(node));
        return value === undefined ? node : f.createPropertyAssignment(node.name, value);
      }
      if (ts.isIdentifier(node)) return literal(checker.getSymbolAtLocation(node)) ?? node;
      return ts.visitEachChild(node, visit, context);
    }

    /** @param {import("typescript").ImportDeclaration} node */
    function imported(node) {
      const names = node.importClause?.namedBindings;
      const found = packageOf(node);
      if (found === undefined || names === undefined || !ts.isNamedImports(names)) return node;
      const kept = names.elements.filter((one) => !one.isTypeOnly && !isLiteral(found.values[importedName(one)]));
      if (kept.length === 0 || node.importClause?.isTypeOnly) return undefined;
      const clause = f.createImportClause(undefined, undefined, f.createNamedImports(kept));
      const { moduleSpecifier } = node;
      return redirected(f.updateImportDeclaration(node, undefined, clause, moduleSpecifier, undefined), file, context);
    }

    /** @param {import("typescript").Symbol | undefined} symbol */
    function literal(symbol) {
      const declared = symbol?.declarations?.[0];
      if (declared === undefined || !ts.isImportSpecifier(declared)) return undefined;
      const value = packageOf(declared.parent.parent.parent)?.values[importedName(declared)];
      if (typeof value === "string") return f.createStringLiteral(value);
      if (typeof value !== "number") return undefined;
      const size = f.createNumericLiteral(Math.abs(value));
      return value < 0 ? f.createPrefixMinus(size) : size;
    }
  }

  /**
   * @param {SourceFile} file
   * @param {Context} context
   */
  function redirectedAll(file, context) {
    /**
     * @param {Node} node
     * @returns {Node}
     */
    const visit = (node) => redirected(ts.visitEachChild(node, visit, context), file, context);
    return ts.visitEachChild(file, visit, context);
  }

  /**
   * What imports from a private package, importing from where that stands in dist/.
   *
   * @param {Node} node
   * @param {SourceFile} file
   * @param {Context} context
   */
  function redirected(node, file, { factory: f }) {
    const found = packageOf(node);
    if (found === undefined) return node;
    const { fileName } = /** @type {SourceFile} */ (ts.getOriginalNode(file));
    const path = posix.relative(slashed(relative(rootDir, dirname(fileName))), slashed(relative(outDir, found.index)));
    const specifier = f.createStringLiteral(path.startsWith(".") ? path : `./${path}`);
    if (ts.isImportDeclaration(node))
      return f.updateImportDeclaration(node, node.modifiers, node.importClause, specifier, node.attributes);
    if (ts.isExportDeclaration(node))
      return f.updateExportDeclaration(
        node,
        node.modifiers,
        node.isTypeOnly,
        node.exportClause,
        specifier,
        node.attributes,
      );
    if (!ts.isImportTypeNode(node)) return node;
    const { attributes, qualifier, typeArguments, isTypeOf } = node;
    const argument = f.createLiteralTypeNode(specifier);
    return f.updateImportTypeNode(node, argument, attributes, qualifier, typeArguments, isTypeOf);
  }

  /** @param {Node} node */
  function packageOf(node) {
    const specifier =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && node.argument.literal;
    return specifier && ts.isStringLiteral(specifier) ? packages.get(specifier.text) : undefined;
  }
}

/** @param {unknown} value */
const isLiteral = (value) => typeof value === "number" || typeof value === "string";

/** @param {import("typescript").ImportSpecifier} specifier */
const importedName = ({ name, propertyName = name }) => propertyName.text;

/** @param {string} path */
const slashed = (path) => path.split(sep).join("/");
