/**
 * Whether an object is no proxy. The language does not tell; Node, Bun and Deno do. Elsewhere it is known of objects that were seen to be
 * made.
 */
interface Host {
  readonly process?: { getBuiltinModule?: (name: string) => { types?: { isProxy?: (value: unknown) => boolean } } };
}

const { process } = globalThis as Host;
const isProxy = process?.getBuiltinModule?.("node:util")?.types?.isProxy;

export function isOrdinary(object: object): boolean {
  return isProxy !== undefined && !isProxy(object);
}
