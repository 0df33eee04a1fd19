/** Keys of members, for emitted code. */
const { ownKeys } = Reflect;

const bodyKeys: Record<string, symbol> = Object.create(null);

/** A symbol that no user code sees: the key of a body while its class or object literal is made. */
export function bodyKey(name: string): symbol {
  bodyKeys[name] ??= Symbol(name);
  return bodyKeys[name];
}

/** What the language makes of a computed key: a string or a symbol, by the same conversions in the same order. */
export function propertyKey(value: unknown): string | symbol {
  if (typeof value === "string" || typeof value === "symbol") return value;
  if (typeof value === "number") return `${value}`;
  return ownKeys({ [value as string]: undefined })[0] as string | symbol;
}
