import type { Library } from "../library.ts";

export const nunjucks: Library = {
  name: "nunjucks",
  version: "3.2.4",
  computes: "templates",
  repository: "mozilla/nunjucks",
  commit: "86a77f49da4779d55414d8337e1a4d7ec7582da5",
  code: ["nunjucks/"],
  packages: ["a-sync-waterfall"],
  testCode: ["tests/"],
  data: ["index.js"],
  needs: ["expect.js@0.3.1", "fs-extra@5.0.0", "chokidar@3.6.0", "express@4.22.1", "supertest@7.1.4"],
  // not express.js and cli.js, which start servers and processes
  tests: [
    "api",
    "compiler",
    "core",
    "filters",
    "globals",
    "jinja-compat",
    "lexer",
    "loader",
    "parser",
    "precompile",
    "runtime",
    "tests",
  ].map((name) => `tests/${name}.js`),
  framework: "mocha",
};
