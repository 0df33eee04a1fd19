/** Task bodies, compiled for each variant. */
import { join } from "node:path";
import { compileProgram } from "../../workload-runs/compile.ts";
import { type VariantName, variantOf } from "./variant.ts";

export const bodyNames = ["spin", "sha256", "sort", "json"] as const;
export type BodyName = (typeof bodyNames)[number];

/**
 * @param folder Where the modules go
 * @returns the address of each variant's module
 */
export function compileBodies(
  body: BodyName,
  variants: readonly VariantName[],
  folder: string,
): ReadonlyMap<VariantName, string> {
  const source = new URL(`./bodies/${body}.ts`, import.meta.url);
  const compiled = variants.map((name) => {
    const { transform } = variantOf(name);
    return [name, compileProgram(source, { folder: join(folder, name), variant: transform })] as const;
  });
  return new Map(compiled);
}
