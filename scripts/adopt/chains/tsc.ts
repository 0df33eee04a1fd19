import type { Chain } from "../chain.ts";

export const chain: Chain = {
  name: "tsc",
  title: "tsc, with preempt build",
  version: "typescript",
  steps: [
    { run: "npm init -y && npm install --save-dev typescript && npm pkg set type=module scripts.build=tsc" },
    {
      write: {
        "tsconfig.json": `{
  "compilerOptions": {
    "rootDir": "src",
    "outDir": "dist",
    "module": "nodenext",
    "target": "es2023",
    "declaration": true,
    "strict": true
  },
  "include": ["src"]
}
`,
        "src/index.ts": 'export const name: string = "tsc";\n',
      },
    },
    { run: "npx @preempt/transformer init --yes" },
    { edit: "src/index.ts", from: /^/, to: 'import "./preempt-example.js";\n' },
    { run: "npm run build" },
    { run: "node dist/index.js" },
  ],
};
