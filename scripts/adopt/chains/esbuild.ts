import type { Chain } from "../chain.ts";

export const chain: Chain = {
  name: "esbuild",
  title: "esbuild",
  version: "esbuild",
  steps: [
    { run: "npm init -y && npm install --save-dev esbuild", installs: ["esbuild"] },
    {
      write: {
        "build.mjs": `import * as esbuild from "esbuild";

await esbuild.build({
  entryPoints: ["src/app.ts"],
  bundle: true,
  outfile: "dist/app.js",
});
`,
        "src/app.ts": 'document.body.append("esbuild");\n',
        "dist/index.html": '<!doctype html>\n<meta charset="utf-8" />\n<body>\n<script src="app.js"></script>\n',
      },
    },
    { run: "npx @preempt/transformer init --yes" },
    { edit: "src/app.ts", from: /^/, to: 'import "./preempt-example";\n' },
    { run: "node build.mjs" },
    { open: "dist/index.html" },
  ],
};
