import type { Library } from "../library.ts";

const folders = ["", "error", "execution", "jsutils", "language", "type", "utilities", "validation"];
const testFolders = folders.map((folder) => `src/${folder === "" ? "" : `${folder}/`}__tests__/`);

export const graphql: Library = {
  name: "graphql",
  version: "16.11.0",
  computes: "GraphQL: parser, validation, execution",
  repository: "graphql/graphql-js",
  commit: "c18e9f6aada9ae086ddf836e4d822cf1426f3868",
  code: ["src/"],
  testCode: [...testFolders, "src/__testUtils__/"],
  data: ["package.json"],
  compiled: true,
  needs: ["chai@4.3.7"],
  tests: testFolders.map((folder) => `${folder}*-test.ts`),
  framework: "mocha",
  exceptions: [
    {
      name: "Execute: handles non-nullable types › nulls a complex tree of nullable fields, each › that throws",
      error: "expected { errors: [",
      because:
        "the test compares the order of promises with that of code, and a round may end, and promises settle, in that code",
    },
  ],
};
