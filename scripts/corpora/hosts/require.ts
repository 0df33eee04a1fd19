/**
 * `require` of CommonJS: files beside the program, transformed if it is; and in place of Node's modules those few that programs of
 * the checkouts need.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import vm from "node:vm";
import { show, showError } from "../show.ts";
import { attempt, readText } from "./assertions.ts";
import type { Host, Install } from "./host.ts";

export const installRequire: Install = (host) => {
  const { realm, folder } = host;
  const module = realm.run(newModule) as { exports: unknown };
  realm.define("module", module);
  realm.define("exports", module.exports);
  realm.define("require", requireFrom(host, folder, new Map()));
  realm.define("process", processOf(host));
};

function requireFrom(host: Host, folder: string | undefined, loaded: Map<string, { exports: unknown }>) {
  const { realm } = host;
  return (name: string): unknown => {
    if (!name.startsWith(".")) return builtIn(host, name.replace(/^node:/, ""));
    const base = join(folder ?? "", name);
    const path = [base, `${base}.js`, join(base, "index.js")].find((file) => /\.c?js$/.test(file) && existsSync(file));
    if (path === undefined) throw realm.error("Error", `Cannot find module '${name}'`);
    const known = loaded.get(path);
    if (known !== undefined) return known.exports;
    const module = realm.run(newModule) as { exports: unknown };
    loaded.set(path, module);
    const text = readText(path, (message) => realm.error("Error", message));
    const body = host.runText(
      `(function (exports, require, module, __filename, __dirname) {\n${text}\n})`,
      name,
    ) as Body;
    body.call(module.exports, module.exports, requireFrom(host, dirname(path), loaded), module, name, ".");
    return module.exports;
  };
}

type Body = (this: unknown, ...args: unknown[]) => unknown;

function builtIn({ realm }: Host, name: string): unknown {
  if (name === "assert" || name === "assert/strict") return assertOf((text) => realm.print(text));
  if (name === "semver") return { gte: () => true, satisfies: () => true };
  if (name === "promise") return realm.global.Promise;
  if (name === "util") return { inspect: (value: unknown) => show(value) };
  throw realm.error("Error", `Cannot find module '${name}'`);
}

/** What is asserted is printed, and whether it is so. */
function assertOf(print: (text: string) => void): unknown {
  const two = (name: string, is: (a: unknown, b: unknown) => boolean) => (a: unknown, b: unknown) =>
    print(`${name} ${is(a, b)} ${show(a)} ${show(b)}`);
  const equals = (a: unknown, b: unknown) => a === b;
  const ok = (value: unknown) => print(`ok ${Boolean(value)} ${show(value)}`);
  const loosely = (a: unknown, b: unknown) => isDeepStrictEqual(a, b);
  return Object.assign((value: unknown) => ok(value), {
    ok,
    equal: two("equal", equals),
    strictEqual: two("equal", equals),
    notEqual: two("not equal", (a, b) => a !== b),
    notStrictEqual: two("not equal", (a, b) => a !== b),
    deepEqual: two("deep equal", loosely),
    deepStrictEqual: two("deep equal", loosely),
    throws: (f: () => unknown) => print(`throws ${attempt(f)}`),
    doesNotThrow: (f: () => unknown) => print(`throws ${attempt(f)}`),
    fail: (message: unknown) => print(`fail ${show(message)}`),
    rejects: async (promise: PromiseLike<unknown>) => {
      try {
        print(`resolved ${show(await promise)}`);
      } catch (error) {
        print(`rejected ${showError(error)}`);
      }
    },
  });
}

function processOf({ realm }: Host): unknown {
  return {
    argv: [],
    env: {},
    platform: "linux",
    version: "v24.0.0",
    versions: { node: "24.0.0" },
    nextTick: (f: (...args: unknown[]) => unknown, ...args: unknown[]) => realm.addTimer(f, 0, args),
    on: () => undefined,
    exit: () => undefined,
    emitWarning: () => undefined,
    stdout: { write: (text: unknown) => realm.print(String(text)) },
  };
}

const newModule = new vm.Script("({ exports: {} })");
