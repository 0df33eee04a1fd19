import { defineConfig } from "vite";
import { disposalSymbols } from "./build/disposal-symbols.ts";
import { isolation } from "./build/isolation.ts";
import { preemptablePackages } from "./build/preemptable-packages.ts";
import { queries, variants } from "./build/variants.ts";

const headers = { ...isolation };

export default defineConfig({
  base: "./", // any folder of any host
  plugins: [disposalSymbols(), variants({ packages: preemptablePackages })],
  // The worker that checks results says by ?plain that it wants nothing transformed.
  worker: { format: "es", plugins: () => [queries()] },
  server: { host: "127.0.0.1", headers },
  preview: { host: "127.0.0.1", headers },
  build: {
    target: "es2023",
    rolldownOptions: { input: ["scheduler.html", "macro.html", "playground.html", "rounds.html", "sheet.html"] },
  },
});
