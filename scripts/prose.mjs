/**
 * Lists long sentences and private words in prose, as advice:
 *
 *   node scripts/prose.mjs [--words 30] [file …]     without files: those that differ from the branch `main`
 *
 * In Markdown it reads paragraphs, lists and cells of tables; in sources, comments. It changes nothing, and its exit code is 0.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** @type {[RegExp, string][]} Words that this project used in a sense of its own, and what to write. */
const privateWords = [
  [
    /\bwho(?:ever)? (?!(?:want|know|use|need|write|read|check|compare|schedule|add|meet|make|try|test|transform|got|connect|were?)\b)/i,
    "name the subject",
  ],
  [/\bdoors?\b/i, "entry point, integration"],
  [/\bmend(?:s|ed)?\b/i, "fix"],
  [/\bcalled off\b/i, "cancelled"],
  [/\b(?:is|are|was|be) (?:asked|told)\b/i, "check, report"],
  [/\bhand(?:s|ed)? (?:on|over)\b/i, "pass"],
  [/\bgoes on\b|\bgo on\b/i, "continue, resume"],
  [/\bin place of\b/i, "instead of"],
  [/\bon the spot\b/i, "in place"],
  [/\bput aside\b/i, "store in a temporary"],
  [/\bcomes? to\b/i, "reach"],
];

/**
 * @param {string} file
 * @param {string} text
 * @param {number} most
 * @returns {string[]} lines like those of a compiler
 */
export function remarks(file, text, most) {
  const parts = file.endsWith(".md") ? paragraphsOf(text) : commentsOf(text);
  return parts.flatMap(({ line, text: part }) =>
    sentencesOf(part).flatMap((sentence) => {
      const where = `${file}:${line}`;
      const words = sentence.split(/\s+/).filter((word) => /\w/.test(word)).length;
      const long = words > most ? [`${where}: ${words} words: ${sentence}`] : [];
      const found = privateWords.filter(([pattern]) => pattern.test(sentence));
      return [
        ...long,
        ...found.map(
          ([pattern, better]) => `${where}: "${pattern.exec(sentence)?.[0].trim()}" (${better}): ${sentence}`,
        ),
      ];
    }),
  );
}

/** @param {string} text */
function sentencesOf(text) {
  const plain = text
    .replace(/\]\([^)]*\)/g, "]")
    .replace(/`[^`]*`/g, "`x`")
    .replace(/\s+/g, " ")
    .trim();
  return plain.split(/(?<=[.!?:;])\s+(?=[A-Z*_`"([])/).filter((sentence) => sentence !== "");
}

/** @param {string} text */
function paragraphsOf(text) {
  /** @type {{ line: number, text: string }[]} */
  const parts = [];
  let isCode = false;
  /** @type {{ line: number, text: string } | undefined} */
  let paragraph;
  text.split("\n").forEach((line, i) => {
    if (/^\s*```/.test(line)) isCode = !isCode;
    const isText = !isCode && !/^\s*(?:```|#|<!--|!\[|\|[\s:|-]*$| {4})/.test(line) && line.trim() !== "";
    if (!isText) paragraph = undefined;
    else if (line.startsWith("|")) parts.push(...line.split("|").map((cell) => ({ line: i + 1, text: cell })));
    else if (paragraph !== undefined && !/^\s*(?:[-*]|\d+\.) /.test(line)) paragraph.text += ` ${line}`;
    else {
      paragraph = { line: i + 1, text: line.replace(/^\s*(?:[-*]|\d+\.) /, "") };
      parts.push(paragraph);
    }
  });
  return parts;
}

/** @param {string} text */
function commentsOf(text) {
  return [...text.matchAll(/\/\*\*?([\s\S]*?)\*\/|(?<![:"'])\/\/ ?(.*)/g)].map((match) => ({
    line: text.slice(0, match.index).split("\n").length,
    text: (match[1] ?? match[2] ?? "").replace(/^\s*\* ?/gm, ""),
  }));
}

function main() {
  const args = process.argv.slice(2);
  const at = args.indexOf("--words");
  const most = at === -1 ? 30 : Number(args.splice(at, 2)[1]);
  const changed = () => execFileSync("git", ["diff", "--name-only", "main"], { encoding: "utf8" }).trim().split("\n");
  const files = (args.length > 0 ? args : changed()).filter(
    (file) => /\.(?:md|[cm]?[jt]sx?)$/.test(file) && existsSync(file),
  );
  const found = files.flatMap((file) => remarks(file, readFileSync(file, "utf8"), most));
  console.log([...found, `${found.length} remarks on ${files.length} files`].join("\n"));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) main();
