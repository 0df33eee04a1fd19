/** The value that `cache` has for `key`, made when it is first asked for. */
export function memo<K, V>(
  cache: { get(key: K): V | undefined; has(key: K): boolean; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const known = cache.get(key);
  if (known !== undefined || cache.has(key)) return known as V;
  const made = make();
  cache.set(key, made);
  return made;
}
