import type { Library } from "../library.ts";

export const highlight: Library = {
  name: "highlight.js",
  version: "11.12.0",
  computes: "syntax highlighting",
  repository: "highlightjs/highlight.js",
  commit: "f7f7d3803bd898e37c017ffb881317f0cde04a70",
  published: { ".": "build" },
  code: ["build/"],
  testCode: ["test/"],
  data: ["tools/lib/"],
  needs: [
    "should@13.2.3",
    "lodash@4.17.21",
    "refa@0.4.1",
    "regexpp@3.2.0",
    "jsdom@24.1.0",
    "glob@8.1.0",
    "glob-promise@6.0.7",
  ],
  preload: ["should"],
  tests: ["test/index.js"],
  framework: "mocha",
};
