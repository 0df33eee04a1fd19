import { afterEach, expect, test, vi } from "vitest";
import { main } from "../src/cli.ts";

vi.mock(import("../src/rounds/browsers.ts"), async (importOriginal) => ({
  ...(await importOriginal()),
  findEngines: () => [],
}));
afterEach(() => void vi.restoreAllMocks());

test.each(["workloads", "macro"])(
  "%s says that a browser is not here before it measures in others",
  async (command) => {
    let told = "";
    const tell = (text: unknown) => {
      told += text;
      return true;
    };
    vi.spyOn(console, "error").mockImplementation(tell);
    vi.spyOn(process.stderr, "write").mockImplementation(tell);
    expect(await main([command, "--browser", "webkit,firefox,chromium"])).toBe(2);
    expect(told).toMatch(/^preempt-lab (workloads|macro): browser_missing: .*(browsers\.mjs|apt-get)[^\n]*\n?$/);
  },
);
