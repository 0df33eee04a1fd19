/** Letters as they are compared: "Göteborg" is found by "gote". */

/** Latin, Greek and Cyrillic letters in lower case, without accents; one for one, so that places stay what they are. */
const foldedLetters = Uint16Array.from({ length: 0x530 }, (_, code) => {
  const bare = String.fromCharCode(code).normalize("NFD")[0] as string;
  const lower = bare.toLowerCase();
  return (lower.length === 1 ? lower : bare).charCodeAt(0);
});
// Letters of their own in Unicode, variants of others on a keyboard.
for (const [odd, plain] of ["øo", "Øo", "ıi", "łl", "Łl", "đd", "Đd"].map((pair) => [...pair] as [string, string])) {
  foldedLetters[odd.charCodeAt(0)] = plain.charCodeAt(0);
}

/** A UTF-16 code as it is compared. */
export function folded(code: number): number {
  return code < foldedLetters.length ? (foldedLetters[code] as number) : code;
}

/** Whether a folded code belongs to a word. */
export function isWordLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code >= 192;
}

/** All of it as it is compared. */
export function plainText(text: string): string {
  let plain = "";
  for (let i = 0; i < text.length; i++) plain += String.fromCharCode(folded(text.charCodeAt(i)));
  return plain;
}
