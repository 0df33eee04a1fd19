/** The results that work should have, by the code as it was written (`?plain`). A check is a line in the table. */
import type * as Markdown from "./scenarios/markdown/work.ts";
import * as plainMarkdown from "./scenarios/markdown/work.ts?plain";

const markdown = plainMarkdown as typeof Markdown;

const checks = {
  markdown: (typed: string, file: string, size: number): string => markdown.render(typed, file, size).hash,
};

export type Checks = typeof checks;
export interface Question {
  readonly id: number;
  readonly kind: keyof Checks;
  readonly input: readonly unknown[];
}
export type Answer =
  | { readonly id: number; readonly result: string; readonly error?: undefined }
  | { readonly id: number; readonly error: string };

function answer({ id, kind, input }: Question): Answer {
  try {
    return { id, result: (checks[kind] as (...input: unknown[]) => string)(...input) };
  } catch (error) {
    return { id, error: String(error) };
  }
}

self.addEventListener("message", ({ data }: MessageEvent<Question>) => self.postMessage(answer(data)));
