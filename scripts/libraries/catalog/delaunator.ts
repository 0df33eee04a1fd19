import type { Library } from "../library.ts";

export const delaunator: Library = {
  name: "delaunator",
  version: "5.1.0",
  computes: "Delaunay triangulation",
  repository: "mapbox/delaunator",
  commit: "3ce65210ba78a8f02ec6e73cf202838d7df14051",
  code: ["index.js"],
  packages: ["robust-predicates"],
  testCode: ["test/"],
  tests: ["test/test.js"],
  framework: "node-test",
};
