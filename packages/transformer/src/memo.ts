/** The value that `cache` has for `key`, made when it is first asked for. */
export function memo<K, V>(
  cache: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make();
  cache.set(key, made);
  return made;
}

/** The same, if `make` may come to ask for it, too: what was made first stays, since others stand on it. */
export function memoFirst<K, V>(cache: Map<K, V>, key: K, make: () => V): V {
  return memo(cache, key, () => {
    const made = make();
    return cache.get(key) ?? made;
  });
}
