/**
 * The one object per realm that kernel and emitted code share: what a preemption point counts, what a capture leaves
 * behind, and where functions have their entries.
 *
 * It is found through a global symbol, so that two copies of the runtime on one page, a classic script and a module, all
 * count the same budget and understand each other's capture signal. The functions of the protocol are not in it: each
 * copy has its own, and a bundler keeps those that are used. Classic scripts find them here too, see script.ts.
 */
import { abiSymbol, type PlainBody } from "@preempt/abi";
import { createStamp, type Entry } from "../protocol/entry.ts";
import type { Callable } from "./intrinsics.ts";
import { noteCopy } from "./notes.ts";
import { Settled } from "./settled.ts";
import type { RealmState } from "./state.ts";

/** The symbol under which classic scripts, and a second copy of the runtime, find the realm's object. */
const realmSymbol: symbol = Symbol.for(abiSymbol);

function create() {
  /** What the state awaits when nobody waits. */
  const nothing = Object.freeze({ preempt: "not waiting" });
  const state: RealmState = {
    budget: 0,
    depth: 0,
    isDeep: false,
    same: (value) => value,
    forget: undefined,
    abandon: undefined,
    units: undefined,
    // A hundred times what an engine's own stack holds, in some 300 MB.
    mostFrames: 2_000_000,
    captured: undefined,
    awaiting: nothing,
    exact: false,
    isHit: false,
  };
  return {
    state,
    nothing,
    /** What a call returns whose callee was captured. */
    signal: Object.freeze({ preempt: "captured" }),
    /** Functions that any call may run preemptably. Closures have their plain body there, see plain-entry.ts. */
    entries: createStamp<Entry | PlainBody>(),
    /** Annotated async functions, which only an awaited call may run so. */
    asyncEntries: createStamp<Entry>(),
    /** The functions that `arguments.callee` shows in place of their resumable bodies. */
    owners: createStamp<Callable>(),
    Settled,
  };
}

function find(): ReturnType<typeof create> {
  const found = (globalThis as Record<symbol, unknown>)[realmSymbol] as ReturnType<typeof create> | undefined;
  if (found !== undefined) return found;
  const made = create();
  Object.defineProperty(globalThis, realmSymbol, { value: made });
  return made;
}

export const realm: ReturnType<typeof create> = find();

declare const process: { readonly env: { readonly NODE_ENV?: string } };

try {
  if (process.env.NODE_ENV !== "production") noteCopy();
} catch {
  // A page without a bundler is not in development.
}

/**
 * For code that is not the hottest: without a bundler an engine reads an import from memory each time. Where that shows, a file has
 * constants of its own.
 */
export const { state, signal, entries } = realm;
