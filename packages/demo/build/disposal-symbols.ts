/**
 * WebKit has no explicit resource management yet: `using` is compiled to functions that ask for these symbols, and the
 * runtime has its methods under them. So every page has them before its modules are loaded.
 */
import type { Plugin } from "vite";

const script = ["dispose", "asyncDispose"].map((name) => `Symbol.${name} ??= Symbol.for("Symbol.${name}");`).join(" ");

export function disposalSymbols(): Plugin {
  return {
    name: "preempt-demo-disposal-symbols",
    transformIndexHtml: () => [{ tag: "script", children: script, injectTo: "head-prepend" }],
  };
}
