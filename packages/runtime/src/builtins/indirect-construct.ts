/**
 * `Reflect.construct(C, xs)`: a preemptable constructor is preempted in it as in `new C(...xs)`. The built-in does nothing behind it but
 * return the object, so there is no frame: see indirect-calls.ts.
 */
import type { PlainBody } from "@preempt/abi";
import { callPlain, listFrom } from "../protocol/call-plain.ts";
import { constructingBody, isConstructor } from "../protocol/construct.ts";
import { attachPlain } from "../protocol/protocol-plain.ts";
import { apply, type Callable } from "../realm/intrinsics.ts";

const native = Reflect.construct as Callable;

const constructing: PlainBody = (depth, self, ...args) => {
  const [f, list] = args;
  const newTarget = args.length > 2 ? args[2] : f;
  const isAsked = typeof f === "function" && typeof newTarget === "function" && isConstructor(newTarget);
  const body = isAsked ? constructingBody(f) : undefined;
  return body === undefined ? apply(native, self, args) : callPlain(body, depth, newTarget, listFrom(list));
};

export function useConstruct(): void {
  attachPlain(native, constructing, true);
}
