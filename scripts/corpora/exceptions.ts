/** Programs that do something else by design, or by another's fault, each with the reason; docs/exactness.md has the reasons, too. */
export interface Exception {
  readonly kind: string;
  readonly names: RegExp;
  readonly reason: string;
}

export const exceptions: readonly Exception[] = [];

export function exceptionFor(kind: string, name: string): Exception | undefined {
  return exceptions.find((e) => e.kind === kind && e.names.test(name));
}
