/** What the recorded person searches for, letter by letter. */
const queries = ["beekeper prague", "zurihc weaver", "ada lovelace", "oslo pilto", "gote cellist"];
/** Milliseconds between two letters, and letters' times that a query stays. */
export const every = 160;
const stays = 10;

/** Gives the next text of the field; nothing as long as a query stays. */
export function typing(): () => string | undefined {
  let steps = 0;
  let query = 0;
  return () => {
    const words = queries[query % queries.length] as string;
    if (steps === words.length + stays) {
      steps = 0;
      query++;
      return undefined;
    }
    return steps++ < words.length ? words.slice(0, steps) : undefined;
  };
}
