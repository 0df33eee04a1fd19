import type { Chain } from "../chain.ts";

export const chain: Chain = {
  name: "vite-vue",
  title: "Vite, Vue",
  version: "vite",
  folder: "app",
  steps: [
    { run: "npm create vite@latest app -- --template vue-ts" },
    { run: "npx @preempt/transformer init --yes" },
    { edit: "src/main.ts", from: /^/, to: 'import "./preempt-example";\n' },
    { serve: "npm run dev" },
  ],
};
