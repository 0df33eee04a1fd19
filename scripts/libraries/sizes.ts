/** How much larger a library's code becomes: its package bundled, minified and compressed, as written and transformed whole. */
import type { Optimize } from "@preempt/transformer";
import preempt from "@preempt/transformer/vite";
import { installPackages } from "../../benchmarks/src/install-packages.ts";
import { minifiedSize } from "../../benchmarks/src/minified-size.ts";
import type { Library } from "./library.ts";

/** What the transform is told, by the name that a table has for it. */
export const variants = {
  default: "speed",
  "startBodies: false": { startBodies: false },
  '"size"': "size",
} as const satisfies Record<string, Optimize>;

export type Variant = keyof typeof variants;

export interface Size {
  readonly library: Library;
  /** Bytes of the library as written. */
  readonly original: number;
  /** How many times as many it has transformed. */
  readonly growth: Readonly<Record<Variant, number>>;
}

/** @param folder Where the packages are, or are put */
export async function measureSizes(libraries: readonly Library[], folder: string): Promise<Size[]> {
  installPackages(folder, Object.fromEntries(libraries.map(({ name, version }) => [name, version])));
  const sizes: Size[] = [];
  for (const library of libraries) {
    const original = await bundled(library, folder);
    const growth: Partial<Record<Variant, number>> = {};
    for (const [variant, optimize] of Object.entries(variants) as [Variant, Optimize][]) {
      growth[variant] = (await bundled(library, folder, optimize)) / original;
    }
    sizes.push({ library, original, growth: growth as Size["growth"] });
  }
  return sizes;
}

/**
 * Bytes of the package's entry with all that it imports, but for the runtime. Of packages that it depends on nothing is
 * transformed: who transforms one whole says so of each.
 */
function bundled({ name }: Library, root: string, optimize?: Optimize): Promise<number> {
  const code = `export * from "${name}"; import * as all from "${name}"; export default all;`;
  const plugins = optimize === undefined ? [] : [preempt({ packages: [name], onDiagnostic: () => {}, optimize })];
  return minifiedSize(code, { root, plugins, external: [/^@preempt\/runtime/] });
}
