/** Self-suspension of generated tasks. */
import type { TaskParameters } from "../task-set.ts";
import { type Count, cutAtRandom, type Random, type Share, shareOf } from "./random.ts";
import { drawChunks } from "./sections.ts";

/**
 * S as a share of what C leaves of the period, so that a job alone is in time (as in Chen, Nelissen and Huang, ECRTS 2016).
 * With `segments`, C and S are cut at random: all ways are equally likely.
 */
export function drawSuspension(
  random: Random,
  { C, T }: Pick<TaskParameters, "C" | "T">,
  share: Share,
  segments: Count | undefined,
): Pick<TaskParameters, "S" | "segments"> {
  const S = shareOf(random, share, Math.max(0, T - C));
  if (segments === undefined) return { S };
  if (C === 0) return { S: 0 };
  const executions = drawChunks(random, C, random.integer(segments.least, segments.most));
  if (executions.length === 1) return { S: 0, segments: executions };
  const pauses = cutAtRandom(random, S, executions.length - 1);
  return { S, segments: executions.flatMap((length, i) => (i === 0 ? [length] : [pauses[i - 1] as number, length])) };
}
