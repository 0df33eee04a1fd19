/** Comments that were meant as annotations and are none: a line comment, one with a single star, or with another word. */
import { slipsBetween } from "@preempt/checks";

export interface Misspelt {
  readonly start: number;
  readonly length: number;
  /** What is wrong with it, as the start of a sentence. */
  readonly what: string;
}

/** What may be an annotation, or come near to one: a cheap look at a whole file. */
const nearlyAnnotation = /@p[re-]{1,5}m[a-z]*t/gi;

/** Where the text has that. */
export function mentionsIn(text: string): number[] {
  return hasTag(text) ? Array.from(text.matchAll(nearlyAnnotation), ({ index }) => index) : [];
}

/** Whether the text has that: whether it is worth a look. */
export function mayHoldAnnotation(text: string): boolean {
  return hasTag(text) && text.search(nearlyAnnotation) >= 0;
}

/** Engines look for a text in a tenth of the time that an expression without regard to case takes. */
function hasTag(text: string): boolean {
  return text.includes("@p") || text.includes("@P");
}

/** Tags that begin a line of a comment, and what follows there. `@preempt/runtime` is a package. */
const tag = /^[ \t/*]*(@(p[\w-]+))(?![\w/-])(.*)$/gim;
/** Behind a tag in a comment that is no doc comment: more would be prose. */
const nothingMore = /^(?:[ \t]+never\b)?[ \t]*(?:\*\/)?[ \t\r]*$/;

/** @param comment A comment that holds no annotation, which stands at `at` */
export function misspeltIn(comment: string, at: number): Misspelt | undefined {
  const isDoc = comment.startsWith("/**");
  for (const { 0: all, 1: written = "", 2: word = "", 3: rest = "", index } of comment.matchAll(tag)) {
    if (!isNear(word) || !(isDoc || nothingMore.test(rest))) continue;
    const start = at + index + all.length - rest.length - written.length;
    const place = comment.startsWith("//") ? "a comment of one line" : "a comment with one star";
    return { start, length: written.length, what: isDoc ? written : `${written} in ${place}` };
  }
  return undefined;
}

function isNear(word: string): boolean {
  const plain = word.toLowerCase().replace("-", "");
  return plain.startsWith("preempt") || slipsBetween(plain, "preempt") <= 2;
}
