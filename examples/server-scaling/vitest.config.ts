import { defineConfig } from "vitest/config";

// The server is another process: nothing is transformed in here.
export default defineConfig({ test: { testTimeout: 120_000 } });
