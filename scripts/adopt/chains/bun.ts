import type { Chain } from "../chain.ts";

export const chain: Chain = {
  name: "bun",
  title: "Bun",
  version: "@types/bun",
  where: "Bun",
  needs: "bun",
  steps: [
    { run: "bun init -y" },
    { run: "bunx @preempt/transformer init --yes" },
    { edit: "index.ts", from: /^/, to: 'import "./preempt-example";\n' },
    { run: "bun run index.ts" },
  ],
};
