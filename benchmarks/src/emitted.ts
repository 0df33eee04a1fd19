/** Small programs, compiled in the ways that are compared. Each compilation is a module of its own, as users have them. */
import { type Optimizations, transform } from "@preempt/transformer";

/** The ways of the transform. */
export const emissions = {
  "plain bodies": {},
  generators: { optimize: { plainBodies: false } },
  "yield* (paper)": { strategy: "paper" },
} satisfies Record<string, Way>;

interface Way {
  readonly strategy?: "paper";
  readonly optimize?: Optimizations;
}

export type Emission = keyof typeof emissions;

export const emissionNames = Object.keys(emissions) as Emission[];

/**
 * @param program A module in which annotated functions are marked `@preempt`
 * @param optimize What is different from the emission's own
 * @returns what it exports
 * @throws Error if one of them cannot be made preemptable
 */
export async function emitted<Exports>(
  program: string,
  emission: Emission,
  optimize: Optimizations = {},
): Promise<Exports> {
  const way: Way = emissions[emission];
  const { code, functions } = transform(program, {
    ...way,
    optimize: { ...way.optimize, ...optimize },
    fileName: "benchmark.js",
    sourceMap: false,
  });
  const [refused] = functions.refused;
  if (refused !== undefined) throw new Error(`${refused.line}:${refused.column} ${refused.message}`);
  return await untransformed(code);
}

let modules = 0;

/** The module as it is. It may import the runtime. */
export async function untransformed<Exports>(program: string): Promise<Exports> {
  const code = program.replace("@preempt/runtime/abi", import.meta.resolve("@preempt/runtime/abi"));
  // Engines load a module of one address once: each gets its own.
  return (await import(`data:text/javascript,${encodeURIComponent(code)}//${modules++}`)) as Exports;
}
