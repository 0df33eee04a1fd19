/** What programs can import. */
export const moduleNames = [
  "playground",
  "@preempt/runtime",
  "@preempt/runtime/observers",
  "@preempt/runtime/analysis",
] as const;

export type ModuleName = (typeof moduleNames)[number] | "@preempt/runtime/abi";

/** Emitted code imports the ABI; people need not know. */
export function isKnownModule(name: string): name is ModuleName {
  return name === "@preempt/runtime/abi" || moduleNames.some((known) => known === name);
}
