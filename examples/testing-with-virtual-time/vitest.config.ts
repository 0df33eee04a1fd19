import preempt from "@preempt/transformer/vite";
import { defineConfig } from "vitest/config";

export default defineConfig({
  // Generators have one preemption point a round, so that schedules can be worked out by hand.
  plugins: [preempt({ optimize: "size" })],
  test: { setupFiles: ["test/setup.ts"] },
});
