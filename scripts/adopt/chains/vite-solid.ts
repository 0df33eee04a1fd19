import type { Chain } from "../chain.ts";

export const chain: Chain = {
  name: "vite-solid",
  title: "Vite, Solid",
  version: "vite",
  folder: "app",
  steps: [
    { run: "npm create vite@latest app -- --template solid-ts" },
    { run: "npx @preempt/transformer init --yes" },
    { edit: "src/index.tsx", from: /^/, to: 'import "./preempt-example";\n' },
    { serve: "npm run dev" },
  ],
};
