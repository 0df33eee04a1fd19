/**
 * State that may be shared, whatever the order in which jobs use it.
 *
 *   counter         id++                                               only ever stepped in one direction: two jobs get two numbers
 *   lazy constant   if (table === undefined) table = makeTable();      whoever is second makes it again, and it is the same
 *   cache           cache.get(key) … cache.set(key, value)             by key only, for values that follow from the key
 */
import { isLikelyBuiltin } from "../../1-resolve/language/builtins.ts";
import { type Access, type Accesses, mayWrite } from "./accesses.ts";
import { isCache, isKeyedCall } from "./caches.ts";
import { isEmptyObject, isOneWay, isReset, isStep } from "./counters.ts";
import { isLazy, isSameConstant } from "./lazy-constants.ts";
import { isWeak, overlap } from "./place.ts";
import type { Places } from "./places.ts";
import type { WindowFound } from "./state-effects.ts";

/** Why it does no harm that jobs interleave. */
export type BenignReason = "cache" | "counter" | "lazy constant";

export function benignReason(
  { root, part, write, read }: Pick<WindowFound, "root" | "part" | "write" | "read">,
  accesses: Accesses,
  places: Places,
): BenignReason | undefined {
  if (isWeak(root) && isKeyedCall(write) && isKeyedCall(read)) return "cache";
  // What a method of the object does, or the language, stands in no list.
  if (part === "lastIndex" || (part !== "=" && !accesses.of(root).some(({ node }) => node === write))) return undefined;
  const all = accesses.of(root).filter((access) => !access.isLoading);
  const isNamed = !part.startsWith("*");
  // What is done to the whole object is not known to concern a property that has a name.
  const isAboutWhole = ({ part: other, kind }: Access) => other === "*" && (kind === "given" || kind === "method");
  const own = all.filter((a) => overlap(a.part, part) && !(isNamed && isAboutWhole(a)));
  const changes = own.filter(mayWrite);
  const writes = changes.filter((write) => !(part === "=" && isReset(write)));
  if (writes.length === 0)
    return changes.length === 0 ? undefined : changes.every(({ node }) => isEmptyObject(node)) ? "cache" : "counter";
  if (writes.every(isStep) && isOneWay(writes)) return "counter";
  const isHandled = all.some(
    ({ kind, method }) => kind === "method" && method !== undefined && !isLikelyBuiltin(method),
  );
  if (!isHandled && writes.every((write) => isSameConstant(write, writes[0] as Access))) return "lazy constant";
  if (writes.every((write) => isLazy(write, root, places))) return part === "=" ? "lazy constant" : "cache";
  if (!isNamed && isCache(root, all, accesses, places)) return "cache";
  return undefined;
}
