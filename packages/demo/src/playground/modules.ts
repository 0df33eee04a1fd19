/**
 * Programs as modules of this page. Each module that a program can import gets a facade: a module of its own, behind a
 * blob: URL, that exports what the page's copy exports. The program is loaded the same way, with the facades' URLs in
 * the places of the names, so all else about imports is the engine's own.
 */
import type { Specifier } from "./imports.ts";

/** Where facades find the page's objects, by number. */
const shelf = new Map<number, unknown>();
let last = 0;
Object.defineProperty(globalThis, Symbol.for("preempt.playground"), { value: shelf });

type Namespace = Readonly<Record<string, unknown>>;

/** The text of a module that exports what stands at `place` on the shelf. */
export function facadeOf(namespace: Namespace, place: number): string {
  const names = Object.keys(namespace).join(", ");
  return `export const { ${names} } = globalThis[Symbol.for("preempt.playground")].get(${place});`;
}

/** `code` with other module names; lines stay where they are. */
export function replaceSpecifiers(
  code: string,
  specifiers: readonly Specifier[],
  urlOf: (name: string) => string,
): string {
  let result = "";
  let end = 0;
  for (const { name, from, to } of specifiers) {
    result += code.slice(end, from) + JSON.stringify(urlOf(name));
    end = to;
  }
  return result + code.slice(end);
}

/** Modules for one run; disposed of, their URLs lead nowhere, and their places are empty. */
export class Modules implements Disposable {
  readonly #urls = new Set<string>();
  readonly #places: number[] = [];
  readonly #facades = new Map<string, string>();

  /** Makes `namespace` importable as `name`. */
  provide(name: string, namespace: Namespace): void {
    // No place is used twice: a facade may be loaded late.
    const place = ++last;
    shelf.set(place, namespace);
    this.#places.push(place);
    this.#facades.set(name, this.#urlOf(facadeOf(namespace, place)));
  }

  /**
   * The URL of a program. `given` are names that it gets from "playground" without importing them.
   *
   * @throws Error if it imports what nobody provided
   */
  add(code: string, imports: readonly Specifier[], given: readonly string[]): string {
    const urlOf = (name: string) => {
      const url = this.#facades.get(name);
      if (url === undefined) throw new Error(`The playground has no module "${name}".`);
      return url;
    };
    // Last, so that no position moves.
    const tail = `\nimport { ${given.join(", ")} } from ${JSON.stringify(urlOf("playground"))};`;
    return this.#urlOf(replaceSpecifiers(code, imports, urlOf) + tail);
  }

  /** `text`, which a browser wrote, with the modules' names in the places of their URLs. */
  named(text: string): string {
    return [...this.#facades].reduce((named, [name, url]) => named.replaceAll(url, name), text);
  }

  #urlOf(code: string): string {
    const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    this.#urls.add(url);
    return url;
  }

  [Symbol.dispose](): void {
    for (const url of this.#urls) URL.revokeObjectURL(url);
    this.#urls.clear();
    for (const place of this.#places) shelf.delete(place);
  }
}
