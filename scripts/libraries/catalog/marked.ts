import type { Library } from "../library.ts";

export const marked: Library = {
  name: "marked",
  version: "18.0.9",
  computes: "Markdown",
  repository: "markedjs/marked",
  commit: "8e858a4f8e7f53ffeae7392a4c9f455e693aa737",
  // minified
  published: { lib: "lib" },
  code: ["lib/"],
  testCode: ["test/"],
  testPackages: ["@markedjs/testutils"],
  needs: ["@markedjs/testutils@18.0.0-1"],
  // a second copy of the library, from outside npm, which these tests do not use
  overrides: { "marked-repo": "npm:marked@18.0.9" },
  tests: ["Hooks", "Lexer", "Parser", "instance", "marked"]
    .map((name) => `test/unit/${name}.test.js`)
    .concat("test/run-spec-tests.js"),
  framework: "node-test",
  // it says so only after the result was found right
  exceptions: [
    { name: "quadratic_", error: "took too long", because: "the test fails when parsing takes more than a second" },
  ],
};
