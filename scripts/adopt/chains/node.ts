import type { Chain } from "../chain.ts";

export const chain: Chain = {
  name: "node",
  title: "Node, register",
  version: "node",
  steps: [
    { run: "npm init -y", installs: [] },
    { run: "npx @preempt/transformer init --yes" },
    { run: "node --import @preempt/transformer/register preempt-example.mjs" },
  ],
};
