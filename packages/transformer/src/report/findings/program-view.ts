/** Where a program uses an exported function outside its own file. Tests do not count: they call everything plainly. */
import * as ts from "typescript";
import { isReference } from "../../1-resolve/scopes.ts";
import { type FunctionNode, isMember, memberName } from "../../1-resolve/target.ts";
import { mentionedIn } from "../../2-find/our-packages.ts";
import { testFile } from "../../shared/test-file.ts";
import { callOf } from "./never-reached.ts";
import type { ProgramView } from "./view.ts";

export function viewProgram(program: ts.Program, files: readonly ts.SourceFile[]): ProgramView {
  const checker = program.getTypeChecker();
  const root = commonFolder(files.map((file) => file.fileName));
  const application = files.filter((file) => !testFile.test(file.fileName.slice(root.length)));
  let jobs: boolean | undefined;
  return {
    usesElsewhere,
    get hasJobs() {
      jobs ??= application.some(makesJobs);
      return jobs;
    },
  };

  function usesElsewhere(f: FunctionNode): { calls: ts.CallExpression[]; others: number } {
    const home = f.getSourceFile();
    const name = exportedName(f);
    // Too many names to follow: assume that somebody uses it.
    if (name === undefined) return { calls: [], others: 1 };
    const calls: ts.CallExpression[] = [];
    let others = 0;
    for (const file of application) if (file !== home) visit(file);
    return { calls, others };

    function visit(node: ts.Node): void {
      if (isWholeModule(node)) others++;
      else if (ts.isExportSpecifier(node) && (node.propertyName ?? node.name).text === name) others++;
      else if (isUse(node)) {
        const call = callOf(node);
        if (call) calls.push(call);
        else others++;
      }
      ts.forEachChild(node, visit);
    }

    function isUse(node: ts.Node): node is ts.Expression {
      if (ts.isIdentifier(node)) return isReference(node) && isImported(node) && isHere(node);
      return isMember(node) && memberName(node) === name && isHere(node);
    }

    function isHere(node: ts.Identifier | ts.PropertyAccessExpression | ts.ElementAccessExpression): boolean {
      const at = ts.isPropertyAccessExpression(node)
        ? node.name
        : ts.isElementAccessExpression(node)
          ? node.argumentExpression
          : node;
      const declaration = aliased(checker.getSymbolAtLocation(at))?.valueDeclaration;
      return declaration === f || (declaration !== undefined && declares(declaration, f));
    }

    /** `export *`, `import()`, `require()`, or a namespace used as a value: the function may go anywhere. */
    function isWholeModule(node: ts.Node): boolean {
      if (ts.isExportDeclaration(node)) {
        return (!node.exportClause || ts.isNamespaceExport(node.exportClause)) && isHome(node.moduleSpecifier);
      }
      if (ts.isCallExpression(node)) {
        const [module] = node.arguments;
        return module !== undefined && ts.isStringLiteralLike(module) && isHome(module);
      }
      if (!ts.isIdentifier(node) || !isReference(node) || !isImported(node)) return false;
      return aliased(checker.getSymbolAtLocation(node))?.valueDeclaration === home && !isMember(node.parent);
    }

    function isHome(module: ts.Expression | undefined): boolean {
      return module !== undefined && checker.getSymbolAtLocation(module)?.valueDeclaration === home;
    }
  }

  function isImported(node: ts.Identifier): boolean {
    const symbol = checker.getSymbolAtLocation(node);
    return symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  }

  function aliased(symbol: ts.Symbol | undefined): ts.Symbol | undefined {
    return symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
  }
}

/** The folder that all files are in: above it, "test" is somebody else's name. */
function commonFolder([first = "", ...rest]: readonly string[]): string {
  let length = first.lastIndexOf("/") + 1;
  for (const file of rest) {
    while (!file.startsWith(first.slice(0, length))) length = first.lastIndexOf("/", length - 2) + 1;
  }
  return first.slice(0, length);
}

function makesJobs(file: ts.SourceFile): boolean {
  const { runtime, server, framework } = mentionedIn(file.text);
  return server || framework || (runtime && /\.(submit|task)\s*[(<]|\bextends\s+Task\b/.test(file.text));
}

/** `const f = (…) => …` declares the function by its variable. */
function declares(declaration: ts.Declaration, f: FunctionNode): boolean {
  return ts.isVariableDeclaration(declaration) && declaration.pos <= f.pos && f.end <= declaration.end;
}

function exportedName(f: FunctionNode): string | undefined {
  const isDefault = (ts.getCombinedModifierFlags(f as ts.Declaration) & ts.ModifierFlags.Default) !== 0;
  if (ts.isFunctionDeclaration(f)) return isDefault ? undefined : f.name?.text;
  for (let node: ts.Node = f.parent; node !== undefined; node = node.parent) {
    if (ts.isVariableDeclaration(node)) return ts.isIdentifier(node.name) ? node.name.text : undefined;
    if (ts.isStatement(node)) return undefined;
  }
  return undefined;
}
