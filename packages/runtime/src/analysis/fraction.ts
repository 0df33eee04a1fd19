/** Exact rational numbers: whether a task set is below a bound must not hang on a rounding. */

/** `top / bottom`, `bottom` above 0. Not reduced. */
export interface Fraction {
  /** The numerator. */
  readonly top: bigint;
  /** The denominator. Above 0. */
  readonly bottom: bigint;
}

export const fraction = (top: number | bigint, bottom: number | bigint): Fraction => ({
  top: BigInt(top),
  bottom: BigInt(bottom),
});

export const one: Fraction = fraction(1, 1);

export function plus(a: Fraction, b: Fraction): Fraction {
  if (a.bottom === b.bottom) return { top: a.top + b.top, bottom: a.bottom };
  return { top: a.top * b.bottom + b.top * a.bottom, bottom: a.bottom * b.bottom };
}

export const times = (a: Fraction, b: Fraction): Fraction => ({ top: a.top * b.top, bottom: a.bottom * b.bottom });

/** Negative, 0 or positive, as `a - b` is. */
export function compare(a: Fraction, b: Fraction): number {
  const left = a.top * b.bottom;
  const right = b.top * a.bottom;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Pairwise, so that the many digits of large sets are multiplied once per level instead of once per task. */
export function sum(parts: readonly Fraction[]): Fraction {
  return fold(parts, plus) ?? fraction(0, 1);
}

export function product(parts: readonly Fraction[]): Fraction {
  return fold(parts, times) ?? one;
}

/** The nearest number, for people. */
export function approximately({ top, bottom }: Fraction): number {
  // Both may be beyond the range of numbers; 60 bits behind the point are enough for one.
  const scaled = (top << 60n) / bottom;
  return Number(scaled) / 2 ** 60;
}

function fold<T>(parts: readonly T[], join: (a: T, b: T) => T): T | undefined {
  let level = parts;
  while (level.length > 1) {
    const next: T[] = [];
    for (let i = 0; i < level.length; i += 2) {
      const [a, b] = [level[i] as T, level[i + 1]];
      next.push(b === undefined ? a : join(a, b));
    }
    level = next;
  }
  return level[0];
}
