/**
 * The one object per realm that kernel and emitted code share.
 *
 * It is found through a global symbol, so that two copies of the runtime on one page, a classic script
 * and a module, all count the same budget and understand each other's capture signal.
 */
import { createProtocol, type Protocol } from "./protocol.ts";

/** The symbol under which classic scripts, and a second copy of the runtime, find the protocol. */
const realmSymbol: symbol = Symbol.for("@preempt/runtime/abi@1");

function find(): Protocol {
  const found = (globalThis as Record<symbol, unknown>)[realmSymbol] as Protocol | undefined;
  if (found !== undefined) return found;
  const made = createProtocol();
  Object.defineProperty(globalThis, realmSymbol, { value: made });
  return made;
}

export const realm: Protocol = find();
