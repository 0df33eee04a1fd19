/**
 * Points in time and lengths of time, both in milliseconds of the host's clock. The brands keep kernel code from
 * adding two instants; public options are plain numbers.
 */
declare const instant: unique symbol;
declare const duration: unique symbol;

/** A point in time: milliseconds on the clock of the host. */
export type Instant = number & { readonly [instant]: true };
/** A length of time in milliseconds. */
export type Duration = number & { readonly [duration]: true };

export const never = Number.POSITIVE_INFINITY as Instant;
export const at = (ms: number): Instant => ms as Instant;
export const lasting = (ms: number): Duration => ms as Duration;
export const later = (from: Instant, by: Duration): Instant => (from + by) as Instant;
/** As {@link later}, and never the same instant where `by` is above 0, though a large number does not show so little. */
export const surelyLater = (from: Instant, by: Duration): Instant => {
  const to = later(from, by);
  return to === from && by > 0 ? at(from + Math.abs(from) * (3 * 2 ** -54)) : to;
};
/** By how much a length of time may be wrong that was worked out from instants like this one: they are rounded. */
export const rounding = (now: Instant): number => Math.max(1e-9, Math.abs(now) * 4 * Number.EPSILON);
/** `to - from`, never negative: a clock that steps back must not give time back. */
export const elapsed = (from: Instant, to: Instant): Duration => Math.max(0, to - from) as Duration;
