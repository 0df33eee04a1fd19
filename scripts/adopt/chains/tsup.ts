import type { Chain } from "../chain.ts";

export const chain: Chain = {
  name: "tsup",
  title: "tsup",
  version: "tsup",
  steps: [
    { run: "npm init -y && npm install --save-dev tsup typescript", installs: ["tsup", "typescript"] },
    { write: { "src/index.ts": 'export const name: string = "tsup";\n' } },
    { run: "npx @preempt/transformer init --yes" },
    { edit: "src/index.ts", from: /^/, to: 'import "./preempt-example";\n' },
    { run: "npx tsup src/index.ts --format esm" },
    { run: "node dist/index.mjs" },
  ],
};
