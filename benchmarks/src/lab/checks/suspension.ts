/** Checks of tasks that suspend themselves. */
import { LabError, show } from "../errors.ts";
import type { TaskParameters } from "../parameters.ts";
import { hasSuspension } from "../suspension.ts";
import { checkTime } from "./values.ts";

/**
 * @param tasks Of one set, checked before
 * @throws LabError that names task and field
 */
export function checkSuspension(tasks: readonly TaskParameters[], where: string): void {
  tasks.forEach((task, k) => {
    checkOne(task, `${where}, task ${k}`);
  });
  if (!hasSuspension(tasks)) return;
  const blocks = ({ B = 0, q = 0, chunks = [], cs = {} }: TaskParameters) =>
    B > 0 || q > 0 || chunks.length > 0 || Object.values(cs).some((length) => length > 0);
  const k = tasks.findIndex(blocks);
  if (k < 0) return;
  const words = `${where}, task ${k} has blocking, regions, chunks or sections, and a task of the set suspends itself`;
  throw new LabError("suspension_blocking", `${words}. Leave one of both out: no test covers them together.`);
}

function checkOne({ C, S, segments }: TaskParameters, where: string): void {
  if (S !== undefined) checkTime(S, `${where}: the suspension S`, 0);
  if (segments === undefined) return;
  if (!Array.isArray(segments) || segments.length % 2 === 0) {
    const words = `${where}: segments is ${show(segments)}`;
    throw new LabError("segments_not_a_list", `${words}. Give an odd number of times, execution first and last.`);
  }
  segments.forEach((length, i) => {
    checkTime(length, `${where}: segment ${i}`, i % 2 === 0 ? 1 : 0);
  });
  const sum = (rest: number) =>
    segments.reduce((all: number, length: number, i: number) => (i % 2 === rest ? all + length : all), 0);
  if (sum(0) !== C) {
    const words = `${where}: the executions of its segments add up to ${sum(0)}, and C is ${C}`;
    throw new LabError("segments_not_c", `${words}. Make them equal.`);
  }
  if (S === undefined || S === sum(1)) return;
  const words = `${where}: the suspensions of its segments add up to ${sum(1)}, and S is ${S}`;
  throw new LabError("segments_not_s", `${words}. Make them equal, or leave S out.`);
}
