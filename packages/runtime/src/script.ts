/**
 * For pages of classic scripts, which import nothing: puts all that emitted code may mention where it looks for it, the
 * counterparts of built-ins included. Exports the same.
 */
import * as abi from "./abi.ts";
import { realm } from "./realm/realm.ts";

Object.assign(realm, abi);

export * from "./abi.ts";
