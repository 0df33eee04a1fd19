/** Says at start-up which handlers cannot be preempted: nothing else would, until the first one takes long. */
import { isPreemptable, PreemptError } from "@preempt/runtime";

declare const process: { readonly env: { readonly NODE_ENV?: string } } | undefined;

/** What happens when a handler is registered that cannot be preempted: a warning on the console, nothing, or an error. */
export type OnUnpreemptable = "warn" | "ignore" | "throw";

const warned = new WeakSet<object>();

/** @throws PreemptError for a handler that cannot be preempted, where that is wanted */
export function checkHandler(
  handler: unknown,
  className: string,
  what: OnUnpreemptable | undefined,
  route?: string,
): void {
  if (what === "ignore" || typeof handler !== "function" || isPreemptable(handler)) return;
  if (what === undefined && isProduction()) return;
  const name = handler.name === "" ? "a handler without a name" : `the handler "${handler.name}"`;
  const where = route === undefined ? placeOf(handler) : ` of ${route},`;
  const text = `${name}${where} of class "${className}" is not preemptable, so it keeps the thread until it ends or awaits something. Annotate it with /** @preempt */ and load it through @preempt/transformer, or say onUnpreemptable: "ignore" if it is short.`;
  if (what === "throw") throw new PreemptError("handler_not_preemptable", text);
  if (warned.has(handler)) return;
  warned.add(handler);
  console.warn(`preempt: ${text}`);
}

/** Where a handler was registered that cannot be found by its name: the first place on the stack that is not in this package. */
function placeOf({ name }: { readonly name: string }): string {
  // Deno shows the sources of what is built.
  const ours = ["..", "../../src/"].map((folder) => new URL(folder, import.meta.url));
  const isHere = (line: string) => ours.some(({ href, pathname }) => line.includes(href) || line.includes(pathname));
  const place = new Error("here").stack?.split("\n").find((line) => /:\d+:\d+\)?$/.test(line) && !isHere(line));
  const found = /\(?([^\s()]+:\d+:\d+)\)?$/.exec(place ?? "")?.[1];
  return name !== "" || found === undefined ? "" : ` (registered at ${found})`;
}

function isProduction(): boolean {
  return typeof process !== "undefined" && process.env.NODE_ENV === "production";
}
