/** The worker of a page that uses one: loads the work of an entry, prepares its own data, and answers requests in turn. */
import type { Work } from "./entry.ts";
import { plainWork } from "./works.ts";

export type Question = { readonly load: string } | { readonly id: number; readonly request: unknown };
export type Answer =
  | { readonly loaded: true }
  | { readonly id: number; readonly result: unknown; readonly error?: undefined }
  | { readonly id: number; readonly error: string };

let work: Work<unknown, unknown, unknown>;
let data: unknown;

self.addEventListener("message", async ({ data: question }: MessageEvent<Question>) => {
  if ("load" in question) {
    work = await plainWork(question.load);
    data = await work.prepare();
    self.postMessage({ loaded: true } satisfies Answer);
    return;
  }
  const { id, request } = question;
  try {
    self.postMessage({ id, result: await work.run(data, request) } satisfies Answer);
  } catch (error) {
    self.postMessage({ id, error: String(error) } satisfies Answer);
  }
});
