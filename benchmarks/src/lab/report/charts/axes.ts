/** Where values stand on a chart, and which of them are written beside the axis. */
import { scaleLinear, scaleLog } from "d3-scale";

export interface Axis {
  /** Pixels. */
  place(value: number): number;
  readonly ticks: readonly Tick[];
  /** Where the row of zeros begins, on a logarithmic axis that has one. */
  readonly break?: number;
}

export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** Makes an axis from one pixel to another: the smallest value is at `from`. */
export type AxisOf = (from: number, to: number) => Axis;

/** From `least` to the round value beyond `most`. */
export function linearAxis(least: number, most: number, show: (value: number) => string): AxisOf {
  return (from, to) => {
    const scale = scaleLinear([least, Math.max(most, least + 1e-9)], [from, to]).nice(6);
    return {
      place: (value) => rounded(scale(value)),
      ticks: scale.ticks(6).map((value) => ({ at: rounded(scale(value)), label: show(value) })),
    };
  };
}

/** Whole decades around the values, or 1, 2 and 5 of them where they are few. What is below stands at the end. */
export function logAxis(least: number, most: number, show: (value: number) => string): AxisOf {
  return (from, to) => {
    const [low, high] = decades(least, most);
    const scale = scaleLog([low, high], [from, to]).clamp(true);
    return { place: (value) => rounded(scale(Math.max(value, low))), ticks: logTicks(low, high, scale, show) };
  };
}

/** How high the row of zeros is, with the gap above it. */
const zeroRow = 30;

/** A logarithmic axis that is broken before its smaller end: there stands what is 0. */
export function logAxisWithZero(least: number, most: number, show: (value: number) => string): AxisOf {
  return (from, to) => {
    const direction = Math.sign(to - from);
    const upper = logAxis(least, most, show)(from + direction * zeroRow, to);
    const zero = from + direction * (zeroRow / 3);
    return {
      place: (value) => (value > 0 ? upper.place(value) : zero),
      ticks: [{ at: zero, label: "0" }, ...upper.ticks],
      break: from + direction * ((2 * zeroRow) / 3),
    };
  };
}

function decades(least: number, most: number): [low: number, high: number] {
  const low = Math.floor(Math.log10(least) + 1e-9);
  const high = Math.max(low + 1, Math.ceil(Math.log10(most) - 1e-9));
  return [10 ** low, 10 ** high];
}

function logTicks(
  low: number,
  high: number,
  scale: (value: number) => number,
  show: (value: number) => string,
): Tick[] {
  const count = Math.round(Math.log10(high / low));
  const steps = count <= 2 ? [1, 2, 5] : [1];
  const all = Array.from({ length: count + 1 }, (_, i) =>
    steps.map((step) => Number((low * 10 ** i * step).toPrecision(3))),
  );
  return all
    .flat()
    .filter((value) => value <= high * 1.0001)
    .map((value) => ({ at: rounded(scale(value)), label: show(value) }));
}

export function rounded(value: number): number {
  return Number(value.toFixed(1));
}
