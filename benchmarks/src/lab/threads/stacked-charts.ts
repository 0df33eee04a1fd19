/** Charts of threads, one below the other in one picture. */

/** @param charts Of one width each, with their height in pixels; as `svgGantt` draws them. */
export function stackedCharts(charts: readonly string[]): string {
  const [only] = charts;
  if (only !== undefined && charts.length === 1) return only;
  let y = 0;
  const placed = charts.map((chart) => {
    const at = chart.replace("<svg ", `<svg y="${y}" `);
    y += Number(/ height="(\d+)"/.exec(chart)?.[1] ?? 0);
    return at;
  });
  const width = / width="([^"]+)"/.exec(only ?? "")?.[1] ?? "100%";
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y}">\n${placed.join("\n")}\n</svg>`;
}
