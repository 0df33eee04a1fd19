/** Programs that do something else by design, or by another's fault, each with the reason; docs/exactness.md has the reasons, too. */
export interface Exception {
  readonly kind: string;
  readonly names: RegExp;
  readonly reason: string;
}

export const exceptions: readonly Exception[] = [
  {
    kind: "uglify",
    names: /^test\/compress\/sandbox\.js issue_4811_[12]$/,
    reason: "prints a name of the global object, among whose names a classic script has those of emitted code",
  },
  {
    kind: "babel",
    names: /\/optional-chain-delete-property(?:-with-transform)?\/exec\.js$/,
    reason: "the engine's error shows the text of a class, which is that of the emitted code",
  },
  {
    kind: "chakra",
    names: /^test\/LetConst\/q\.js$/,
    reason: "prints the names of all global variables, among which a classic script has those of emitted code",
  },
  {
    kind: "jerryscript",
    names: /^tests\/jerry\/builtin-objects-accessor-property-configurable\.js$/,
    reason:
      "walks the keys of the global object, among which is the runtime's symbol where classic scripts are emitted",
  },
  {
    kind: "jerryscript",
    names: /^tests\/jerry\/(?:es\.next\/regression-test-issue-4870|regression-test-issue-5101)\.js$/,
    reason:
      "a function calls itself until the stack ends, and it can be seen how often it did: frames are of another size",
  },
  {
    kind: "jerryscript",
    names: /^tests\/jerry\/private_fields\.js$/,
    reason:
      "terser renames private names that a direct eval mentions; in the plain program it gives this one its own name",
  },
];

export function exceptionFor(kind: string, name: string): Exception | undefined {
  return exceptions.find((e) => e.kind === kind && e.names.test(name));
}
