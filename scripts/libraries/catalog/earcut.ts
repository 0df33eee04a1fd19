import type { Library } from "../library.ts";

export const earcut: Library = {
  name: "earcut",
  version: "3.0.2",
  computes: "polygon triangulation",
  repository: "mapbox/earcut",
  commit: "1b942f01f4093afe8f9ba729c3850b229f69eb12",
  code: ["src/"],
  testCode: ["test/"],
  tests: ["test/test.js"],
  framework: "node-test",
};
