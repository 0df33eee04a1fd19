/**
 * A schedule as a list of turns, and as text: `A12 B* A*`. Job A runs until it has passed 12 preemption points, B to its end, then A goes
 * on to its end. Jobs are A, B, C and so on, handlers are a, b, c; `timer` fires the next timer that a job has set. What is left at the end
 * runs to its end, in the order of the letters.
 */
import { PreemptError } from "../../input/errors.ts";

/** The next timer that a job has set. */
export const timer = -1;

export interface Turn {
  /** Index of the job or handler, handlers after jobs; or {@link timer}. */
  readonly who: number;
  /** How many preemption points it passes; Infinity: to its end. */
  readonly points: number;
}

export const toEnd: number = Number.POSITIVE_INFINITY;

/** @throws PreemptError if it is no such text */
export function parseTurns(text: string, letters: readonly string[]): Turn[] {
  const words = text.split(/\s+/).filter((word) => word !== "");
  return words.map((word) => {
    if (word === "timer") return { who: timer, points: toEnd };
    const [, letter = "", count = "*"] = /^([A-Za-z])([1-9]\d*|\*)?$/.exec(word) ?? [];
    const who = letters.indexOf(letter);
    if (who >= 0) return { who, points: count === "*" ? toEnd : Number(count) };
    throw new PreemptError(
      "replay_not_a_schedule",
      `"${word}" in the schedule "${text}". Give turns such as A12, B* and timer; there are ${letters.join(", ")}.`,
    );
  });
}

export function printTurns(turns: readonly Turn[], letters: readonly string[]): string {
  return turns.map((turn) => printTurn(turn, letters)).join(" ");
}

function printTurn({ who, points }: Turn, letters: readonly string[]): string {
  if (who === timer) return "timer";
  const letter = letters[who] ?? "?";
  return /[a-z]/.test(letter) ? letter : `${letter}${points === toEnd ? "*" : points}`;
}

/** How many of them end before what has the turn does. */
export function preemptionsIn(turns: readonly Turn[]): number {
  return turns.filter(({ points }) => points !== toEnd).length;
}
