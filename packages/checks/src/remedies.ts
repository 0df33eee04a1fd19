/** What to give instead of a value that was refused, by the end of the error's code. */
const remedies = {
  budget_not_a_count: '"auto", an integer of 0 or more, or Infinity',
  deadline_not_positive: "milliseconds after the release, above 0; for a single job also { at: an instant }",
  _not_positive: "a number of milliseconds above 0",
  _negative: "a number of milliseconds, 0 or above",
  _not_finite: "any finite number; larger is more urgent",
  _not_a_fraction: "a number above 0, at most 1",
  _not_a_count: "an integer of 1 or more, or Infinity",
  _not_a_boolean: "true or false",
  _not_a_function: "a function",
  _not_a_string: "a string",
  _not_a_signal: "an AbortSignal",
  _not_a_list: "an array",
  _not_an_object: "an object",
  timed_out: "a longer timeout, or less work",
  limit_reached: "a higher limit, or less work",
  deadline_missed: "a later deadline, or less work",
  release_skipped: "a larger backlog, or release less often",
  _async_generator: "an async function that walks over it with for await, or a generator function",
};

/** Ends the sentence "Give …"; undefined for codes whose errors bring their own. */
export const remedyOf = (code: string): string | undefined =>
  Object.entries(remedies).find(([end]) => code.endsWith(end))?.[1];
