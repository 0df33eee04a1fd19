import { expect, test } from "vitest";
import { firstRunsTable, measureFirstRuns } from "../src/first-runs.ts";

test("a library is loaded and run by processes that have not seen it, in each form", { timeout: 60_000 }, async () => {
  const rows = await measureFirstRuns({ workloads: ["delaunay"], processes: 1 });
  expect(rows.map(({ workload }) => workload)).toEqual(["delaunay"]);
  const { times } = rows[0] as (typeof rows)[number];
  expect(Object.keys(times)).toEqual(["plain", "default", "size"]);
  for (const { load, first, all } of Object.values(times)) {
    expect(Math.min(load, first)).toBeGreaterThan(0);
    expect(all).toBeGreaterThan(first);
  }
});

test("plain code stands in milliseconds, the others as ratios to it, with their geometric means", () => {
  const times = (load: number, first: number, all: number) => ({ load, first, all });
  const table = firstRunsTable([
    { workload: "chess", times: { plain: times(2, 1, 10), default: times(4, 3, 20), size: times(2, 2, 30) } },
    { workload: "sha256", times: { plain: times(1, 1, 10), default: times(8, 3, 20), size: times(2, 8, 30) } },
  ]);
  const cells = table.split("\n").map((line) => line.trim().split(/ {2,}/));
  expect(cells[1]).toEqual(["chess", "2.0 ms", "1.0 ms", "10.0 ms", "2.0x", "3.0x", "2.0x", "1.0x", "2.0x", "3.0x"]);
  expect(cells[3]).toEqual(["geometric mean", "4.0x", "3.0x", "2.0x", "1.4x", "4.0x", "3.0x"]);
});
