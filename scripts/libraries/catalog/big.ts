import type { Library } from "../library.ts";

const methods = [
  "abs",
  "cmp",
  "div",
  "minus",
  "mod",
  "neg",
  "plus",
  "pow",
  "prec",
  "round",
  "sqrt",
  "times",
  "toExponential",
  "toFixed",
  "toNumber",
  "toPrecision",
  "toString",
];

export const big: Library = {
  name: "big.js",
  version: "7.0.1",
  computes: "decimal numbers",
  repository: "MikeMcl/big.js",
  commit: "e19cc83cb965bdef18cb31423d81f60140c9e7be",
  code: ["big.js"],
  testCode: ["test/"],
  tests: methods.map((method) => `test/methods/${method}.js`),
  framework: "functions",
  testFunction: { name: "test", file: "test/test.js" },
};
