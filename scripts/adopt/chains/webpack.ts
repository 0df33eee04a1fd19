import type { Chain } from "../chain.ts";

export const chain: Chain = {
  name: "webpack",
  title: "webpack",
  version: "webpack",
  steps: [
    { run: "npm init -y && npm install --save-dev webpack webpack-cli", installs: ["webpack", "webpack-cli"] },
    {
      write: {
        "src/index.js": 'document.body.append("webpack");\n',
        "dist/index.html": '<!doctype html>\n<meta charset="utf-8" />\n<body>\n<script src="main.js"></script>\n',
        "webpack.config.js": `const path = require("path");

module.exports = {
  mode: "development",
  entry: "./src/index.js",
  output: {
    filename: "main.js",
    path: path.resolve(__dirname, "dist"),
  },
};
`,
      },
    },
    { run: "npx @preempt/transformer init --yes" },
    { edit: "src/index.js", from: /^/, to: 'require("./preempt-example");\n' },
    { run: "npx webpack" },
    { open: "dist/index.html" },
  ],
};
