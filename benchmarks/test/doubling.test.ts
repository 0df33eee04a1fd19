import { expect, test } from "vitest";
import { doublingTable, measureDoubling } from "../src/doubling.ts";

test("a file of sixteen times the length takes the transform some sixteen times as long, whatever its shape", () => {
  const rows = measureDoubling({ from: 8, rounds: 2 });
  const table = doublingTable(rows);
  for (const { shape, factors } of rows) {
    expect(table).toContain(shape);
    // 256 where time grows with the square of the length. What does not grow makes small files slower.
    const growth = factors.reduce((product, factor) => product * factor, 1);
    expect(growth, shape).toBeLessThan(64);
  }
}, 120_000);
