/** What was found, for programs and for people. */

import { shortened } from "../../input/canonical.ts";
import type { Access } from "./access-log.ts";
import type { Place } from "./access-notes.ts";
import type { Conflict } from "./conflicts.ts";
import type { Played, RunOutcome } from "./controlled-run.ts";
import { timer } from "./turns.ts";

/** What `findRaces` gives. */
export interface RaceReport {
  /** Undefined: every schedule gave what some serial order gives. */
  readonly race: Race | undefined;
  /** How many schedules were tried. */
  readonly schedules: number;
  /** Whether all schedules with one preemption were among them, and all of the shapes with two that are tried. */
  readonly isComplete: { readonly one: boolean; readonly two: boolean };
  /** How many preemption points each job has, by its letter. */
  readonly points: Readonly<Record<string, number>>;
  /** All of it, to be read. */
  readonly text: string;
}

/** A schedule in which the jobs gave what no serial order gives. */
export interface Race {
  /** The schedule, for the option `replay`. */
  readonly replay: string;
  /** How many preemptions the schedule has. */
  readonly preemptions: number;
  /** What each job and handler came to, in the order of the letters. */
  readonly got: readonly string[];
  /** What a serial order gives that is like it; undefined with an invariant. */
  readonly expected: readonly string[] | undefined;
  /** Where jobs were preempted; empty unless the code was transformed with `accesses: true`. */
  readonly preempted: readonly ({ readonly job: string } & Place)[];
  /** What several jobs wrote and read, the telling ones first; likewise. */
  readonly conflicts: readonly RaceConflict[];
  /** The run has left the modules in another state, so the schedule is as it was found. */
  readonly isDamaged: boolean;
}

/** Accesses of one variable or property by several jobs, which may explain the race. */
export interface RaceConflict {
  /** The variable or property. */
  readonly name: string;
  /** Where it is declared, if that is known. */
  readonly declared: { readonly file: string; readonly line: number } | undefined;
  /** Three: of a job, of another one, and of the first again. */
  readonly accesses: readonly ({ readonly job: string; readonly isWrite: boolean } & Place)[];
}

export interface TurnShown extends Played {
  readonly first: Place | undefined;
  readonly last: Place | undefined;
}

export interface Summary {
  readonly schedules: number;
  readonly complete: readonly string[];
  readonly points: Readonly<Record<string, number>>;
  readonly entrants: readonly { readonly letter: string; readonly name: string; readonly isHandler: boolean }[];
}

export interface Found {
  readonly replay: string;
  readonly preemptions: number;
  readonly turns: readonly TurnShown[];
  readonly conflicts: readonly Conflict[];
  readonly got: RunOutcome;
  readonly expected: RunOutcome | undefined;
  readonly wrong: string;
  readonly isDamaged: boolean;
}

/** Conflicts that are printed. */
const mostConflicts = 3;
const mostCharacters = 160;
const longLine = 200;

export function reportOf(summary: Summary, found: Found | undefined): RaceReport {
  const { schedules, points, entrants, complete } = summary;
  const letter = (who: number) => (who < 0 ? "timer" : (entrants[who]?.letter ?? "?"));
  const race: Race | undefined = found && {
    replay: found.replay,
    preemptions: found.preemptions,
    got: found.got.results,
    expected: found.expected?.results,
    preempted: found.turns.flatMap((turn, i) => {
      const place = turn.end === "preempted" ? stopOf(found.turns, i) : undefined;
      return place === undefined ? [] : [{ job: letter(turn.who), ...placeOf(place) }];
    }),
    conflicts: found.conflicts.map(({ name, declared, before, between, after }) => ({
      name,
      declared: declared && { file: declared.file, line: declared.line },
      accesses: [before, between, after].map(({ who, isWrite, site }) => ({
        job: letter(who),
        isWrite,
        ...placeOf(site),
      })),
    })),
    isDamaged: found.isDamaged,
  };
  return {
    race,
    schedules,
    isComplete: { one: complete.includes("one"), two: complete.includes("two") },
    points,
    text: found === undefined ? noneFound(summary) : raceText(summary, found),
  };
}

function noneFound({ schedules, complete, points }: Summary): string {
  const all = complete.includes("two") ? "one or two preemptions" : complete.includes("one") ? "one preemption" : "";
  const counts = Object.entries(points).map(([letter, n]) => `${letter} has ${n}`);
  const sure = all === "" ? "" : ` All schedules with ${all} were among them.`;
  return `No race in ${count(schedules, "schedule")}.${sure} Preemption points: ${counts.join(", ")}.\n`;
}

function raceText(summary: Summary, found: Found): string {
  const { entrants, schedules } = summary;
  const { replay, preemptions, turns, conflicts, got, expected, wrong, isDamaged } = found;
  const width = Math.max(5, ...entrants.map(({ letter, name }) => letter.length + 1 + name.length));
  const who = (index: number) =>
    (index < 0 ? "timer" : `${entrants[index]?.letter} ${entrants[index]?.name}`).padEnd(width);
  const letter = (index: number) => (index < 0 ? "the timer" : (entrants[index]?.letter ?? "?"));
  const lines = [
    `Race with ${count(preemptions, "preemption")}, found in ${count(schedules, "schedule")}. Replay it with "${replay}".`,
    "",
    ...turns.map(
      (turn, i) =>
        `  ${who(turn.who)}  ${turnText(turns, i, entrants[turn.who]?.isHandler === true, got.results[turn.who]?.startsWith("throws ") === true)}`,
    ),
    "",
  ];
  for (const { name, declared, before, between, after } of conflicts.slice(0, mostConflicts)) {
    lines.push(`  ${name}${declared === undefined ? "" : `, declared at ${fileOf(declared.file)}:${declared.line}`}`);
    const told = (access: Access, word: string) =>
      lines.push(`    ${word} ${letter(access.who)} ${access.isWrite ? "wrote" : "read"} it at ${shown(access.site)}`);
    told(before, "first");
    told(between, "then ");
    told(after, "then ");
    lines.push("");
  }
  if (conflicts.length > mostConflicts)
    lines.push(
      `  and ${count(conflicts.length - mostConflicts, "more variable or property", "more variables and properties")}`,
      "",
    );
  lines.push(...resultLines(who, got, expected, wrong));
  if (isDamaged)
    lines.push(
      "",
      "  Afterwards serial orders gave something else, too: the run has damaged what the modules keep. So the schedule is not",
      "  the shortest, and shows no variables. Give `reload`, which loads the modules again, or `setup`.",
    );
  return `${lines.join("\n")}\n`;
}

function resultLines(
  who: (index: number) => string,
  got: RunOutcome,
  expected: RunOutcome | undefined,
  wrong: string,
): string[] {
  const lines: string[] = [];
  if (expected === undefined) lines.push(`  ${wrong}`);
  got.results.forEach((result, i) => {
    const wanted = expected?.results[i];
    if (wanted === undefined) lines.push(`  ${who(i)}  ${shortened(result, "", mostCharacters)}`);
    else if (wanted === result) lines.push(`  ${who(i)}  ${shortened(result, wanted, mostCharacters)}, as expected`);
    else {
      lines.push(`  ${who(i)}  expected: ${shortened(wanted, result, mostCharacters)}`);
      lines.push(`  ${" ".repeat(who(i).length)}  got:      ${shortened(result, wanted, mostCharacters)}`);
    }
  });
  got.timerErrors.forEach((error, i) => {
    lines.push(`  ${who(timer)}  throws ${error}`);
    const place = got.timerPlaces[i];
    if (place) lines.push(`  ${who(timer).replaceAll(/./g, " ")}    ${place}`);
  });
  return lines.map(withoutNotes);
}

/** Errors of the engine name what stands in the code: the notes that tests put there are none of the user's. */
function withoutNotes(line: string): string {
  return line.replace(/\$seen\w*(?:\(\.\.\.\))?/g, "…");
}

function turnText(turns: readonly TurnShown[], i: number, isHandler: boolean, hasThrown: boolean): string {
  const { who, end, last } = turns[i] as TurnShown;
  if (who === timer) return last === undefined ? "fires" : `fires, and ends at ${shown(last)}`;
  const before = turns.slice(0, i).findLast((turn) => turn.who === who);
  const from = before === undefined ? "starts" : "goes on";
  if (isHandler) return "runs";
  if (end === "ended" && hasThrown && last !== undefined)
    return `${before === undefined ? "runs" : "goes on"}, and throws at ${shown(last)}`;
  if (end === "ended") return before === undefined ? "runs from its start to its end" : "goes on, to its end";
  if (end === "awaits") return `${from}, and awaits`;
  const place = stopOf(turns, i);
  const where = place === undefined ? "" : `, before ${shown(place)}`;
  const points = pointsOf(turns, i);
  return `${from}, and is preempted at its ${points}${ordinal(points)} point${where}`;
}

/** As a schedule counts them: behind an await it is the same turn, if nobody else ran meanwhile. */
function pointsOf(turns: readonly TurnShown[], i: number): number {
  let points = 0;
  for (let j = i; turns[j]?.who === turns[i]?.who; j--) points += turns[j]?.points ?? 0;
  return points;
}

/** Where it goes on; if it never did, the last place that was seen. */
function stopOf(turns: readonly TurnShown[], i: number): Place | undefined {
  const turn = turns[i] as TurnShown;
  return turns.find((later, j) => j > i && later.who === turn.who)?.first ?? turn.last;
}

function shown(place: Place): string {
  // Of minified code the line says nothing.
  const column = place.column > longLine ? `:${place.column}` : "";
  return `${fileOf(place.file)}:${place.line}${column}${place.in === "" ? "" : ` (${place.in})`}`;
}

function placeOf({ file, line, column, in: inside }: Place): Place {
  return { file, line, column, in: inside };
}

/** From the package on, or the folder and the name. */
function fileOf(file: string): string {
  const path = file.replaceAll("\\", "/");
  const inPackage = path.lastIndexOf("/node_modules/");
  if (inPackage >= 0) return path.slice(inPackage + "/node_modules/".length);
  return path.split("/").slice(-2).join("/");
}

function ordinal(n: number): string {
  if (n % 100 >= 11 && n % 100 <= 13) return "th";
  return ["th", "st", "nd", "rd"][n % 10] ?? "th";
}

function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString("en-US")} ${n === 1 ? one : many}`;
}
