/**
 * A fresh realm for one test: a context of its own with test262's host functions.
 */
import vm from "node:vm";

export interface Realm {
  readonly context: vm.Context;
  /** What the test printed. */
  readonly printed: string[];
  /** For code that only declares: a time limit costs a thread. */
  run(script: vm.Script): unknown;
  /** Calls `f` with a time limit. */
  call(f: () => unknown): unknown;
}

const syncTimeout = 10_000;
const hook = Symbol.for("test262 runner");
const callHook = new vm.Script("globalThis[Symbol.for('test262 runner')]()");

export function createRealm(): Realm {
  const printed: string[] = [];
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY ?? {});
  install(context, printed);
  const run = (script: vm.Script) => script.runInContext(context);
  return {
    context,
    printed,
    run,
    call(f) {
      const global = vm.runInContext("globalThis", context);
      Object.defineProperty(global, hook, { value: f, configurable: true });
      return callHook.runInContext(context, { timeout: syncTimeout });
    },
  };
}

function install(context: vm.Context, printed: string[]): Record<string, unknown> {
  const global = vm.runInContext("globalThis", context) as Record<string, unknown>;
  const host: Record<string, unknown> = {
    global,
    createRealm: () => install(vm.createContext(vm.constants.DONT_CONTEXTIFY ?? {}), printed),
    evalScript: (code: string) => new vm.Script(code, { filename: "evalScript.js" }).runInContext(context),
    detachArrayBuffer: (buffer: ArrayBuffer) => void structuredClone(buffer, { transfer: [buffer] }),
    gc: () => {
      throw new Error("runner: no gc");
    },
  };
  const define = (name: string, value: unknown) =>
    Object.defineProperty(global, name, { value, writable: true, configurable: true, enumerable: false });
  define("$262", host);
  define("print", (text: unknown) => void printed.push(String(text)));
  return host;
}
