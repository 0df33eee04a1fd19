import preempt from "@preempt/transformer/vite";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig(({ mode }) => ({
  // Every function of Papa Parse is preemptable.
  plugins: [preempt({ packages: ["papaparse"] }), svelte()],
  ...(mode === "test" && { resolve: { conditions: ["browser"] } }),
  test: { environment: "jsdom", server: { deps: { inline: ["papaparse"] } } },
}));
