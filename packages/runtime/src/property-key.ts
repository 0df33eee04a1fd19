/** Keys of members, for emitted code. */
const { ownKeys } = Reflect;

const bodyKeys: symbol[] = [];

/** A symbol that no user code sees, for the body of a class's or literal's member number `index` while it is made. */
export function bodyKey(index: number): symbol {
  bodyKeys[index] ??= Symbol(`resumable body of member ${index}`);
  return bodyKeys[index];
}

/** What the language makes of a computed key: a string or a symbol, by the same conversions in the same order. */
export function propertyKey(value: unknown): string | symbol {
  if (typeof value === "string" || typeof value === "symbol") return value;
  return ownKeys({ [value as string]: undefined })[0] as string | symbol;
}
