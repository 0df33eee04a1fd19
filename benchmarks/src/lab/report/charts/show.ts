/** Numbers as charts and tables write them. */

/** Up to three digits: 12.3 %, 0.0045 %. */
export function percent(share: number): string {
  return Number.isNaN(share) ? "–" : `${digits(share * 100)} %`;
}

/** Three digits, without powers of ten as long as that is short. */
export function digits(value: number): string {
  if (Number.isNaN(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size < 0.99e-4 || size >= 1e7) return powerOfTen(value);
  return withMinus(String(Number(value.toPrecision(3))));
}

/** Three decimals; what rounds to zero has no sign. */
export function decimals(value: number): string {
  const text = value.toFixed(3);
  return withMinus(Number(text) === 0 ? "0.000" : text);
}

/** 10⁻⁶, 2.1·10⁻⁵ */
function powerOfTen(value: number): string {
  const [mantissa = "", exponent = ""] = value.toExponential(1).split("e");
  const power = `10${exponent.replace("+", "").replaceAll(/[-\d]/g, (sign) => raised[sign] as string)}`;
  return withMinus(mantissa === "1.0" ? power : `${mantissa}·${power}`);
}

const raised: Readonly<Record<string, string>> = {
  ...{ "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴" },
  ...{ 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" },
};

const withMinus = (text: string) => text.replace(/^-/, "−");

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
