import type { Chain } from "../chain.ts";

export const chain: Chain = {
  name: "template-page",
  title: "template: page (Vite)",
  version: "vite",
  steps: [{ run: "npx @preempt/transformer init --template page --yes" }, { serve: "npm run dev" }],
};
