/** How much memory the page or process uses, where that can be asked. */

interface Asked {
  readonly process?: { memoryUsage?(): { readonly heapUsed: number; readonly external: number } };
  readonly performance?: { readonly memory?: { readonly usedJSHeapSize: number } };
}

/** Bytes of the heap, garbage included; undefined where the platform does not tell. */
export function heapSize(): number | undefined {
  const { process, performance } = globalThis as Asked;
  if (typeof process?.memoryUsage === "function") {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  }
  return performance?.memory?.usedJSHeapSize;
}
