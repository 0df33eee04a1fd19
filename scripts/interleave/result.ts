/** What a job gave, as a text: two results are the same if their texts are. */
import { inspect } from "node:util";

/** Everything is written out, and nothing of it is the object's own idea of how it should look. */
const whole = {
  depth: Number.POSITIVE_INFINITY,
  maxArrayLength: Number.POSITIVE_INFINITY,
  maxStringLength: Number.POSITIVE_INFINITY,
  breakLength: Number.POSITIVE_INFINITY,
  compact: true,
  customInspect: false,
} as const;

export const textOfValue = (value: unknown): string => inspect(value, whole);

/** Stack traces differ with the way a job is run. */
export const textOfError = (error: unknown): string =>
  error instanceof Error ? `throws ${error.name}: ${error.message}` : `throws ${textOfValue(error)}`;

/** Runs `job` as anybody would. */
export async function plainText(job: () => unknown): Promise<string> {
  try {
    return textOfValue(await job());
  } catch (error) {
    return textOfError(error);
  }
}

/** Where two texts part. */
export function firstDifference(got: string, expected: string): string {
  let at = 0;
  while (at < got.length && got[at] === expected[at]) at++;
  const from = Math.max(0, at - 30);
  return `…${got.slice(from, at + 60)} instead of …${expected.slice(from, at + 60)}`;
}
