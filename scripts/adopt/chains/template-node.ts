import type { Chain } from "../chain.ts";

export const chain: Chain = {
  name: "template-node",
  title: "template: server (Node)",
  version: "node",
  steps: [{ run: "npx @preempt/transformer init --template node --yes" }, { run: "npm run try" }],
};
