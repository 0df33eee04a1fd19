/** Reports handlers that cannot be preempted when they are registered, in the words of the scheduler, which reports them no more. */
import { PreemptError } from "@preempt/runtime";
import { preemptionRemedy, reportOnce } from "@preempt/runtime/observers";

declare const process: { readonly env: { readonly NODE_ENV?: string } } | undefined;

/** What happens when a handler is registered that cannot be preempted: a warning on the console, nothing, or an error. */
export type OnUnpreemptable = "warn" | "ignore" | "throw";

/** @throws PreemptError for a handler that cannot be preempted, if the user wants that */
export function checkHandler(
  handler: unknown,
  className: string,
  what: OnUnpreemptable = isProduction() ? "ignore" : "warn",
  route?: string,
): void {
  const remedy = preemptionRemedy(handler);
  if (typeof handler !== "function" || remedy === undefined) return;
  if (what === "ignore") {
    reportOnce(handler, undefined);
    return;
  }
  const name = handler.name === "" ? "a handler without a name" : `the handler "${handler.name}"`;
  const where = route === undefined ? placeOf(handler) : ` of ${route},`;
  const text = `${name}${where} of class "${className}" is not preemptable, so it keeps the thread until it ends or awaits something. ${remedy} If it is always short, set onUnpreemptable: "ignore".`;
  if (what === "throw") throw new PreemptError("handler_not_preemptable", text);
  reportOnce(handler, text);
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
