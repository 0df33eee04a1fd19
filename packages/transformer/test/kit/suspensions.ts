import { drive } from "@preempt/runtime/testing";
import { expect } from "vitest";
import type { Optimizations } from "../../src/shared/optimize.ts";
import { load, transformProgram } from "./harness.ts";

/**
 * How often `main` is suspended when it is called with a number under a budget. What it gives is compared with what it gives when
 * it is called plainly.
 */
export function suspensions(code: string, given: number, budget: number, optimize: Optimizations = {}): number {
  const program = { code, extension: "js" } as const;
  const { main } = load(program, transformProgram(program, { optimize }).code);
  const { value, preemptions } = drive(main, { args: [given], budget });
  expect(value).toBe(main(given));
  return preemptions;
}
