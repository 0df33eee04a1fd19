import type { Library } from "../library.ts";

export const immutable: Library = {
  name: "immutable",
  version: "5.1.9",
  computes: "persistent collections",
  repository: "immutable-js/immutable-js",
  commit: "329f7a680efa262c310b938a343295880eefe4fc",
  published: { dist: "dist" },
  code: ["dist/", "src/"],
  testCode: ["__tests__/"],
  compiled: true,
  needs: [
    "@vitest/expect@3.2.4",
    "@vitest/spy@3.2.4",
    "chai@5.3.3",
    "fast-check@4.5.3",
    "random-seed@0.3.0",
    "transducers-js@0.4.174",
  ],
  // not MultiRequire, which loads the library twice by a function of Jest, nor utils, which wants a document
  tests: ["__tests__/!(MultiRequire|ts-utils|utils).{ts,js}"],
  // Their build makes functions of the classes in src/, which the tests call without `new`.
  aliases: { immutable: "dist/immutable.js", "../src/Immutable": "dist/immutable.js" },
  framework: "jest",
};
