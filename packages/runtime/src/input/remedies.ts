/**
 * What to give instead of a value that was refused: the last sentence of the error's message. Development says it; production
 * leaves it to the list in docs/kernel.md, and bundlers leave these texts out.
 */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** By the end of the error's code. */
const remedies = {
  budget_not_a_count: '"auto", an integer of 0 or more, or Infinity',
  deadline_not_positive: "milliseconds after the release, above 0; for a single job also { at: an instant }",
  _not_positive: "a number of milliseconds above 0",
  _negative: "a number of milliseconds, 0 or above",
  _not_finite: "any finite number; larger is more urgent",
  _not_a_function: "a function",
  _async_generator: "an async function that walks over it with for await, or a generator function",
};

/** Ends the sentence "Give …"; undefined where it is not said. */
export function remedyFor(code: string): string | undefined {
  try {
    if (process.env.NODE_ENV !== "production") return find(code);
  } catch {
    // A page without a bundler has loaded the texts anyway.
    return find(code);
  }
  return undefined;
}

const find = (code: string) => Object.entries(remedies).find(([end]) => code.endsWith(end))?.[1];
