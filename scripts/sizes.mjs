/**
 * Lists files of more than 300 lines and functions of more than 80: `node scripts/sizes.mjs`. Part of `npm run check`.
 *
 * One that is longer says why, in the header of its file or in the comment before the function: "It is long because …". Functions that are
 * declared inside a function count by themselves, like the methods of a class. Data and tests do not count.
 */
import { globSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import ts from "typescript";

const mostLines = 300;
const mostOfFunction = 80;
const reason = /\blong because\b/i;

/** Sources. Programs that scripts run or compare are data. */
const sources = [
  "packages/*/src/**/*.{ts,tsx,mts,mjs}",
  "packages/*/bin/*.mjs",
  "benchmarks/{src,bin}/**/*.{ts,mjs}",
  "scripts/**/*.{ts,mjs}",
];
const data =
  /\/fixtures\/|^scripts\/(?:bundles\/programs|interleave\/packages|mutations\/(?!main))|\/playground\/examples\//;

/**
 * @param {string} file
 * @param {string} text
 * @returns {string[]} what is too long and does not say why
 */
export function tooLong(file, text) {
  const lines = text.split("\n").length - 1;
  if (lines <= mostOfFunction) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const header = commentsAt(text, source.getFullStart());
  if (reason.test(header)) return [];
  /** @type {string[]} */
  const found = [];
  if (lines > mostLines) found.push(`${file} has ${lines} lines`);
  visit(source);
  return found;

  /** @param {ts.Node} node */
  function visit(node) {
    if (ts.isFunctionLike(node) && "body" in node && node.body) {
      const whole = linesOf(node);
      const length = whole > mostOfFunction ? whole - declaredIn(node.body) : whole;
      if (length > mostOfFunction && !reason.test(commentsAt(text, statementOf(node).getFullStart())))
        found.push(`${file}:${lineAt(node.getStart())} ${nameOf(node)} has ${length} lines`);
    }
    ts.forEachChild(node, visit);
  }

  /** @param {number} place */
  function lineAt(place) {
    return source.getLineAndCharacterOfPosition(place).line + 1;
  }

  /** @param {ts.Node} node */
  function linesOf(node) {
    return lineAt(node.end) - lineAt(node.getStart()) + 1;
  }

  /**
   * Lines of the functions that are declared in a body.
   *
   * @param {ts.Node} node
   */
  function declaredIn(node) {
    let lines = 0;
    ts.forEachChild(node, (child) => {
      lines += ts.isFunctionDeclaration(child) ? linesOf(child) : declaredIn(child);
    });
    return lines;
  }
}

/**
 * A function expression is commented where it gets its name.
 *
 * @param {ts.Node} node
 * @returns {ts.Node}
 */
function statementOf(node) {
  const { parent } = node;
  const isValue =
    ts.isVariableDeclaration(parent) || ts.isVariableDeclarationList(parent) || ts.isVariableStatement(parent);
  return isValue || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent) ? statementOf(parent) : node;
}

/**
 * @param {string} text
 * @param {number} place
 */
function commentsAt(text, place) {
  return (ts.getLeadingCommentRanges(text, place) ?? [])
    .map(({ pos, end }) => text.slice(pos, end))
    .join("\n")
    .replace(/\s*\n\s*\*?\s*/g, " ");
}

/** @param {ts.SignatureDeclaration} node */
function nameOf(node) {
  if (ts.isConstructorDeclaration(node)) return "constructor";
  const named = node.name ?? ("name" in node.parent ? node.parent.name : undefined);
  return named === undefined ? "a function" : /** @type {ts.Node} */ (named).getText();
}

/** Sources that are still to be split. One that is not too long any more has to leave the list. */
const toBeSplit = [
  "packages/runtime/src/protocol/inline-cache.ts",
  "packages/transformer/src/5-emit/classes.ts",
  "packages/transformer/src/5-emit/plain/plain-code.ts",
  "packages/transformer/src/1-resolve/language/builtin-callbacks.ts",
  "packages/transformer/src/5-emit/functions.ts",
  "packages/transformer/src/5-emit/generator/body.ts",
  "packages/transformer/src/5-emit/plain/expressions.ts",
  "packages/transformer/src/5-emit/plain/frame.ts",
  "packages/transformer/src/5-emit/plain/statements.ts",
  "packages/transformer/src/5-emit/shared/calls.ts",
  "packages/transformer/src/5-emit/shared/unit.ts",
  "packages/transformer/src/accesses/marker.ts",
  "packages/transformer/src/bundler.ts",
  "packages/transformer/src/pipeline/transform.ts",
];

/** What is too long in the sources of the working directory. */
export function allTooLong() {
  const files = globSync(sources).map((file) => file.replaceAll("\\", "/"));
  return files
    .filter((file) => !data.test(file))
    .sort()
    .flatMap((file) => {
      const found = tooLong(file, readFileSync(file, "utf8"));
      if (!toBeSplit.includes(file)) return found;
      return found.length > 0 ? [] : [`${file} is not too long: take it out of scripts/sizes.mjs`];
    });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const found = allTooLong();
  for (const line of found) console.error(line);
  if (found.length > 0) process.exitCode = 1;
}
