/** What the recorded person types, a word every half second. */
const words =
  "now is the time for all good jobs to meet their deadlines while someone else is typing and nobody notices a thing".split(
    " ",
  );
const longest = 48;

/** The next text of the field. */
export function nextText(text: string, count: number): string {
  const word = words[count % words.length] as string;
  const longer = text === "" ? word : `${text} ${word}`;
  return longer.length > longest ? word : longer;
}
