/** Numbers as charts and tables write them. */

/** Up to three digits: 12.3 %, 0.0045 %. */
export function percent(share: number): string {
  return Number.isNaN(share) ? "–" : `${digits(share * 100)} %`;
}

/** Three digits, without exponents as long as that is short. */
export function digits(value: number): string {
  if (Number.isNaN(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size < 0.99e-4 || size >= 1e7) return value.toExponential(1);
  return String(Number(value.toPrecision(3)));
}

/** Whole numbers with thin spaces: 1 234 567. */
export function whole(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** As journals write them. */
export function pValue(p: number): string {
  if (Number.isNaN(p)) return "–";
  return p < 0.001 ? "< 0.001" : p.toFixed(3);
}

/** Microseconds in the unit that suits. */
export function time(us: number): string {
  if (!Number.isFinite(us)) return "–";
  const size = Math.abs(us);
  return size < 1e3 ? `${digits(us)} µs` : size < 1e6 ? `${digits(us / 1e3)} ms` : `${digits(us / 1e6)} s`;
}
