/**
 * Tests whose outcome differs, each with the reason; docs/exactness.md has them too.
 */
export interface Exception {
  readonly files: RegExp;
  readonly reason: string;
}

export const exceptions: readonly Exception[] = [
  {
    files: /arguments-object\/10\.6-13-a-[23]\.js$/,
    reason: "asks f.caller, which no standard defines: between two annotated functions stand frames of the runtime",
  },
  {
    files:
      /statements\/async-generator\/(return-undefined-implicit-and-explicit|yield-(star-)?return-then-getter-ticks)\.js$/,
    reason: "counts microtask turns: a request of a preemptable async generator takes some more than the engine's own",
  },
];

export function exceptionFor(file: string): Exception | undefined {
  return exceptions.find((e) => e.files.test(file));
}
