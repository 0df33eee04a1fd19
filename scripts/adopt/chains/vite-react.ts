import type { Chain } from "../chain.ts";

export const chain: Chain = {
  name: "vite-react",
  title: "Vite, React",
  version: "vite",
  folder: "app",
  steps: [
    { run: "npm create vite@latest app -- --template react-ts" },
    { run: "npx @preempt/transformer init --yes" },
    { edit: "src/main.tsx", from: /^/, to: 'import "./preempt-example";\n' },
    { serve: "npm run dev" },
  ],
};
