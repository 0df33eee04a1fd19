import type { Library } from "../library.ts";

export const pako: Library = {
  name: "pako",
  version: "2.1.0",
  computes: "zlib compression",
  repository: "nodeca/pako",
  commit: "3c06216518c259b569a5168dee867e6dabbe5160",
  code: ["index.js", "lib/"],
  testCode: ["test/"],
  needs: ["multiparty@4.2.3"],
  tests: [
    "binary_compare",
    "chunks",
    "deflate",
    "deflate_cover",
    "gzip_specials",
    "inflate",
    "inflate_cover_ported",
    "misc",
    "strings",
  ].map((name) => `test/${name}.js`),
  framework: "mocha",
};
