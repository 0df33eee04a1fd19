/** Packages of the gallery that are made preemptable whole, by entry, without a change to them. */
export const galleryPackages: Readonly<Record<string, readonly string[]>> = {
  chat: ["markdown-it", "linkify-it", "mdurl", "highlight.js"],
  search: ["fuse.js"],
  sheet: ["xlsx"],
  graph: ["@dagrejs/dagre", "@dagrejs/graphlib"],
  code: ["@lezer/common", "@lezer/highlight", "@lezer/javascript", "@lezer/lr"],
  graphql: ["graphql"],
  pdf: ["pdf-lib", "@pdf-lib/standard-fonts", "pako"],
  physics: ["matter-js"],
  diagram: ["mermaid", "dagre-d3-es", "lodash-es", "d3-selection", "d3-shape"],
};
