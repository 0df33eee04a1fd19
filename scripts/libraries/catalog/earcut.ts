import type { Library } from "../library.ts";

export const earcut: Library = {
  name: "earcut",
  version: "3.2.2",
  computes: "polygon triangulation",
  repository: "mapbox/earcut",
  commit: "9ca85029735025265b8be6e725786c0a1698d1d1",
  code: ["src/"],
  testCode: ["test/", "bench/"],
  tests: ["test/test.js"],
  framework: "node-test",
};
