/** In the page: measures, and leaves what came of it for whoever asks. */
import { measurePair, type Pair, type SessionReport } from "./measure.ts";

/** What a page answers when it is asked. */
export type PageAnswer = { readonly report: SessionReport } | { readonly error: string };

export async function measureInPage(pair: Pair): Promise<void> {
  // Results are data; a page cannot collect garbage.
  const tools = {
    areEqual: (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b),
    collect: () => {},
  };
  const answer: PageAnswer = await measurePair(pair, tools).then(
    (report) => ({ report }),
    (error) => ({ error: String(error) }),
  );
  Object.assign(globalThis, { __workload: JSON.stringify(answer) });
}
