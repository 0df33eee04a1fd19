/**
 * A worker that is kept, as one would keep it: started once, before anything is measured. Input and result are cloned;
 * the buffers of a result are handed over, since the worker has no more use for them.
 */
import { openThread } from "../session/thread.ts";
import type { Run } from "./run.ts";

interface Answer {
  readonly value?: unknown;
  readonly error?: unknown;
}

/** @param url Of a module that calls `serve`. */
export function adapt(url: URL): Run {
  const waiting: ((answer: Answer) => void)[] = [];
  const thread = openThread(url, (answer) => waiting.shift()?.(answer as Answer));
  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push(({ value, error }) => (error === undefined ? resolve(value) : reject(error)));
      thread.post(input);
    });
}
