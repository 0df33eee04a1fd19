/**
 * What emitted code says about exclusive units; see units.ts. The lock is found through the realm's object, so that all copies of a
 * module share it. A file without units loads none of this.
 *
 *   const $lock = $exclusive("package/file");
 *   if ($lock.owner !== void 0 && $mustWait($lock)) { …the frame is saved… return $signal; }     in a resumable body
 *   if ($lock.owner !== void 0) $waitHere($lock);                                                in the original
 */
import { realm } from "../realm/realm.ts";
import type { UnitHooks } from "./holder.ts";
import type { Lock } from "./lock.ts";
import { Units } from "./units.ts";

const { state } = realm;

/** The lock of the unit of that name. */
export function exclusive(name: string): Lock {
  state.units ??= new Units();
  return state.units.lock(name) as Lock;
}

/** Whether code that enters the unit, which is held, has to be suspended first. */
export function mustWait(lock: Lock): boolean {
  return (state.units as UnitHooks).mustWait(lock);
}

/** Runs the holders of the unit until nobody is inside. */
export function waitHere(lock: Lock): void {
  (state.units as UnitHooks).waitHere(lock);
}

/** The value with which an async function or a generator of the unit goes on, once nobody is inside. */
export function entered<T>(lock: Lock | undefined, value: T): T {
  if (lock !== undefined && lock.owner !== undefined) waitHere(lock);
  return value;
}
