/** The sheet's first programs, by cell. */
export const columns = ["A", "B", "C", "D"] as const;
export const rows = [1, 2, 3, 4, 5] as const;

export const programs: Readonly<Record<string, string>> = {
  A1: "12",
  A2: "30",
  A3: "A1 + A2",
  A4: '"total: " + A3',
  B1: "let s = 0; for (let i = 1; i < 2e7; i++) s += A1 / i; return s.toFixed(3)",
  B2: "const p = []; for (let n = 2; p.length < 3000; n++) if (p.every((q) => n % q)) p.push(n); return p.at(-1)",
  B3: "const f = (n) => (n < 2 ? n : f(n - 1) + f(n - 2)); return f(A1 + 14)",
  C1: "while (true);",
  C2: "for (;;) { try { for (;;); } finally { continue; } }",
  C3: 'const o = { toString() { for (;;); } }; return "" + o',
  D1: "[...Array(1000).keys()].sort(() => 0.5 - Math.random()).slice(0, 3).join(' ')",
  D2: "null.length",
  D3: "B2 > 20000 ? 'large' : 'small'",
};
