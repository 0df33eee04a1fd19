import type { Library } from "../library.ts";

const folder = "packages/chevrotain";

export const chevrotain: Library = {
  name: "chevrotain",
  version: "13.2.0",
  computes: "parsers from grammars",
  repository: "Chevrotain/chevrotain",
  commit: "221fff76526021a3abba1068130f5e8a343fbaaf",
  code: [`${folder}/src/`],
  packages: ["@chevrotain/cst-dts-gen", "@chevrotain/gast", "@chevrotain/regexp-to-ast", "@chevrotain/utils"],
  testCode: [`${folder}/test/`],
  needs: ["chai@6.2.2", "sinon@21.0.1", "sinon-chai@4.0.1", "error-stack-parser@2.1.4", "jsdom@28.1.0"],
  tests: [`${folder}/test/test.config.mjs`, `${folder}/test/**/*_spec.ts`],
  framework: "mocha",
  exceptions: [
    {
      name: "Chevrotain's Init Performance Tracing › Will trace one level",
      because:
        "the test wants a step of the parser's start to take some time by the clock; on a fast machine it takes none",
    },
  ],
};
