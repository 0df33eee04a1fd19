/** A report for the terminal. */
import { count } from "../report/build-summary.ts";
import { excerpt } from "../report/excerpt.ts";
import type { Advice, AdvisorReport, SlowInteraction } from "./advice.ts";

const mostShown = 5;

export function adviceText({ inp, interactions, limit, slow, advice }: AdvisorReport): string {
  if (slow.length === 0) {
    const what = interactions === 0 ? "No stretch of code" : `None of ${count(interactions, "interaction")}`;
    return `${what} took ${limit} ms or longer.\n`;
  }
  const head =
    inp === undefined
      ? `Stretches of code of ${limit} ms or longer: ${slow.length}.`
      : `INP ${ms(inp)}. ${slow.length} of ${count(interactions, "interaction")} took ${limit} ms or longer.`;
  const shown = slow.slice(0, mostShown).map(interactionText);
  const more = slow.length > mostShown ? `\n… and ${slow.length - mostShown} more\n` : "";
  const list = advice.map((one, i) => adviceItem(one, i + 1)).join("\n");
  const end = advice.length === 0 ? "\nNo change was found that would help.\n" : `\nWhat helps:\n\n${list}`;
  return `${head}\n\n${shown.join("\n")}${more}${end}`;
}

function interactionText({ type, target, duration, waited, handled, presented, shares, profiled }: SlowInteraction) {
  const on = target === undefined ? "" : ` on ${target}`;
  const phases =
    type === "task"
      ? ""
      : `: ${ms(waited)} before the handlers, ${ms(handled)} in them, ${ms(presented)} until the next frame`;
  const name = type === "task" ? "a stretch of code" : `${type}${on}`;
  const width = Math.max(0, ...shares.map((share) => share.name.length));
  const lines = shares.map(
    (share) => `  ${ms(share.total).padStart(8)}  ${share.name.padEnd(width)}  ${share.file}:${share.line}`,
  );
  const none = profiled === 0 && shares.length === 0 ? ["  without a profile: the functions are not known"] : [];
  return `${[`${name}, ${ms(duration)}${phases}`, ...lines, ...none].join("\n")}\n`;
}

function adviceItem({ title, why, ms: time, file, line, diff }: Advice, number: number): string {
  const place = file === undefined ? "" : `  ${file}${line === undefined ? "" : `:${line}`}`;
  const lines = diff.map(({ sign, text }) => `   ${sign} ${excerpt(text, 0).text}`);
  return `${[`${number}. ${title} (${ms(time)})${place}`, ...wrapped(why).map((text) => `   ${text}`), ...lines].join("\n")}\n`;
}

function wrapped(text: string): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) as string;
    if (line !== "" && line.length + 1 + word.length > 76) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}

export function ms(time: number): string {
  return `${Math.round(time)} ms`;
}
