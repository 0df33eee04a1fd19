import type { Library } from "../library.ts";

export const nearley: Library = {
  name: "nearley",
  version: "2.20.1",
  computes: "Earley parser, parser generator",
  repository: "kach/nearley",
  commit: "96f1da12acdb986e8279355d3d34cf5b139ab268",
  code: ["lib/"],
  testCode: ["test/"],
  data: ["examples/", "builtin/"],
  needs: ["expect@^1.20.2"],
  tests: ["bootstrap", "lint", "parser"].map((name) => `test/${name}.test.js`),
  framework: "mocha",
};
