/** The axis of a chart of frame rates, which screens of 60, 120 or 240 Hz set the height of. */
export interface RateScale {
  readonly top: number;
  readonly ticks: readonly number[];
}

/** @param greatest The greatest rate that was seen. */
export function rateScale(greatest: number): RateScale {
  const height = Math.max(60, greatest);
  let step = 30;
  while (4 * step <= height) step *= 2;
  const ticks: number[] = [];
  for (let tick = 0; tick <= height; tick += step) ticks.push(tick);
  return { top: (height * 7) / 6, ticks };
}
