import type { Chain } from "../chain.ts";

export const chain: Chain = {
  name: "rolldown",
  title: "Rolldown",
  version: "rolldown",
  steps: [
    { run: "npm init -y && npm install --save-dev rolldown", installs: ["rolldown"] },
    {
      write: {
        "rolldown.config.mjs": `import { defineConfig } from "rolldown";

export default defineConfig({
  input: "src/main.js",
  output: { file: "dist/bundle.js", format: "iife" },
});
`,
        "src/main.js": 'document.body.append("Rolldown");\n',
        "dist/index.html": '<!doctype html>\n<meta charset="utf-8" />\n<body>\n<script src="bundle.js"></script>\n',
      },
    },
    { run: "npx @preempt/transformer init --yes" },
    { edit: "src/main.js", from: /^/, to: 'import "./preempt-example";\n' },
    { run: "npx rolldown -c" },
    { open: "dist/index.html" },
  ],
};
