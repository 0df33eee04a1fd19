/** Under which names emitted code finds the runtime. */

export const runtimePackage = "@preempt/runtime";
export const serverPackage = "@preempt/server";
export const transformerPackage = "@preempt/transformer";
/** Their hooks get functions that run as jobs. */
export const frameworkPackages: readonly string[] = ["@preempt/react", "@preempt/svelte", "@preempt/vue"];

/** The version of all of them, which are published together. `npm run changeset:version` sets it, and a test compares it. */
export const version = "0.1.0";

/** What modules import. */
export const abiModule = "@preempt/runtime/abi";

/** What the key below begins with in every version. A file with this text in it holds a copy of the runtime. */
export const abiSymbolPrefix = "@preempt/runtime/abi@";

/**
 * The `Symbol.for` key of the realm's object. Classic scripts find the runtime there, and so do a second copy of the runtime
 * and code that another version of the transformer has emitted. The number changes when they no longer understand each other.
 */
export const abiSymbol = "@preempt/runtime/abi@1";

/** The environment variable that is set while `preempt record` runs a program: nothing is transformed then, and nothing reported. */
export const recordingVariable = "PREEMPT_RECORD";
