/** The longest time between two frames of the page. */
export function watchFrames(report: (now: number, longest: number) => void): { reset(): void; stop(): void } {
  let last: number | undefined;
  let longest = 0;
  let id = requestAnimationFrame(function frame(now) {
    if (last !== undefined) longest = Math.max(longest, now - last);
    last = now;
    report(now, longest);
    id = requestAnimationFrame(frame);
  });
  return {
    reset() {
      longest = 0;
      last = undefined;
    },
    stop: () => cancelAnimationFrame(id),
  };
}
