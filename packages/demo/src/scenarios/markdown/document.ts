/** The document: what was typed, then a file as often as it takes to make it as large as wanted. */

/**
 * `file` has to be {@link normal}. Repeats are numbered at their headings, so that one finds one's way in the outline.
 *
 * @preempt
 */
export function documentOf(typed: string, file: string, size: number): string {
  const times = Math.max(1, Math.ceil(size / Math.max(1, file.length)));
  const parts = [normal(typed)];
  if (times === 1) parts.push(file);
  else {
    const pieces = splitAtHeadings(file);
    for (let n = 1; n <= times; n++) parts.push(pieces.join(`${n}. `));
  }
  return parts.join("\n\n");
}

/**
 * Cuts after the marks of each heading. In a block of code a line with a # is no heading.
 *
 * @preempt
 */
export function splitAtHeadings(file: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  let isCode = false;
  for (let at = 0; at < file.length; ) {
    const next = file.indexOf("\n", at) + 1 || file.length;
    const line = file.slice(at, Math.min(next, at + 10));
    if (/^ {0,3}(```|~~~)/.test(line)) isCode = !isCode;
    const marks = isCode ? undefined : /^#{1,6} /.exec(line)?.[0];
    if (marks !== undefined) {
      pieces.push(file.slice(from, at + marks.length));
      from = at + marks.length;
    }
    at = next;
  }
  pieces.push(file.slice(from));
  return pieces;
}

/** As Markdown wants it: lines that end with a line feed, no zeros. For each file once, and for what was typed. */
export function normal(text: string): string {
  return text.replace(/\r\n?/g, "\n").replaceAll("\0", "\uFFFD");
}

/** @preempt */
export function countWords(text: string): number {
  let words = 0;
  let isInside = false;
  for (let i = 0; i < text.length; i++) {
    const isSpace = text.charCodeAt(i) <= 32;
    if (!isSpace && !isInside) words++;
    isInside = !isSpace;
  }
  return words;
}
