/**
 * Tests whose outcome differs for a reason that stands in docs/test262.md.
 */
export interface Exception {
  readonly files: RegExp;
  readonly reason: string;
}

export const exceptions: readonly Exception[] = [];

export function exceptionFor(file: string): Exception | undefined {
  return exceptions.find((e) => e.files.test(file));
}
