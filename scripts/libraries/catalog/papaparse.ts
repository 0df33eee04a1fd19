import type { Library } from "../library.ts";

export const papaparse: Library = {
  name: "papaparse",
  version: "5.5.3",
  computes: "CSV",
  repository: "mholt/PapaParse",
  commit: "a4f8b0f1e30bf08e44da96ff5575ffdae7aa9b12",
  code: ["papaparse.js"],
  testCode: ["tests/"],
  needs: ["chai@^4.2.0"],
  tests: ["tests/test-cases.js", "tests/node-tests.js"],
  framework: "mocha",
};
