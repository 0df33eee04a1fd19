import type { Chain } from "../chain.ts";

export const chain: Chain = {
  name: "rspack",
  title: "Rspack",
  version: "@rspack/core",
  folder: "app",
  steps: [
    { run: "npx create-rspack@latest app --template vanilla-ts" },
    { run: "npx @preempt/transformer init --yes" },
    { edit: "src/index.ts", from: /^/, to: 'import "./preempt-example";\n' },
    { serve: "npm run dev" },
  ],
};
