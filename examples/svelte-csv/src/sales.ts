/** A CSV file to sum up, as a cash register writes it. */
const cities = ["Amsterdam", "Bergen", "Cairo", "Dublin", "Lagos", "Lisbon", "Montréal", "Osaka", "Prague"];
const goods = ["apples", "bread", "cheese", "dates", "eggs", "figs", "honey", "noodles", "olives", "tea"];

export function makeSales(rows: number): string {
  const lines = ["day,city,article,amount"];
  for (let i = 0; i < rows; i++) {
    const day = `2026-03-${String((i % 31) + 1).padStart(2, "0")}`;
    lines.push(`${day},"${cities[(i * 7) % 9]}",${goods[Math.floor(i / 3) % 10]},${((i * 37) % 9000) / 100}`);
  }
  return lines.join("\n");
}
