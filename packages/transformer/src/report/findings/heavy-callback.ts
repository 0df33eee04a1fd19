/** A preemptable function hands a long-running callback to a built-in, which runs its original. */

import { displayName } from "../../1-resolve/display-name.ts";
import { callbackCall, counterparts } from "../../1-resolve/language/callback-builtins.ts";
import { eachOwnNode } from "../../1-resolve/own-code.ts";
import { functionLiteral } from "../../1-resolve/target.ts";
import type { Diagnostic } from "../../shared/diagnostics.ts";
import { unwrap } from "../../syntax/nodes.ts";
import { askedFor, find, type View } from "./view.ts";

export function findHeavyCallbacks(view: View): Diagnostic[] {
  const findings: Diagnostic[] = [];
  for (const { node } of askedFor(view)) {
    eachOwnNode(node, (inside) => {
      const handed = callbackCall(inside);
      if (handed === undefined || !view.isPlatformCall(inside as Parameters<View["isPlatformCall"]>[0])) return;
      const callback = unwrap(handed.callback);
      const isLiteral = functionLiteral(callback) !== undefined;
      for (const f of view.targets.of(callback)?.declared ?? []) {
        if (counterparts.has(handed.builtin) && view.standingOf(f) === "kept") continue;
        const why = view.standingOf(f) === "never" ? undefined : view.weights.heavy(f);
        if (why === undefined) continue;
        const holes = { name: displayName(node), why, builtin: handed.builtin };
        const shown = isLiteral ? "a callback" : displayName(f);
        findings.push(find(view, callback, "heavy_callback", { ...holes, callback: shown }));
        break;
      }
    });
  }
  return findings;
}
