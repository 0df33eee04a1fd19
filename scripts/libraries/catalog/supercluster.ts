import type { Library } from "../library.ts";

export const supercluster: Library = {
  name: "supercluster",
  version: "8.0.1",
  computes: "point clustering",
  repository: "mapbox/supercluster",
  commit: "41bb4ac392df64e6260ada6608f76709b0d54a8f",
  code: ["index.js"],
  packages: ["kdbush"],
  testCode: ["test/"],
  tests: ["test/test.js"],
  framework: "node-test",
};
