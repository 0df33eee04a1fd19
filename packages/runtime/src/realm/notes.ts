/**
 * What the reports of development need to know, once per realm: all copies of the runtime share it. Production neither writes nor
 * reads it.
 */
import { abiSymbol, abiSymbolPrefix, version } from "@preempt/abi";

/** One copy of the runtime that was loaded. */
export interface Copy {
  readonly version: string;
  /** The folder of the package, if the engine's stack trace shows it. */
  readonly folder: string | undefined;
}

interface Notes {
  /** Whether code was loaded that the transformer made. */
  isTransformed: boolean;
  /** Functions of which something was reported. */
  readonly functions: WeakSet<object>;
  /** The texts of these functions: a closure that is created for each job is a new function each time. */
  readonly texts: Set<string>;
  readonly copies: Copy[];
  /** Called with a function that emitted code calls as it stands. */
  unawaited?: (f: object) => void;
}

const key = Symbol.for("@preempt/runtime/development");

export function notes(): Notes {
  const realm = globalThis as { [key]?: Notes };
  realm[key] ??= { isTransformed: false, functions: new WeakSet(), texts: new Set(), copies: [] };
  return realm[key];
}

/** Called by modules that only emitted code imports, and when a job's function is preemptable. */
export function noteTransformed(): void {
  notes().isTransformed = true;
}

/** More texts than these are not kept. */
const mostTexts = 1000;

/**
 * Whether nothing was reported of `fn` yet. From now on something was.
 *
 * @param text By which it is recognised if it is created again
 */
export function isFirstReport(
  fn: { readonly name: string },
  text = `${fn.name} ${Function.prototype.toString.call(fn)}`,
): boolean {
  const { functions, texts } = notes();
  if (functions.has(fn)) return false;
  functions.add(fn);
  if (texts.has(text) || texts.size >= mostTexts) return false;
  texts.add(text);
  return true;
}

/** This copy of the runtime was loaded. */
export function noteCopy(): void {
  notes().copies.push({ version, folder: folderIn(new Error("here").stack ?? "") });
}

/** An address of code that is longer is none of a file: `data:` holds the code itself. */
const longestAddress = 4096;

function folderIn(stack: string): string | undefined {
  // Word by word: one expression for the whole would take time in proportion to the square of an address's length.
  for (const word of stack.split(/[\s(]+/)) {
    const [, folder] = word.length > longestAddress ? [] : (ofRuntime.exec(word) ?? []);
    if (folder !== undefined) return folder;
  }
  return undefined;
}

const ofRuntime = /^(.*[\\/](?:@preempt|packages)[\\/]runtime)[\\/](?:src|dist)[\\/]/;

/** The copies that are there, if they should be one: of other versions, or of the same version in other folders. */
export function otherCopies(): readonly Copy[] {
  const { copies } = notes();
  const strangers = Object.getOwnPropertySymbols(globalThis)
    .map(({ description = "" }) => description)
    .filter((name) => name.startsWith(abiSymbolPrefix) && name !== abiSymbol)
    .map((name) => ({ version: name, folder: undefined }));
  const all = [...copies, ...strangers];
  const isOne = (a: Copy, b: Copy) =>
    a.version === b.version && (a.folder === undefined || b.folder === undefined || layerless(a) === layerless(b));
  const [first] = all;
  return first === undefined || all.every((one) => isOne(first, one)) ? [] : all;
}

/** Next.js loads a module once for each of its layers: "webpack-internal:///(rsc)/./node_modules/…". */
const layerless = ({ folder = "" }: Copy) => folder.replace(/\([\w-]+\)[\\/]/, "");
