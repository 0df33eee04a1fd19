/** A page of the demo that measures, asked from here, in any browser. */
import { LabError } from "../lab/errors.ts";
import { servePage } from "../rounds/browsers.ts";
import { type BrowserName, openBrowser } from "./open.ts";
import { until } from "./until.ts";

export interface PageHandle {
  /** Name and version. */
  readonly engine: string;
  /**
   * What a function of the page's handle answers.
   *
   * @param ms About how long it takes: until then the page is left alone, for whoever asks holds it up for a moment.
   */
  ask<Answer>(name: string, options: object, ms: number): Promise<Answer>;
}

/**
 * Opens rounds.html of the demo in each of the browsers, one after the other.
 *
 * @throws LabError if a browser is not here, or its page does not answer
 */
export async function inEach(
  browsers: readonly BrowserName[],
  use: (page: PageHandle) => Promise<void>,
): Promise<void> {
  const { url, stop } = await servePage();
  try {
    for (const name of browsers) {
      const { engine, goTo, run, close } = await openBrowser(name);
      try {
        await goTo(url);
        await until(async () => (await run("return '__rounds' in window;")) === true, "the page does not answer");
        const ask = async <Answer>(name: string, options: object, ms: number): Promise<Answer> => {
          await run(`window.__answer = undefined;
            const tell = (answer) => { window.__answer = JSON.stringify(answer); };
            void window.__rounds.${name}(${JSON.stringify(options)}).then(
              (value) => tell({ value }), (error) => tell({ error: String(error) }));`);
          await new Promise((resolve) => setTimeout(resolve, ms));
          let text: unknown;
          await until(async () => {
            text = await run("return window.__answer;");
            return typeof text === "string";
          }, "the page does not answer");
          const { value, error } = JSON.parse(text as string) as { value: Answer; error?: string };
          if (error !== undefined) throw new LabError("page_failed", `${engine}: ${error}`);
          return value;
        };
        await use({ engine, ask });
      } finally {
        await close();
      }
    }
  } finally {
    stop();
  }
}
