/** A schedule as a test writes it down, and where it differs from the one that ran. */
import { PreemptError, show } from "../input/errors.ts";
import { type ScheduleLine, timesOf } from "./schedule-text.ts";

interface ExpectedLine {
  readonly times: string;
  /** Job, and how the segment ends, as far as they are said. */
  readonly rest: string;
  readonly text: string;
}

/** For lines in which one space stands where several may. */
const form = /^(-?\d+(?:\.\d+)?)(?: ?[-–] ?(-?\d+(?:\.\d+)?))? (.+)$/;

/** @throws PreemptError if a line is not of the form `from–to who` */
export function parseSchedule(lines: string): ExpectedLine[] {
  if (typeof lines !== "string") {
    throw new PreemptError(
      "schedule_not_text",
      `the schedule is ${show(lines)}. Give a text with a line for each segment: 0-3 audio.`,
    );
  }
  return lines
    .split("\n")
    .map((line) => line.trim().replaceAll(/\s+/g, " "))
    .filter((line) => line !== "")
    .map((text) => {
      const [, from = "", to = from, rest = ""] = form.exec(text) ?? [];
      if (from !== "") return { times: timesOf(Number(from), Number(to)), rest, text };
      throw new PreemptError(
        "schedule_line",
        `a line of the schedule is "${text}". Give times and a job: "0–3 T1J0 audio", "0-3 audio", "5 T0J1 done".`,
      );
    });
}

/** Undefined if it is the same schedule. */
export function differenceOf(expected: readonly ExpectedLine[], ran: readonly ScheduleLine[]): string | undefined {
  const isIdleSaid = expected.some(({ rest }) => rest === "idle");
  const actual = isIdleSaid ? ran : ran.filter(({ job }) => job !== undefined);
  const length = Math.max(expected.length, actual.length);
  const first = Array.from({ length }, (_, i) => i).find((i) => !isSame(expected[i], actual[i]));
  if (first === undefined) return undefined;
  const before = actual.slice(Math.max(0, first - 5), first).map(({ text }) => `  ${text}`);
  const wanted = expected.slice(first, first + 5).map(({ text }) => `- ${text}`);
  const found = actual.slice(first, first + 5).map(({ text }) => `+ ${text}`);
  return [...before, ...wanted, ...found].join("\n");
}

function isSame(expected: ExpectedLine | undefined, actual: ScheduleLine | undefined): boolean {
  if (expected === undefined || actual === undefined) return false;
  if (expected.times !== timesOf(actual.from, actual.to)) return false;
  const { job, note } = actual;
  const names = job === undefined ? ["idle"] : [job.id, job.name, `${job.id} ${job.name}`];
  return names.some((name) => expected.rest === name || expected.rest === `${name} ${note}`);
}
