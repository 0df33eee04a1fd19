import type { Kernel } from "./kernel.ts";

/** What a kernel has one of, made when it is first asked for. */
export function perKernel<T>(make: (kernel: Kernel) => T): (of: { readonly kernel: Kernel }) => T {
  const all = new WeakMap<Kernel, T>();
  return ({ kernel }) => {
    let one = all.get(kernel);
    if (one === undefined) {
      one = make(kernel);
      all.set(kernel, one);
    }
    return one;
  };
}
