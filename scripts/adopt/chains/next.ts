import type { Chain } from "../chain.ts";

export const chain: Chain = {
  name: "next",
  title: "Next.js",
  version: "next",
  folder: "app",
  steps: [
    { run: "npx create-next-app@latest app --yes" },
    { run: "npx @preempt/transformer init --yes" },
    // A component of the client, so that the job runs in the page.
    { edit: "app/page.tsx", from: /^/, to: '"use client";\nimport "../preempt-example";\n' },
    { serve: "npm run dev" },
  ],
};
