import type { Library } from "../library.ts";

export const markdownIt: Library = {
  name: "markdown-it",
  version: "14.1.0",
  computes: "Markdown",
  repository: "markdown-it/markdown-it",
  commit: "0fe7ccb4b7f30236fb05f623be6924961d296d3d",
  code: ["index.mjs", "lib/"],
  packages: ["linkify-it", "mdurl", "entities", "punycode.js", "uc.micro"],
  testCode: ["test/"],
  testPackages: ["markdown-it-testgen"],
  needs: [
    "chai@^4.2.0",
    "highlight.js@^11.9.0",
    "markdown-it-abbr@^2.0.0",
    "markdown-it-container@^4.0.0",
    "markdown-it-deflist@^3.0.0",
    "markdown-it-emoji@^3.0.0",
    "markdown-it-footnote@^4.0.0",
    "markdown-it-for-inline@^2.0.1",
    "markdown-it-ins@^4.0.0",
    "markdown-it-mark@^4.0.0",
    "markdown-it-sub@^2.0.0",
    "markdown-it-sup@^2.0.0",
    "markdown-it-testgen@^0.1.3",
  ],
  // not pathological.mjs, which measures time in a worker thread
  tests: ["commonmark", "markdown-it", "misc", "ruler", "token", "utils"].map((name) => `test/${name}.mjs`),
  framework: "mocha",
};
