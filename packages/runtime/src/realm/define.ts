const { defineProperty } = Object;

/** ECMAScript, CreateDataPropertyOrThrow: whatever has become of `Object.prototype`. */
export function define(object: object, key: PropertyKey, value: unknown): void {
  defineProperty(object, key, {
    __proto__: null,
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  } as object);
}
