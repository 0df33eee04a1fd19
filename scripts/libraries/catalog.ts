/** The libraries, in the order of the table. */
import { acorn } from "./catalog/acorn.ts";
import { big } from "./catalog/big.ts";
import { bignumber } from "./catalog/bignumber.ts";
import { chess } from "./catalog/chess.ts";
import { chevrotain } from "./catalog/chevrotain.ts";
import { decimal } from "./catalog/decimal.ts";
import { delaunator } from "./catalog/delaunator.ts";
import { earcut } from "./catalog/earcut.ts";
import { graphql } from "./catalog/graphql.ts";
import { highlight } from "./catalog/highlight.ts";
import { immutable } from "./catalog/immutable.ts";
import { jsYaml } from "./catalog/js-yaml.ts";
import { luxon } from "./catalog/luxon.ts";
import { markdownIt } from "./catalog/markdown-it.ts";
import { marked } from "./catalog/marked.ts";
import { nearley } from "./catalog/nearley.ts";
import { nunjucks } from "./catalog/nunjucks.ts";
import { pako } from "./catalog/pako.ts";
import { papaparse } from "./catalog/papaparse.ts";
import { supercluster } from "./catalog/supercluster.ts";
import type { Library } from "./library.ts";

export const catalog: readonly Library[] = [
  acorn,
  jsYaml,
  nearley,
  papaparse,
  marked,
  markdownIt,
  highlight,
  pako,
  delaunator,
  earcut,
  supercluster,
  big,
  bignumber,
  decimal,
  chess,
  graphql,
  immutable,
  luxon,
  nunjucks,
  chevrotain,
];

/** @throws Error if there is no such library */
export function findLibrary(name: string): Library {
  const library = catalog.find((l) => l.name === name);
  if (library !== undefined) return library;
  throw new Error(`there is no library "${name}" in the catalog; it has ${catalog.map((l) => l.name).join(", ")}`);
}
