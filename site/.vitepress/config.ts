/** The documentation as a site: the pages of docs/, the repository's own pages, and those of site/pages. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import preempt from "@preempt/transformer/vite";
import { defineConfig } from "vitepress";
import { addressOf, left } from "./addresses.ts";
import { sourceLinks, writeSources } from "./linked-sources.ts";
import { writeMarkdown } from "./markdown-pages.ts";
import { sidebar } from "./sidebar.ts";

const vue = dirname(createRequire(import.meta.url).resolve("vue/package.json"));
const root = fileURLToPath(new URL("../..", import.meta.url));

export default defineConfig({
  title: "Preempt",
  description: "Preemption and deadlines for JavaScript: long computations, and everything urgent is still on time.",
  lang: "en",
  head: [["link", { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" }]],
  // The pages stay where people read them without a site.
  srcDir: root,
  outDir: "./dist",
  cacheDir: "./cache",
  srcExclude: left,
  rewrites: addressOf,
  cleanUrls: true,
  // Links to sources are made to lead to copies of them. All others are checked.
  ignoreDeadLinks: [/^\/?source\//, /^\/(?:api|demo)\//],
  markdown: {
    config: (md) => sourceLinks(md, root),
    theme: { light: "github-light", dark: "github-dark" },
  },
  vite: {
    publicDir: fileURLToPath(new URL("../public", import.meta.url)),
    // The figures run the real thing.
    plugins: [preempt({ summary: false })],
    // Pages stand outside of this package, and are compiled to modules that import Vue.
    resolve: {
      alias: [
        { find: /^vue$/, replacement: join(vue, "dist/vue.runtime.esm-bundler.js") },
        { find: /^vue\/server-renderer$/, replacement: join(vue, "server-renderer/index.mjs") },
      ],
    },
    server: { fs: { allow: [root] } },
  },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Start", link: "/start" },
      { text: "Concepts", link: "/concepts" },
      { text: "When to use it", link: "/when-to-use" },
      { text: "Reference", link: "/kernel" },
      { text: "Demo", link: "/demo/index.html", target: "_self" },
      { text: "Playground", link: "/demo/playground.html", target: "_self" },
    ],
    sidebar,
    docFooter: { prev: false, next: false },
  },
  buildEnd({ outDir, pages }) {
    writeSources(root, outDir);
    writeMarkdown(root, outDir, pages);
  },
});
