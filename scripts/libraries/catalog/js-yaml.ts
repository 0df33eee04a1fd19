import type { Library } from "../library.ts";

export const jsYaml: Library = {
  name: "js-yaml",
  version: "4.1.1",
  computes: "YAML",
  repository: "nodeca/js-yaml",
  commit: "cc482e775913e6625137572a3712d2826170e53a",
  code: ["index.js", "lib/"],
  testCode: ["test/"],
  needs: ["fast-check@^2.8.0"],
  tests: ["00-units", "10-loader", "11-load-errors", "20-dumper", "25-dumper-fuzzy", "30-issues"].map(
    (name) => `test/${name}.js`,
  ),
  framework: "mocha",
};
