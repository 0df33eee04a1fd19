/** Reference data, computed by other simulators. */
import { readdirSync, readFileSync } from "node:fs";

export function loadAll<T>(folder: string): { readonly file: string; readonly data: T }[] {
  const url = new URL(`./${folder}/`, import.meta.url);
  return readdirSync(url)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((file) => ({ file, data: JSON.parse(readFileSync(new URL(file, url), "utf8")) as T }));
}
