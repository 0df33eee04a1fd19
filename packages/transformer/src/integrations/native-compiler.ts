/**
 * From version 7 on, TypeScript's compiler is a native program: it runs no plugins, and gives JavaScript neither trees nor a printer. ts-patch
 * ends with an error before it reads a tsconfig.json (`Cannot read properties of undefined (reading 'LineFeed')`).
 */

/** @param version Of the package typescript */
export function isNative(version: string): boolean {
  return Number.parseInt(version, 10) >= 7;
}

/** What to do, as a sentence. */
export const insteadOfPatch: string =
  "Build with `preempt build -p tsconfig.json`, which needs no tspc: it brings its own compiler.";
