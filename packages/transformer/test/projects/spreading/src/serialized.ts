/** A file that calls `JSON.stringify`, and has no `toJSON` itself. */

/** @preempt */
export function serialized(value: object): string {
  return JSON.stringify(value);
}
