import katex from "katex";
/** @preempt */
export function run() {
  const out = [];
  for (const f of [
    "c = \\pm\\sqrt{a^2 + b^2}",
    "\\frac{1}{1+\\frac{1}{x}}",
    "\\int_0^\\infty e^{-x^2}\\,dx = \\frac{\\sqrt{\\pi}}{2}",
    "\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}",
    "\\sum_{i=1}^{n} \\binom{n}{i} \\alpha^i",
    "\\text{hi} \\mathbb{R} \\to \\overbrace{x+y}^{z}",
    "\\undefined{x}",
  ]) {
    try {
      out.push(katex.renderToString(f, { throwOnError: true, displayMode: f.length % 2 === 0 }));
    } catch (e) {
      out.push(e.message);
    }
  }
  return out.join("\n");
}
