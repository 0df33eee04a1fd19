/** What the address says: an entry of the gallery, as in `#chat`. */

/** The first one without a choice, or if there is none of that name. */
export function choiceOf<E extends { readonly id: string }>(hash: string, entries: readonly [E, ...E[]]): E {
  return entries.find(({ id }) => `#${id}` === hash) ?? entries[0];
}

/** Links to this address once led to the scheduler's page, and carried a set-up as in `#scenario=chess&policy=fp`. */
export function isOldLink(hash: string): boolean {
  return hash.includes("=");
}
