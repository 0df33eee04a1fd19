/** Resolves when what has been put into the page is on the screen, or soon where the browser draws no frames. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 300);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
