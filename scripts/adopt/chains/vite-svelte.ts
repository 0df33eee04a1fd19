import type { Chain } from "../chain.ts";

export const chain: Chain = {
  name: "vite-svelte",
  title: "Vite, Svelte",
  version: "vite",
  folder: "app",
  steps: [
    { run: "npm create vite@latest app -- --template svelte-ts" },
    { run: "npx @preempt/transformer init --yes" },
    { edit: "src/main.ts", from: /^/, to: 'import "./preempt-example";\n' },
    { serve: "npm run dev" },
  ],
};
