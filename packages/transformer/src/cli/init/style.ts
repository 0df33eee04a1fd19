/** How a user's file is written, so that what is added looks like the rest. */

export interface Style {
  readonly indent: string;
  readonly quote: '"' | "'";
  /** ";" or nothing. */
  readonly semicolon: string;
  readonly newline: string;
}

/** The style of a file, taken from most of what it says. An empty file has ours. */
export function styleOf(text: string): Style {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const indents = [...text.matchAll(/^([ \t]+)\S/gm)]
    .map(([, indent = ""]) => indent)
    .filter((indent) => indent !== " ");
  const shortest = indents.toSorted((a, b) => a.length - b.length)[0];
  const ended = count(/;[ \t]*(?:\/\/.*)?$/gm);
  const statements = count(/^(?:import|export|const|let|module\.exports)\b/gm);
  return {
    indent: shortest?.startsWith("\t") ? "\t" : (shortest ?? "  "),
    quote: count(/'/g) > count(/"/g) ? "'" : '"',
    semicolon: statements > 0 && ended === 0 ? "" : ";",
    newline: text.includes("\r\n") ? "\r\n" : "\n",
  };
}

/** The white space at the start of the line that holds the position. */
export function indentAt(text: string, position: number): string {
  const start = text.lastIndexOf("\n", position - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, position))?.[0] ?? "";
}
