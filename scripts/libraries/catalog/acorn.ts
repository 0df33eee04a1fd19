import type { Library } from "../library.ts";

export const acorn: Library = {
  name: "acorn",
  version: "8.17.0",
  computes: "JavaScript parser",
  repository: "acornjs/acorn",
  commit: "5b9d16c256b81682d2b26246d86387f1d78633e9",
  published: { dist: "acorn/dist", "../acorn-loose/dist": "acorn-loose/dist" },
  code: ["acorn/dist/", "acorn-loose/dist/"],
  needs: ["acorn-loose@8.5.2"],
  testCode: ["test/"],
  data: ["acorn/package.json", "acorn-loose/package.json", "acorn-loose/node_modules/"],
  tests: ["test/run.js"],
  framework: "acorn",
  exceptions: [
    {
      name: "function TestComments",
      because: "the test parses the source text of a function of its own, which is transformed",
    },
    {
      name: "[[[[[[[[",
      error: "Expected error message: ~Not enough stack space",
      because: "the test wants the stack to overflow; suspended frames do not stand on it, others are larger",
    },
  ],
};
