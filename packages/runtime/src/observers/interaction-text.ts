/** An interaction and its shares as a sentence. */
import type { ExplainedInteraction } from "./interaction.ts";

/** Shares that are shorter are not worth a word, nor are delays that could be the rounding of event durations. */
const [worth, delay] = [1, 8];

export function sentence({
  type,
  target,
  duration,
  jobs,
  scripts,
  inputDelay,
}: Omit<ExplainedInteraction, "text">): string {
  const shares = [
    ...jobs.map(({ name, ms, longest }) => ({ ms, text: `the job "${name}" (at most ${round(longest)} at a time)` })),
    ...scripts.map(({ name, invoker, url, ms }) => ({ ms, text: scriptText(name, invoker, url) })),
  ];
  const told = shares.filter(({ ms }) => ms >= worth).sort((a, b) => b.ms - a.ms);
  const parts = told.slice(0, 3).map(({ ms, text }, i) => `${round(ms)} ${i === 0 ? "of them " : ""}in ${text}`);
  const who = `${type}${target === undefined ? "" : ` on ${target}`} waited ${round(duration)}`;
  const before = inputDelay >= delay ? ` The first handler started after ${round(inputDelay)}.` : "";
  return `${[who, ...parts].join(", ")}.${before}`;
}

function scriptText(name: string, invoker: string, url: string): string {
  const file = url.replace(/[?#].*$/, "").replace(/^.*\//, "");
  const what = name === "" ? invoker || "a script" : `"${name}"`;
  const details = [name === "" ? "" : invoker, file].filter((part) => part !== "").join(", ");
  return details === "" ? what : `${what} (${details})`;
}

const round = (ms: number): string => `${Math.round(ms)} ms`;
