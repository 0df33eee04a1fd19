import type { Chain } from "../chain.ts";

export const chain: Chain = {
  name: "angular",
  title: "Angular",
  version: "@angular/core",
  folder: "app",
  steps: [
    { run: "npx @angular/cli@latest new app --defaults --skip-git" },
    { run: "npx @preempt/transformer init --yes" },
    { edit: "src/main.ts", from: /^/, to: "import './preempt-example';\n" },
    { serve: "npm start" },
  ],
};
