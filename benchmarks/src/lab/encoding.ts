/** How files of Windows begin. */
import { LabError } from "./errors.ts";

/**
 * Without U+FEFF, with which some editors begin a file.
 *
 * @param text The beginning of a file, or all of it, read as UTF-8
 * @throws LabError if it is UTF-16, as Windows PowerShell writes what is sent to a file by ">"
 */
export function withoutMark(text: string, source: string): string {
  // The mark of UTF-16, FF FE or FE FF, is no UTF-8: two replacement characters.
  if (!text.startsWith("\uFFFD\uFFFD")) return text.startsWith("\uFEFF") ? text.slice(1) : text;
  const words = `${source} is in UTF-16, as Windows PowerShell writes it with ">"`;
  throw new LabError(
    "not_utf8",
    `${words}. Write it as UTF-8: "| Out-File -Encoding utf8 FILE", or with PowerShell 7.`,
  );
}
