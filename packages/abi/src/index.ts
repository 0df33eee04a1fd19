/**
 * What emitted code and the runtime must agree on. The transformer writes code by it, and the runtime runs that code by it.
 *
 * `scripts/build.mjs` puts this package into both builds, numbers and strings as literals. A change here changes both sides;
 * `test/abi.test.ts` fails where one of them has a number, a name or a layout of its own.
 */
export * from "./accesses.ts";
export * from "./budget.ts";
export * from "./depth.ts";
export * from "./direct.ts";
export * from "./frame.ts";
export * from "./modules.ts";
export * from "./names.ts";
export * from "./objects.ts";
export * from "./state.ts";
