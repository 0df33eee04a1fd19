/** Texts for the parsers: much the same at any length, and the same each time. */
import { randomNumbers } from "./random.ts";

const words =
  "the a of budget slice round job task kernel deadline thread frame queue lets goes ends before after when while time".split(
    " ",
  );

function writer(seed: number) {
  const random = randomNumbers(seed);
  const word = () => words[random.below(words.length)] as string;
  const phrase = (count: number) => Array.from({ length: count }, word).join(" ");
  return { random, word, phrase };
}

/** About `length` characters of Markdown: headings, paragraphs with inline marks, lists, code, quotes and tables. */
export function markdownText(length: number): string {
  const { random, word, phrase } = writer(1);
  const sentence = () =>
    `${phrase(6)} *${word()}* ${phrase(5)} **${phrase(2)}** and \`${word()}\`, see [${phrase(2)}](https://example.org/${word()} "${word()}").`;
  const blocks = [
    () => `${"#".repeat(1 + random.below(4))} ${phrase(4)}`,
    () => Array.from({ length: 4 }, sentence).join("\n"),
    () => Array.from({ length: 5 }, (_, i) => `${"  ".repeat(i % 2)}- ${sentence()}`).join("\n"),
    () => Array.from({ length: 4 }, (_, i) => `${i + 1}. ${phrase(7)}`).join("\n"),
    () => `\`\`\`js\nfor (const ${word()} of ${word()}) ${word()}(${random.below(100)});\n\`\`\``,
    () => `> ${sentence()}\n> ${phrase(9)}`,
    () => `| ${word()} | ${word()} |\n|:--|--:|\n| ${phrase(2)} | ${random.below(1000)} |\n| ${word()} | *${word()}* |`,
  ];
  return grow(length, "\n\n", () => (blocks[random.below(blocks.length)] as () => string)());
}

/** About `length` characters of JSON: an array of records. */
export function jsonText(length: number): string {
  const { random, word, phrase } = writer(2);
  const record = () =>
    JSON.stringify({
      id: random.below(1e6),
      name: phrase(3),
      ratio: random.next(),
      done: random.below(2) === 0,
      nothing: null,
      tags: Array.from({ length: 4 }, word),
      place: { x: -random.next() * 1e3, note: `${word()} "${word()}"\n` },
    });
  return `[${grow(length, ",\n", record)}]`;
}

/** About `length` characters of JavaScript. */
export function javaScriptText(length: number): string {
  const { random, word } = writer(3);
  const piece = () => {
    const [f, a, b, c] = [`${word()}${random.below(1000)}`, `$${word()}`, `_${word()}`, `${word()}_`];
    return [
      `// ${f} of ${a}`,
      `export function ${f}(${a}, { ${b} = ${random.below(99)}, ...${c} }) {`,
      `  if (${a} === undefined || ${b} >>> 2 !== 0x${random.below(4096).toString(16)}) throw new Error(\`no \${${a}} in ${b}\`);`,
      `  for (let i = 0; i < ${a}.length; i += 1) ${c}["${word()}"] = /${word()}+[^\\/]*$/u.test(${a}[i]) ? i ** 2 : ${random.next()};`,
      `  return { ...${c}, ${b}, get ${a}() { return ${a}?.map((x) => x ?? '${word()}\\n'); } };`,
      "}",
    ].join("\n");
  };
  return grow(length, "\n\n", piece);
}

function grow(length: number, separator: string, piece: () => string): string {
  const pieces: string[] = [];
  for (let size = 0; size < length; size += (pieces.at(-1) as string).length + separator.length) pieces.push(piece());
  return pieces.join(separator);
}
