/** Packages that are made preemptable whole, without a change to them. */
export const preemptablePackages = [
  "markdown-it",
  "linkify-it",
  "mdurl",
  "supercluster",
  "kdbush",
  "chess.js",
  "delaunator",
];
