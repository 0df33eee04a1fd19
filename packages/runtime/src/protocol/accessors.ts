/**
 * Run or capture for getters and setters. Who reads `o.total` does not call the getter, the engine does. So emitted code looks for the
 * accessor itself, as the engine would, and calls its resumable body. That is exact for ordinary objects only: a proxy would see that
 * it is asked. Where there is no such accessor, or where that is not sure, the property is read as ever.
 *
 * Looking takes longer than reading. A site that has found nothing for a while reads without asking, until an accessor reports that it
 * was called. An answer that is out of date costs preemption points, never a result.
 */
import type { PlainBody, SharedAccessSite } from "@preempt/abi";
import type { Body, Callable } from "../realm/intrinsics.ts";
import { isOrdinary, markOrdinary } from "./ordinary.ts";
import { attach } from "./protocol.ts";
import { takeOut } from "./protocol-members.ts";
import { attachPlain, bodyOf } from "./protocol-plain.ts";

const { getOwnPropertyDescriptor, getPrototypeOf, hasOwn } = Object;

/** After so many objects without the accessor a site is no longer hot. */
const most = 64;

export interface AccessSite extends SharedAccessSite {
  readonly key: string;
  left: number;
}

type Kind = "get" | "set";

/** What the reads, or the assignments, of one name in one file have in common. */
export function accessSite(key: string): AccessSite {
  return { key, isHot: true, left: most };
}

/** The resumable body of the getter that reading the property of `object` would call; undefined if it is to be read. */
export function getterOf(site: AccessSite, object: unknown): PlainBody | undefined {
  return find(site, object, "get");
}

export function setterOf(site: AccessSite, object: unknown): PlainBody | undefined {
  return find(site, object, "set");
}

function find(site: AccessSite, object: unknown, kind: Kind): PlainBody | undefined {
  const body = bodyOf(accessorOf(object, site.key, kind));
  if (body !== undefined) {
    site.left = most;
    return body;
  }
  site.left--;
  if (site.left <= 0) {
    site.isHot = false;
    site.left = most;
  }
  return undefined;
}

/** The accessor that the engine would call, if that can be found out without anybody noticing. */
function accessorOf(object: unknown, key: PropertyKey, kind: Kind): Callable | undefined {
  if ((typeof object !== "object" || object === null) && typeof object !== "function") return undefined;
  for (
    let owner: object | null = object as object;
    owner !== null && isOrdinary(owner);
    owner = getPrototypeOf(owner)
  ) {
    const found = getOwnPropertyDescriptor(owner, key);
    if (found !== undefined) return ownAccessor(found, kind);
  }
  return undefined;
}

/** A descriptor inherits from `Object.prototype`, which may be anything. */
function ownAccessor(descriptor: PropertyDescriptor, kind: Kind): Callable | undefined {
  return hasOwn(descriptor, kind) ? (descriptor[kind] as Callable | undefined) : undefined;
}

/**
 * Makes the accessor `target[key]` preemptable, if it is still there. Returns `target`.
 *
 * @param key Undefined if another member has taken the accessor's place
 * @param given Its body, or the key under which that was defined beside it; see {@link takeOut}
 */
export function attachAccessor<T extends object>(
  target: T,
  key: PropertyKey | undefined,
  kind: Kind,
  given: PlainBody | Body | symbol,
  isPlain: boolean,
): T {
  const body = typeof given === "symbol" ? takeOut(target, given) : given;
  markOrdinary(target);
  const found = key === undefined ? undefined : getOwnPropertyDescriptor(target, key);
  const f = found && ownAccessor(found, kind);
  if (f !== undefined) {
    if (isPlain) attachPlain(f, body as PlainBody);
    else attach(f, body as Body);
  }
  return target;
}
