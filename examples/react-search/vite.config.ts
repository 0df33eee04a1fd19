import preempt from "@preempt/transformer/vite";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [preempt()],
  test: { environment: "jsdom" },
});
