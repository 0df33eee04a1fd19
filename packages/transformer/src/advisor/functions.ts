/** From the frames of a profile to the functions of source files. */
import * as ts from "typescript";
import { displayName } from "../1-resolve/display-name.ts";
import { functionKeys } from "../1-resolve/function-keys.ts";
import type { CallFrame } from "../profiles/cpu-profile.ts";
import { functionAt } from "../profiles/function-at.ts";
import type { Place } from "../profiles/places.ts";
import type { Disk } from "../project/disk.ts";
import { slashed } from "../project/globs.ts";
import { OwnPackages } from "../project/own-packages.ts";
import { packageOf } from "../report/build-summary.ts";
import { memo } from "../shared/memo.ts";
import type { Preemptable } from "../syntax/nodes.ts";

/** Where the code of a page stands in files. */
export interface Locator {
  /** Undefined if there is no such file here. */
  of(frame: CallFrame): Place | undefined;
  /** The same for a number of characters from the start of the script as it was served. */
  atOffset(url: string, offset: number): Place | undefined;
}

/** A function in a file of the project, or of one of its packages. */
export interface SourceFunction {
  readonly kind: "function";
  readonly file: string;
  /** The npm package that it belongs to; undefined for the project's own. */
  readonly package: string | undefined;
  readonly name: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** Its name among the functions of its file: see function-keys.ts. */
  readonly key: string;
  readonly node: Preemptable;
  readonly sourceFile: ts.SourceFile;
}

/**
 * - "engine": a built-in, a regular expression, a collection of garbage, or a function of the browser.
 * - "preempt": Preempt's runtime.
 * - "body": what the transform has made of a preemptable function, where its source was not found.
 * - "unknown": a script of which no source was found.
 */
export type Resolved =
  | SourceFunction
  | { readonly kind: "engine" | "preempt" | "unknown"; readonly name: string; readonly url: string };

const scriptFile = /\.[cm]?[jt]sx?$/;
/** What the transform calls resumable bodies. */
export const bodySuffix: RegExp = /\$(?:resumable|rest)(?:_\d+)?$/;

export class Functions {
  readonly #locator: Locator;
  readonly #root: string;
  readonly #disk: Disk;
  readonly #own: OwnPackages;
  readonly #resolved = new Map<string, Resolved>();
  readonly #sources = new Map<string, ts.SourceFile | undefined>();

  /** @param root The folder of the project: functions elsewhere, and not in packages, are unknown */
  constructor(locator: Locator, root: string, disk: Disk) {
    this.#locator = locator;
    this.#root = slashed(root);
    this.#disk = disk;
    this.#own = new OwnPackages(disk);
  }

  of(frame: CallFrame): Resolved {
    const { functionName, url, lineNumber, columnNumber } = frame;
    const key = `${url}\n${lineNumber}\n${columnNumber}\n${functionName}`;
    return memo(this.#resolved, key, () => this.#resolve(frame));
  }

  /** The function in which a script of a long animation frame starts. */
  atOffset(url: string, functionName: string, offset: number): Resolved {
    const place = offset === 0 ? undefined : this.#locator.atOffset(url, offset);
    return place === undefined ? { kind: "unknown", name: functionName, url } : this.#at(place, functionName, url);
  }

  source(file: string): ts.SourceFile | undefined {
    return memo(this.#sources, file, () => {
      const text = scriptFile.test(file) ? this.#disk.readFile(file) : undefined;
      return text === undefined ? undefined : ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
    });
  }

  #resolve(frame: CallFrame): Resolved {
    const { functionName: name, url } = frame;
    if (url === "" || url.startsWith("node:") || url.startsWith("extensions::")) return { kind: "engine", name, url };
    if (this.#isPreempts(url)) return { kind: "preempt", name, url };
    // The script itself, while it is evaluated.
    const isScript = frame.lineNumber === 0 && frame.columnNumber === 0 && /^(?:\(anonymous\))?$/.test(name);
    const place = isScript ? undefined : this.#locator.of(frame);
    return place === undefined ? { kind: "unknown", name, url } : this.#at(place, name, url);
  }

  #at(place: Place, functionName: string, url: string): Resolved {
    const file = slashed(place.file);
    // The body of a function without a name is called f.
    const bare = functionName.replace(bodySuffix, "");
    const name = bare !== functionName && bare === "f" ? "" : bare;
    if (this.#own.holds(file)) return { kind: "preempt", name, url };
    const sourceFile = this.source(file);
    const isProjects = packageOf(file) !== undefined || file.startsWith(`${this.#root}/`);
    const node = sourceFile && isProjects ? functionMeant(sourceFile, place, name) : undefined;
    // What a tool keeps in node_modules belongs to no package.
    const isKept = packageOf(file)?.startsWith(".") === true;
    if (sourceFile === undefined || node === undefined || isKept) return { kind: "unknown", name, url };
    const { line, character } = sourceFile.getLineAndCharacterOfPosition(node.getStart(sourceFile));
    return {
      kind: "function",
      file,
      package: packageOf(file),
      name: displayName(node),
      line: line + 1,
      column: character + 1,
      key: functionKeys(sourceFile).get(node) as string,
      node,
      sourceFile,
    };
  }

  #isPreempts(url: string): boolean {
    return this.#own.holds(url.replace(/^https?:\/\/[^/]+/, "").replace(/\?.*$/, ""));
  }
}

/** Characters. */
const near = 80;

/**
 * The function at the place, if that has the name that the engine says. A file that was changed since it was served, or that has no
 * source map, may have it elsewhere: then it is the only one of that name.
 */
function functionMeant(sourceFile: ts.SourceFile, place: Place, name: string): Preemptable | undefined {
  const functions = [...functionKeys(sourceFile).keys()];
  const position = (sourceFile.getLineStarts()[place.line] ?? sourceFile.text.length) + place.column;
  const found = functionAt(functions, position, sourceFile);
  if (found !== undefined && isCalled(found, name)) return found;
  if (name === "" || name.startsWith("(")) {
    // Source maps have no entry for the parenthesis of an arrow function, but for the argument before.
    const next = functions.find((f) => f.getStart(sourceFile) >= position);
    const between = next && sourceFile.text.slice(position, next.getStart(sourceFile));
    const isNear = between !== undefined && between.length <= near && !/[;{}]/.test(between);
    return next !== undefined && isNear && isCalled(next, name) ? next : undefined;
  }
  const named = functions.filter((f) => isCalled(f, name));
  return named.length === 1 ? named[0] : undefined;
}

/** Engines leave out what a name stands in, or put it before: "run", "Parser.run". Those without a name have any. */
function isCalled(f: Preemptable, name: string): boolean {
  const own = displayName(f);
  if (own.startsWith("(")) return name === "" || name.startsWith("(") || isAssigned(f, name);
  const last = (text: string) => text.slice(text.lastIndexOf(".") + 1).replace(/^(?:get|set|async) /, "");
  return last(own) === last(name) || (ts.isConstructorDeclaration(f) && own.endsWith(` ${name}`));
}

/** `on.click = () => …` has a name for the engine alone. */
function isAssigned(f: Preemptable, name: string): boolean {
  return ts.isBinaryExpression(f.parent) && f.parent.left.getText().endsWith(name);
}
