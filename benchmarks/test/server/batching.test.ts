/** The experiment with batches: how variants are compared, and a small run of all of it. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compareWith } from "../../src/server/batching/compare.ts";
import type { Turn } from "../../src/server/batching/measure.ts";
import { runCommand } from "../lab/command-words.ts";

const turn = (variant: string, block: number, cpuPerDelivery: number) => ({ variant, block, cpuPerDelivery }) as Turn;

test("a variant that costs two thirds in every block is found to, and one that costs the same is not", () => {
  const turns = Array.from({ length: 30 }, (_, block) => {
    const load = 10 + ((block * 7) % 10);
    const noise = 1 + (((block * 13) % 7) - 3) / 1000;
    return [turn("plain", block, load), turn("less", block, (load * 2 * noise) / 3), turn("same", block, load * noise)];
  }).flat();
  const [less, same] = compareWith("plain", turns, ["cpuPerDelivery"]);
  expect(less?.change).toBeCloseTo(-33.3, 0);
  expect(less?.interval[0]).toBeLessThan(-33.3);
  expect(less?.interval[1]).toBeGreaterThan(-33.4);
  expect(less?.signedRank).toBeLessThan(1e-6);
  expect(less?.rankSum).toBeLessThan(1e-3);
  expect([less?.size, same?.size]).toEqual(["large", "negligible"]);
  expect(same?.signedRank).toBeGreaterThan(0.05);
});

test("a small run writes a page, figures and all numbers; only the plain emitter loses messages", async () => {
  const folder = mkdtempSync(join(tmpdir(), "preempt-server-"));
  try {
    const { code, out, err } = await runCommand("server", ["batching", "--quick", "--out", folder]);
    expect(code, err).toBe(0);
    expect(out).toContain("== The study's claims");
    const data = JSON.parse(readFileSync(join(folder, "data.json"), "utf8"));
    expect(data.machine).toMatch(/Node /);
    expect(data.usual).toHaveLength(10);
    expect(data.sweep.turns).toHaveLength(4);
    for (const one of [...data.usual, ...data.heavy, ...data.sweep.turns] as Turn[]) {
      const isPlain = one.variant === "plain emit";
      expect(one.throughput, one.variant).toBeGreaterThan(0);
      expect(isPlain || one.lost === 0, `${one.variant} lost ${one.lost}`).toBe(true);
      expect(isPlain ? one.held : 0).toBe(0);
      expect(one.perFrame, one.variant).toBeGreaterThanOrEqual(1);
    }
    const sum = (name: "lost" | "held", variant: string) =>
      (data.heavy as Turn[]).filter((one) => one.variant === variant).reduce((all, one) => all + one[name], 0);
    expect(sum("lost", "plain emit")).toBe(sum("held", "EDF"));
    expect(sum("held", "EDF")).toBeGreaterThan(0);
    const report = readFileSync(join(folder, "report.md"), "utf8");
    for (const name of ["cpu-usual", "latency-usual", "cpu-heavy", "latency-heavy", "sweep-cpu", "sweep-latency"]) {
      expect(report).toContain(`batching-${name}.svg`);
      expect(readFileSync(join(folder, `batching-${name}.svg`), "utf8")).toContain("<title>");
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);
