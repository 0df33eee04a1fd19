import { expect, test } from "vitest";
import { constructTable, measureConstructs } from "../src/constructs.ts";

test("each construct is called plainly and driven as a job, and gives what the plain program gives", {
  timeout: 120_000,
}, async () => {
  const rows = await measureConstructs(1, 1e5);
  expect(rows.length).toBeGreaterThan(8);
  for (const { plain, called, job } of rows) expect(Math.min(plain, called, job)).toBeGreaterThan(0);
});

test("plain code stands in its own time, the others as ratios to it", () => {
  const table = constructTable([{ construct: "sort", plain: 1500, called: 1, job: 1.234 }]);
  const cells = table.split("\n").map((line) => line.trim().split(/ {2,}/));
  expect(cells[1]).toEqual(["sort", "1.50 µs", "1.00x", "1.23x"]);
});
