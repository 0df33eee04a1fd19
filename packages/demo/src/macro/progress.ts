/**
 * What has been done so far. Counted as it is done, so that jobs that are unfinished at the end count by their part.
 */
export interface Progress {
  /** Of the busy loop. */
  units: number;
  /** Of AES, there and back. */
  records: number;
  /** Jobs of the busy loop, and records, whose result was not the right one. */
  wrong: number;
}

export const newProgress = (): Progress => ({ units: 0, records: 0, wrong: 0 });
