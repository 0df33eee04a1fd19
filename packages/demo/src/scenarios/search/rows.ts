/** The rows to search in: people who do not exist, the same each time, and what a search needs to know of each letter. */
import { folded, isWordLetter, plainText } from "./letters.ts";
import { cities, familyNames, firstNames, streets, trades } from "./names.ts";

export interface Rows {
  readonly text: readonly string[];
  /** The letters of all rows, one after the other, in lower case and without accents. */
  readonly letters: Uint16Array;
  /** Where each row begins in `letters`; one more entry says where the last one ends. */
  readonly starts: Uint32Array;
  /** 1 where a word begins: a letter that is found there says more. */
  readonly heads: Uint8Array;
}

const firstMails = firstNames.map(plainText);
const familyMails = familyNames.map(plainText);

/** @preempt */
export function makeRows(count: number): Rows {
  let seed = 20191203;
  const text: string[] = [];
  for (let i = 0; i < count; i++) {
    const dice: number[] = [];
    for (let j = 0; j < 6; j++) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      dice.push(seed / 2 ** 32);
    }
    text.push(person(dice, i));
  }
  return indexRows(text);
}

/** @preempt never: short. */
function person(dice: readonly number[], index: number): string {
  const pick = (list: readonly string[], which: number) => list[Math.floor((dice[which] ?? 0) * list.length)] as string;
  const first = pick(firstNames, 0);
  const family = pick(familyNames, 1);
  const mail = `${pick(firstMails, 0)}.${pick(familyMails, 1)}${index % 997}@mail.example`;
  const house = 1 + Math.floor((dice[3] ?? 0) * 199);
  return `${first} ${family}, ${pick(trades, 4)}, ${house} ${pick(streets, 2)} Street, ${pick(cities, 5)}, ${mail}`;
}

/** A file's lines, without the empty ones. @preempt */
export function rowsOfFile(text: string, most: number): Rows {
  const lines: string[] = [];
  let from = 0;
  while (from < text.length && lines.length < most) {
    let to = text.indexOf("\n", from);
    if (to < 0) to = text.length;
    const line = text.slice(from, Math.min(to, from + longestRow)).trim();
    if (line !== "") lines.push(line);
    from = to + 1;
  }
  return indexRows(lines);
}

/** Of a longer line only the beginning is shown and searched. */
export const longestRow = 400;

/** @preempt */
function indexRows(text: readonly string[]): Rows {
  const starts = new Uint32Array(text.length + 1);
  let length = 0;
  for (let row = 0; row < text.length; row++) {
    length += (text[row] as string).length;
    starts[row + 1] = length;
  }
  const letters = new Uint16Array(length);
  const heads = new Uint8Array(length);
  for (let row = 0, at = 0; row < text.length; row++) {
    const line = text[row] as string;
    let isInWord = false;
    for (let i = 0; i < line.length; i++, at++) {
      const letter = folded(line.charCodeAt(i));
      const isOfWord = isWordLetter(letter);
      letters[at] = letter;
      heads[at] = isOfWord && !isInWord ? 1 : 0;
      isInWord = isOfWord;
    }
  }
  return { text, letters, starts, heads };
}
