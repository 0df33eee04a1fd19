import preempt from "@preempt/transformer/vite";
import vue from "@vitejs/plugin-vue";
import { defineConfig } from "vitest/config";

export default defineConfig({
  // Every function of Fuse.js is preemptable.
  plugins: [preempt({ packages: ["fuse.js"] }), vue()],
  test: { environment: "jsdom", server: { deps: { inline: ["fuse.js"] } } },
});
