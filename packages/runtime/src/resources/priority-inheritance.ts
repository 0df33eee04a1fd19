import { exclusion, type Protocol } from "./protocol.ts";

/**
 * Priority inheritance (Sha, Rajkumar and Lehoczky, "Priority Inheritance Protocols", 1990, section III): the holder is
 * as urgent as the most urgent job that waits, through any number of resources. Works with deadlines alike. A cycle is
 * found when it would close.
 */
export const priorityInheritance: Protocol = { ...exclusion, lends: true };
