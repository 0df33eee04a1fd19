/** Says how fine the page's clock is, where a host did not ask for the finer one. */
export function adviseOnClock(place: HTMLElement): void {
  if (globalThis.crossOriginIsolated) return;
  place.hidden = false;
  place.textContent =
    "This page is not cross-origin isolated, so the browser's clock has steps of 0.1 to 1 ms: short jobs look as if they took no time, and slices are coarser. To have the fine clock, serve it with Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.";
}
